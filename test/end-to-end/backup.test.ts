// An appliance is lost with its machine, and goes on from its backup on an empty one: balances, keys, links, what had ended,
// what was under way and what waited.
import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { ApiClient } from "../../deploy/demo-client.ts";
import {
  admin,
  clientOf,
  createClientKey,
  hasEnded,
  pollJob,
  startStandalone,
} from "../support/control-plane/standalone.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { makeMedia } from "../support/media/media-fixture.ts";
import { heldFfmpeg } from "../support/media-node/held-ffmpeg.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const SAMPLE = fileURLToPath(new URL("../../deploy/sample/sample.mp4", import.meta.url));
/** Of the sample's beginning: enough for three clips. */
const PART_S = 50;
const WAIT_MS = 240_000;

after(assertNoChildren);

async function dataFolder(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o711);
  return folder;
}

interface Lost {
  readonly backup: string;
  readonly accountId: string;
  readonly key: string;
  readonly finished: string;
  readonly running: string;
  readonly waiting: string;
  /** A link to a clip, as clients were given it. */
  readonly link: URL;
}

function clips(client: ApiClient, s3Key: string, count: number): Promise<{ task_id: string }> {
  return client.createClips({
    s3_key: s3Key,
    video_duration_seconds: PART_S,
    clip_count: count,
    clip_length: "8-12s",
    target_resolution: "360p",
  });
}

/** Backs up an appliance with tasks in every state, and ends it as a fire does. */
async function loseAppliance(t: TestContext): Promise<Lost> {
  const dataDir = await dataFolder(t);
  const { env, hold, letGo, begun } = await heldFfmpeg(t, "clip.mp4");
  await letGo();
  const appliance = await startStandalone(t, dataDir, env);
  const { accountId, key } = await createClientKey(dataDir);
  const client = clientOf(t, appliance.url, key);
  const part = join(await temporaryFolder(t), "part.mp4");
  await makeMedia("-i", SAMPLE, "-t", String(PART_S), "-map", "0", "-c", "copy", part);
  const upload = await client.upload(part);
  const { task_id: finished } = await clips(client, upload, 1);
  const done = await pollJob(client, finished, hasEnded, WAIT_MS);
  assert.equal(done.status, "finished", JSON.stringify(done.error));
  await hold();
  const before = (await begun()).length;
  const { task_id: running } = await clips(client, upload, 3);
  await until("its renders to begin", async () => (await begun()).length > before, WAIT_MS);
  const nodes = (await admin(dataDir, "nodes")) as unknown as { id: string; plane: string }[];
  const node = nodes.find(({ plane }) => plane === "media-node")?.id ?? "";
  await admin(dataDir, "node", "drain", node);
  const { task_id: waiting } = await clips(client, upload, 1);
  const backup = join(await dataFolder(t), "backup");
  const made = await admin(dataDir, "backup", "--to", backup, "--with-files");
  assert.deepEqual([made.withSecret, made.withFiles], [true, true]);
  const link = new URL(String(done.output?.clips[0]?.videoUrl));
  await appliance.killGroup();
  await letGo();
  return { backup, accountId, key, finished, running, waiting, link };
}

test("an appliance goes on from its backup on an empty machine", { timeout: 600_000 }, async (t) => {
  const { backup, accountId, key, finished, running, waiting, link } = await loseAppliance(t);
  const dataDir = await dataFolder(t);
  const restored = await admin(dataDir, "restore", "--from", backup);
  assert.deepEqual([restored.accounts, restored.missingFiles], [1, 0]);
  const appliance = await startStandalone(t, dataDir);
  const client = clientOf(t, appliance.url, key);
  const old = await client.readJob(finished);
  assert.equal(old.status, "finished", "the key works, and what had ended is there");
  const given = await fetch(new URL(link.pathname + link.search, appliance.url));
  assert.equal(given.status, 200, "a link that was given out before works");
  assert.ok((await given.arrayBuffer()).byteLength > 10_000);
  for (const taskId of [running, waiting]) {
    const job = await pollJob(client, taskId, hasEnded, WAIT_MS);
    assert.equal(job.status, "finished", JSON.stringify(job.error));
  }
  const account = await admin(dataDir, "account", "show", accountId);
  assert.deepEqual([account.moodsGranted, account.moodsUsed], [10, 3], "each is charged once");
  assert.equal((await admin(dataDir, "ledger", "check")).differences, 0);
  assert.equal(await appliance.stop(), 0);
});
