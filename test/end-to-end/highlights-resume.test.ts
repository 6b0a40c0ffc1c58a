// Highlight jobs whose appliance loses power, and such as are cancelled: what is finished of a reel is kept, and each job
// ends once and is charged once.
import assert from "node:assert/strict";
import { chmod, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import type { Job } from "../../deploy/demo-client.ts";
import {
  admin,
  clientOf,
  createClientKey,
  hasEnded,
  pollJob,
  startStandalone,
} from "../support/control-plane/standalone.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { makeSmallMatch } from "../support/matches/small-match.ts";
import { heldFfmpeg } from "../support/media-node/held-ffmpeg.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

async function post(url: string, key: string, path: string, body: unknown): Promise<Job> {
  const headers = { "x-service-api-key": key, "content-type": "application/json" };
  const response = await fetch(`${url}/api/v1${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const reply = (await response.json()) as { data: Job; error?: unknown };
  assert.ok(response.ok, JSON.stringify(reply.error));
  return reply.data;
}

test("a reel whose appliance is killed goes on with the pieces that are missing, and one that is cancelled stops", async (t) => {
  const dataDir = await temporaryFolder(t);
  await chmod(dataDir, 0o711);
  const { env, hold, letGo, begun } = await heldFfmpeg(t, "reel-[0-9]*.mp4", 1);
  const first = await startStandalone(t, dataDir, env);
  const { accountId, key } = await createClientKey(dataDir);
  const client = clientOf(t, first.url, key);
  const s3_key = await client.upload(await makeSmallMatch(t));
  const request = { s3_key, category: "football", layout: "PORTRAIT", target_resolution: "360p" };
  const created = await post(first.url, key, "/highlights", request);
  const workFolder = join(dataDir, "storage", "tasks", created.task_id, "work");
  const finishedParts = async (): Promise<string[]> =>
    (await readdir(workFolder).catch(() => [])).flatMap(
      (name) => /^(reel-[0-9]+-.+)[.]json$/.exec(name)?.[1] ?? [],
    );
  await until("a piece to be finished", async () => (await finishedParts()).length > 0, 120_000);
  const before = await finishedParts();
  assert.equal(
    (await client.readJob(created.task_id)).output,
    null,
    "the power goes while others are rendered",
  );
  await first.killGroup();
  const begunBefore = await begun();

  await letGo();
  const second = await startStandalone(t, dataDir, env);
  const again = clientOf(t, second.url, key);
  const job = await pollJob(again, created.task_id, hasEnded);
  assert.equal(job.status, "finished", JSON.stringify(job.error));
  const rendered = (await begun()).slice(begunBefore.length);
  assert.ok(rendered.length > 0);
  const renderedAnew = rendered.filter((file) => before.includes(basename(file, ".mp4")));
  assert.deepEqual(renderedAnew, [], "finished pieces are not rendered anew");

  await hold();
  const unwanted = await post(second.url, key, "/highlights", { ...request, layout: "SQUARE" });
  await pollJob(again, unwanted.task_id, ({ status }) => status === "running");
  await post(second.url, key, `/jobs/${unwanted.task_id}/cancel`, {});
  const ended = await pollJob(again, unwanted.task_id, hasEnded);
  assert.equal(ended.error?.code, "CANCELLED");
  const account = await admin(dataDir, "account", "unblock", accountId);
  assert.equal(account.moodsUsed, 2, "each was charged once: work that had begun is not refunded");
  assert.equal(await second.stop(), 0);
});
