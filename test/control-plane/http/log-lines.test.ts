// What stands in a control plane's log lines: ids by which they are found, and nothing secret.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CLIP_BODY,
  callApi,
  TEST_SECRET,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";
import { webhookReceiver } from "../../support/control-plane/webhook-receiver.ts";
import { keptLog } from "../../support/kept-log.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";
import { until } from "../../support/until.ts";

const ERROR = { code: "NO_AUDIO", message: "The source has no audio.", retryable: false } as const;

test("a cancelled task leaves a line that tells how it ended, and a cancel that is refused leaves none", async (t) => {
  const { logger, lines } = keptLog();
  const plane = await testControlPlane(t, { logger });
  const { id: accountId, key } = await plane.account();
  const node = await fakeNode(plane.sql);
  const create = async (): Promise<string> => {
    const { body } = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
    return String(body.data?.task_id);
  };
  const [waiting, running] = [await create(), await create()];
  const runId = await node.start(running);
  for (const taskId of [waiting, running, running])
    await callApi(plane, "POST", `/api/v1/jobs/${taskId}/cancel`, { key });
  const told = lines.filter(({ msg }) => msg === "task cancelled");
  const ends = told.map(({ taskId, runId: run, accountId: account, kind, state, code }) => [
    [taskId, run, account],
    [kind, state, code],
  ]);
  assert.deepEqual(ends, [
    [
      [waiting, null, accountId],
      ["clip", "failed", "CANCELLED"],
    ],
    [
      [running, runId, accountId],
      ["clip", "failed", "CANCELLED"],
    ],
  ]);
  for (const { ageMs } of told) assert.ok(Number.isInteger(ageMs));
});

test("lines name request, task, run, account and node, and no key, signature or receiver's secret", async (t) => {
  const { logger, lines } = keptLog("trace");
  const env = { CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8", CLIPMILL_WEBHOOK_RETRY_MS: "50" };
  const plane = await testControlPlane(t, { logger, env });
  const { id: accountId, key } = await plane.account();
  const hook = await webhookReceiver(t, [500, 200]);
  const node = await fakeNode(plane.sql);
  const upload = await callApi(plane, "POST", "/api/v1/uploads", {
    key,
    body: { filename: "talk.mp4", content_type: "video/mp4", size_bytes: 7 },
  });
  const uploadUrl = new URL(String(upload.body.data?.upload_url));
  await fetch(uploadUrl, { method: "PUT", body: "content", headers: { "content-type": "video/mp4" } });
  // Signed for something else, and a key that nobody has.
  await fetch(String(uploadUrl).replace("expires=", "expires=9"), { method: "PUT", body: "content" });
  await callApi(plane, "GET", "/api/v1/balance", { key: "clipmill_unknown-key-of-somebody" });
  const created = await callApi(plane, "POST", "/api/v1/clips", {
    key,
    body: { ...CLIP_BODY, callback_url: hook.url },
  });
  const taskId = String(created.body.data?.task_id);
  const requestId = created.headers.get("x-request-id");
  const runId = await node.start(taskId);
  await node.report(taskId, runId, { ok: false, error: ERROR });
  await until("the webhook's second call", () => hook.calls.length === 2);
  const line = (msg: string) =>
    until(`a line "${msg}"`, () =>
      lines.find((each) => each.msg === msg && (each.taskId ?? taskId) === taskId),
    );
  const answered = lines.find((each) => each.msg === "request answered" && each.requestId === requestId);
  assert.equal(answered?.accountId, accountId);
  assert.deepEqual(answered?.taskIds, [taskId]);
  assert.deepEqual([answered?.method, answered?.route, answered?.status], ["POST", "/api/v1/clips", 201]);
  const finalized = await line("task finalized");
  assert.deepEqual([finalized.runId, finalized.accountId, finalized.kind], [runId, accountId, "clip"]);
  assert.deepEqual([finalized.state, finalized.code], ["failed", "NO_AUDIO"]);
  assert.ok((await line("webhook attempted")).deliveryId);
  for (const { msg, nodeId } of lines) assert.match(String(nodeId), /^node_/, msg);
  const text = JSON.stringify(lines);
  const secrets = {
    key,
    "somebody's key": "clipmill_unknown-key-of-somebody",
    "the signing secret": TEST_SECRET,
    "a signature": String(uploadUrl.searchParams.get("signature")),
    "the receiver's secret": "secret=1",
    "the database's password": new URL(plane.databaseUrl).password || "no password here",
  };
  for (const [name, secret] of Object.entries(secrets)) assert.ok(!text.includes(secret), name);
});

test("a request that fails by our fault leaves a line with its id and its account", async (t) => {
  const { logger, lines } = keptLog("error");
  const plane = await testControlPlane(t, { logger });
  const { id: accountId, key } = await plane.account();
  await plane.sql`alter table tasks rename to tasks_away`;
  const failed = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  assert.ok(failed.status >= 500);
  const line = await until("the line", () => lines.find(({ msg }) => msg === "request failed"));
  assert.equal(line.requestId, failed.body.error?.requestId);
  assert.equal(line.accountId, accountId);
  assert.ok(!JSON.stringify(lines).includes(key));
});
