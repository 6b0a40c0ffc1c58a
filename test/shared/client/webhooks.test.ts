// Webhooks as a receiver gets them from a real control plane, and such that nobody should believe.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { Clipmill, ClipmillError } from "../../../shared/client/node.ts";
import { CLIP_BODY, testControlPlane } from "../../support/control-plane/control-plane.ts";
import { endRun, FINISHED, newRun } from "../../support/control-plane/tasks.ts";
import { webhookPlane, webhookReceiver } from "../../support/control-plane/webhook-receiver.ts";
import { localServer } from "../../support/local-server.ts";
import { until } from "../../support/until.ts";

test("a webhook is confirmed by the task that it tells of", async (t) => {
  const plane = await webhookPlane(t);
  const client = new Clipmill({ url: plane.url, apiKey: plane.owner.key });
  const receiver = await webhookReceiver(t, [200]);
  const job = await client.clips.create({ ...CLIP_BODY, callback_url: receiver.url });
  await endRun(plane.sql, await newRun(plane.sql, job.task_id), FINISHED);
  const body = await until("the webhook", () => receiver.calls[0]?.body);
  const { event, task_id } = client.webhooks.parse(body);
  assert.deepEqual([event, task_id], ["job.finished", job.task_id]);
  const task = await client.webhooks.confirm(body);
  assert.deepEqual([task.task_id, task.status, task.kind], [job.task_id, "finished", "clip"]);
  assert.deepEqual((await client.webhooks.confirm(JSON.parse(body))).task_id, task.task_id, "parsed, too");
  const stranger = new Clipmill({ url: plane.url, apiKey: (await plane.account()).key });
  await assert.rejects(stranger.webhooks.confirm(body), { code: "INVALID_WEBHOOK" });
});

test("a webhook that says what the task does not is refused", async (t) => {
  const plane = await testControlPlane(t);
  const client = new Clipmill({ url: plane.url, apiKey: (await plane.account()).key });
  const { task_id } = await client.clips.create(CLIP_BODY);
  const forged = { event: "job.finished", task_id, status: "finished" };
  await assert.rejects(client.webhooks.confirm(forged), { code: "INVALID_WEBHOOK" });
});

test("what is no webhook is refused before anything is asked", () => {
  const client = new Clipmill({ url: "http://127.0.0.1:1" });
  const good = { event: "generation.failed", task_id: "task_1", status: "failed" };
  const bytes = new TextEncoder().encode(JSON.stringify(good));
  for (const body of [
    good,
    JSON.stringify(good),
    Buffer.from(bytes),
    bytes.buffer,
    new DataView(bytes.buffer),
  ]) {
    assert.equal(client.webhooks.parse(body).task_id, "task_1");
  }
  const bad = [
    "",
    "no JSON",
    Buffer.from("no JSON"),
    "null",
    [],
    7,
    { ...good, event: "job.exploded" },
    { ...good, task_id: "../balance" },
    { ...good, status: "finished" },
  ];
  for (const body of bad) {
    assert.throws(() => client.webhooks.parse(body), { code: "INVALID_WEBHOOK" }, JSON.stringify(body));
  }
});

/** The receiver that the documentation prints, before a task that is handled or not. */
async function printedReceiver(
  t: TestContext,
  client: Clipmill,
  handleOnce: (taskId: string) => Promise<void>,
): Promise<string> {
  const [printed] = /^createServer\(.*?^\}\);$/ms.exec(readFileSync("deploy/client.md", "utf8")) ?? [];
  assert.ok(printed !== undefined);
  const names = ["clipmill", "ClipmillError", "createServer", "handleOnce", "readAtMost"];
  const receive = await new Promise<RequestListener>((resolve) => {
    const create = (listener: RequestListener) => resolve(listener);
    new Function(...names, printed)(client, ClipmillError, create, handleOnce, buffer);
  });
  return (await localServer(t, receive)).url;
}

test("the printed receiver handles a webhook, refuses a stranger's, and has others sent again", async (t) => {
  const plane = await testControlPlane(t);
  const client = new Clipmill({ url: plane.url, apiKey: (await plane.account()).key });
  const job = await client.clips.create(CLIP_BODY);
  await endRun(plane.sql, await newRun(plane.sql, job.task_id), FINISHED);
  await client.waitFor(job);
  const handled: string[] = [];
  const url = await printedReceiver(t, client, async (taskId) => {
    handled.push(taskId);
    if (handled.length === 1) throw new Error("The database is away.");
  });
  const send = async (body: string): Promise<number> => (await fetch(url, { method: "POST", body })).status;
  const webhook = JSON.stringify({ event: "job.finished", task_id: job.task_id, status: "finished" });
  assert.equal(await send("hello"), 400);
  assert.deepEqual([await send(webhook), await send(webhook)], [500, 204]);
  assert.deepEqual(handled, [job.task_id, job.task_id]);
});
