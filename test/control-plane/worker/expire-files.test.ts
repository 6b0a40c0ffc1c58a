import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { insertDiscardedFiles } from "../../../control-plane/db/discarded-files.ts";
import { finalizeTask } from "../../../control-plane/tasks/finalize-task.ts";
import { announceUpload, storeUpload } from "../../../control-plane/tasks/uploads.ts";
import { expireFiles } from "../../../control-plane/worker/expire-files.ts";
import { insertTranscript } from "../../../media-node/db/transcripts.ts";
import { newId } from "../../../shared/ids.ts";
import { createLogger } from "../../../shared/logger.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { accountDatabase } from "../../support/account-database.ts";
import { endRun, FINISHED, newRun, newTask } from "../../support/tasks.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const logger = createLogger("test", "silent");

async function scene(t: TestContext) {
  const { sql, account } = await accountDatabase(t);
  const storage = createFileStorage(await temporaryFolder(t));
  const sweep = (): Promise<number> => expireFiles(sql, storage, logger);
  const exists = async (key: string): Promise<boolean> => (await storage.stat(key)) !== undefined;
  /** A finished task with a clip and an intermediate file. */
  const finishedTask = async (): Promise<{ id: string; clip: string; work: string }> => {
    const id = await newTask(sql, account.id);
    const runId = await newRun(sql, id);
    await endRun(sql, runId, FINISHED);
    await finalizeTask(sql, { taskId: id, runId }, logger);
    const [clip, work] = [`tasks/${id}/clips/one/video.mp4`, `tasks/${id}/work/source.bin`];
    await storage.write(clip, "a clip");
    await storage.write(work, "a source");
    return { id, clip, work };
  };
  const age = (id: string, ago: string): Promise<unknown> =>
    sql`update tasks set completed_at = now() - ${ago}::interval where id = ${id}`;
  return { sql, account, storage, sweep, exists, finishedTask, age };
}

test("intermediate files go soon after a task's end, its clips after 30 days, and the task stays", async (t) => {
  const { sql, sweep, exists, finishedTask, age } = await scene(t);
  const { id, clip, work } = await finishedTask();
  assert.equal(await sweep(), 0);
  assert.ok(await exists(work), "a node may still be at it");
  await age(id, "11 minutes");
  await sweep();
  assert.deepEqual([await exists(work), await exists(clip)], [false, true]);
  await age(id, "29 days");
  assert.equal(await sweep(), 0);
  assert.ok(await exists(clip));
  await age(id, "30 days 1 minute");
  assert.equal(await sweep(), 1);
  assert.equal(await exists(clip), false);
  const [task] = await sql`select state from tasks where id = ${id}`;
  assert.equal(task?.state, "finished");
  assert.equal(await sweep(), 0, "nothing is looked for twice");
});

test("the files of a task that has not ended are never touched", async (t) => {
  const { sql, account, storage, sweep, exists } = await scene(t);
  const id = await newTask(sql, account.id);
  await newRun(sql, id);
  await storage.write(`tasks/${id}/work/source.bin`, "a source");
  await sql`update tasks set created_at = now() - interval '90 days' where id = ${id}`;
  assert.equal(await sweep(), 0);
  assert.ok(await exists(`tasks/${id}/work/source.bin`));
});

test("an upload goes after 30 days unless an open task needs it", async (t) => {
  const { sql, account, storage, sweep, exists } = await scene(t);
  const upload = async (): Promise<string> => {
    const request = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 5 };
    const { storageKey } = await announceUpload(sql, account.id, request);
    const { signal } = new AbortController();
    await storeUpload(sql, storage, {
      storageKey,
      content: Readable.from(["bytes"]),
      declaredBytes: 5,
      signal,
    });
    return storageKey;
  };
  const [needed, painted, idle] = [await upload(), await upload(), await upload()];
  await newTask(sql, account.id, { request: { source: { kind: "upload", storageKey: needed } } });
  // As generation tasks name the pictures of their input.
  const sources = { image: { kind: "upload", storageKey: painted }, mask: { kind: "url", url: "https://a" } };
  await newTask(sql, account.id, { request: { sources } });
  await sql`update uploads set created_at = now() - interval '31 days'`;
  assert.equal(await sweep(), 1);
  assert.deepEqual([await exists(needed), await exists(painted), await exists(idle)], [true, true, false]);
  await sql`update tasks set state = 'failed', completed_at = now()`;
  assert.equal(await sweep(), 2);
  assert.deepEqual([await exists(needed), await exists(painted)], [false, false]);
});

test("a transcript goes with its row when its time is up", async (t) => {
  const { sql, account, storage, sweep, exists } = await scene(t);
  const keep = async (keptMs: number): Promise<string> => {
    const id = newId("transcript");
    const storageKey = `transcripts/${id}.json`;
    const subject = {
      sourceHash: Buffer.alloc(32),
      quality: null,
      model: "m@1",
      startS: 0,
      endS: 9,
      sourceS: 9,
    };
    await insertTranscript(sql, account.id, { id, storageKey, keptMs, ...subject });
    await storage.write(storageKey, "{}");
    return storageKey;
  };
  const [old, young] = [await keep(-1), await keep(60_000)];
  assert.equal(await sweep(), 1);
  assert.deepEqual([await exists(old), await exists(young)], [false, true]);
  const rows = await sql<{ storage_key: string }[]>`select storage_key from transcripts`;
  assert.deepEqual(
    rows.map((row) => row.storage_key),
    [young],
  );
});

test("a file that no template names any more goes soon, but not while an open task may need it", async (t) => {
  const { sql, account, storage, sweep, exists } = await scene(t);
  const [needed, idle] = [newId("template"), newId("template")];
  const keyOf = (id: string): string => `assets/${id}-logo.png`;
  for (const id of [needed, idle]) {
    await storage.write(keyOf(id), "a logo");
    await insertDiscardedFiles(sql, id, [keyOf(id)]);
  }
  const preview = `templates/${idle}/prv_1/card.webp`;
  await storage.write(preview, "a preview that is in use");
  const task = await newTask(sql, account.id, { kind: "highlight", templateId: needed });
  assert.equal(await sweep(), 0, "links to it may still be followed");
  await sql`update discarded_files set discarded_at = now() - interval '11 minutes'`;
  assert.equal(await sweep(), 1);
  assert.deepEqual([await exists(keyOf(needed)), await exists(keyOf(idle))], [true, false]);
  await sql`update tasks set state = 'failed', completed_at = now() where id = ${task}`;
  assert.equal(await sweep(), 1);
  assert.deepEqual([await exists(keyOf(needed)), await exists(preview)], [false, true]);
});
