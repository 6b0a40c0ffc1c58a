// The promise that an operator relies on: whatever is killed, the job ends once, complete, and is charged once.
import assert from "node:assert/strict";
import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { readApplianceFile } from "../../deploy/appliance/appliance-file.ts";
import type { Job } from "../../deploy/demo-client.ts";
import { connectDatabase } from "../../shared/db/connect.ts";
import {
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

const SAMPLE = fileURLToPath(new URL("../../deploy/sample/sample.mp4", import.meta.url));
/** Of the sample's beginning: enough for three clips. */
const PART_S = 50;

after(assertNoChildren);

test("a job whose appliance is killed during a render is finished by the next start and charged once", async (t) => {
  const dataDir = await temporaryFolder(t);
  await chmod(dataDir, 0o711);
  const { env, letGo } = await heldFfmpeg(t, "clip.mp4", 1);
  const first = await startStandalone(t, dataDir, env);
  const { key } = await createClientKey(dataDir);
  const client = clientOf(t, first.url, key);
  const part = join(await temporaryFolder(t), "part.mp4");
  await makeMedia("-i", SAMPLE, "-t", String(PART_S), "-map", "0", "-c", "copy", part);
  const created = await client.createClips({
    s3_key: await client.upload(part),
    video_duration_seconds: PART_S,
    clip_count: 3,
    clip_length: "8-12s",
    target_resolution: "360p",
    idempotency_key: "once",
  });
  const taskFolder = join(dataDir, "storage", "tasks", created.task_id);
  const finishedClips = async (): Promise<string[]> =>
    (await readdir(join(taskFolder, "work"))).flatMap(
      (name) => /^clip-(clip_\w+)\.json$/.exec(name)?.[1] ?? [],
    );
  const renderedAt = async (id: string): Promise<number> =>
    (await stat(join(taskFolder, "clips", id, "video.mp4"))).mtimeMs;
  const isAtWork = ({ progress }: Job): boolean => progress?.message === "Rendering: 1 of 3 clips finished";
  const running = await pollJob(client, created.task_id, (job) => isAtWork(job) || hasEnded(job));
  assert.equal(running.output, null);
  assert.ok(isAtWork(running), "one clip is finished, another is being rendered");
  const before = await finishedClips();
  assert.equal(before.length, 1, "one clip is finished when the power goes");
  const renderedBefore = await Promise.all(before.map(renderedAt));
  await first.killGroup();

  await letGo();
  const second = await startStandalone(t, dataDir, env);
  const again = clientOf(t, second.url, key);
  const job = await pollJob(again, created.task_id, hasEnded);
  assert.equal(job.status, "finished", JSON.stringify(job.error));
  const ids = job.output?.clips.map((clip) => clip.id) ?? [];
  assert.equal(ids.length, 3);
  for (const id of before) assert.ok(ids.includes(id), "a clip that was finished is kept");
  assert.deepEqual(await Promise.all(before.map(renderedAt)), renderedBefore, "and not rendered anew");

  const { databaseUrl } = (await readApplianceFile(dataDir)) ?? {};
  const sql = connectDatabase(databaseUrl ?? "", { applicationName: "test", connections: 1 });
  t.after(() => sql.end());
  const ledger = await sql`select kind, moods from ledger_entries where task_id is not null`;
  assert.deepEqual([...ledger], [{ kind: "charge", moods: "1.0000" }]);
  const runs = await sql<{ state: string }[]>`select state from runs order by id`;
  assert.deepEqual(
    runs.map((run) => run.state),
    ["interrupted", "succeeded"],
  );
  await sql.end();
  assert.equal(await second.stop(), 0);
});
