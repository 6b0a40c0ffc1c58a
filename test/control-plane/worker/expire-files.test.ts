import assert from "node:assert/strict";
import { test } from "node:test";
import { insertDiscardedFiles } from "../../../control-plane/db/expired-files.ts";
import { countFailingRemovals, selectKeptFiles } from "../../../control-plane/db/operators/health-figures.ts";
import { cancelTask } from "../../../control-plane/tasks/end/cancel-task.ts";
import { insertTranscript } from "../../../media-node/db/transcripts.ts";
import { newId } from "../../../shared/ids.ts";
import { sourcePrefix, taskPrefix } from "../../../shared/storage/task-keys.ts";
import { expireAll, logger, oldUploads, scene } from "../../support/control-plane/expired-files.ts";
import { newRun, newTask } from "../../support/control-plane/tasks.ts";
import { storageWith } from "../../support/storage/storage-with.ts";

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

test("what clips could be rendered from goes with the intermediate files, unless a render of them is open", async (t) => {
  const { sql, account, storage, sweep, exists, finishedTask, age } = await scene(t);
  const [free, needed] = [await finishedTask(), await finishedTask()];
  const sourceOf = (id: string): string => `${sourcePrefix(id)}source.bin`;
  for (const { id } of [free, needed]) {
    await storage.write(sourceOf(id), "a source");
    await age(id, "11 minutes");
  }
  const source = { kind: "upload", storageKey: sourceOf(needed.id) };
  const jobs = [{ storageKey: taskPrefix(needed.id) }];
  const render = await newTask(sql, account.id, { request: { source, jobs } });
  await sweep();
  assert.deepEqual([await exists(sourceOf(free.id)), await exists(sourceOf(needed.id))], [false, true]);
  await age(needed.id, "31 days");
  await sweep();
  assert.ok((await exists(sourceOf(needed.id))) && (await exists(needed.clip)), "nor with the results");
  await sql`update tasks set state = 'failed', completed_at = now() where id = ${render}`;
  await sweep();
  assert.deepEqual([await exists(sourceOf(needed.id)), await exists(needed.clip)], [false, false]);
});

test("all files of a task that was cancelled go within minutes, and what its node writes late goes as well", async (t) => {
  const { sql, account, storage, sweep, exists } = await scene(t);
  const [clip, late] = ["clips/one/video.mp4", "clips/two/video.mp4"];
  const id = await newTask(sql, account.id);
  await newRun(sql, id);
  const waiting = await newTask(sql, account.id);
  await storage.write(`${taskPrefix(id)}${clip}`, "a clip");
  for (const taskId of [id, waiting]) await cancelTask({ sql, logger }, account.id, "jobs", taskId);
  assert.equal(await sweep(), 0, "its node may not have heard of it yet");
  const sweepLater = async (): Promise<void> => {
    await sql`update file_removals set retry_at = now()`;
    await sweep();
  };
  await sweepLater();
  assert.equal(await exists(`${taskPrefix(id)}${clip}`), false);
  await storage.write(`${taskPrefix(id)}${late}`, "another clip");
  await sweepLater();
  assert.equal(await exists(`${taskPrefix(id)}${late}`), false);
  const [repeated] = await sql<{ attempts: number }[]>`select attempts from file_removals`;
  assert.equal(
    await countFailingRemovals(sql, repeated?.attempts ?? 0),
    0,
    "what is repeated has not failed",
  );
  await sql`update tasks set completed_at = now() - interval '11 minutes'`;
  await sweepLater();
  const removals = await sql`select from file_removals`;
  assert.equal(removals.length, 0);
  const [task] = await sql`select state, files_removed_at, deleted_at from tasks where id = ${id}`;
  assert.deepEqual([task?.state, task?.deleted_at], ["failed", null]);
  assert.ok(task?.files_removed_at);
});

test("of uploads that clients have removed those fail whose files have not gone yet", async (t) => {
  const { sql, account, storage } = await scene(t);
  const [gone = "", left = ""] = await oldUploads(sql, storage, account.id, 2);
  await sql`update uploads set removed_at = now() where storage_key = ${gone}`;
  await sql`
    insert into file_removals (kind, subject, attempts, retry_at)
    values ('deleted-uploads', ${`${gone} parts`}, 3, now()), ('deleted-uploads', ${`${left} parts`}, 3, now())`;
  assert.equal(await countFailingRemovals(sql, 3), 1);
  const { removals, failingRemovals } = await selectKeptFiles(sql, 3);
  assert.deepEqual([removals, failingRemovals], [2, 1]);
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

test("one sweep removes all that is due, and two control planes share it", async (t) => {
  const { sql, account, storage } = await scene(t);
  await oldUploads(sql, storage, account.id, 600);
  const removals = new Map<string, number>();
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const planes = begun.map(({ resolve }) =>
    storageWith(storage, {
      remove: async (key) => {
        removals.set(key, (removals.get(key) ?? 0) + 1);
        // Neither goes on before the other has taken some.
        resolve();
        await Promise.all(begun.map(({ promise }) => promise));
        await storage.remove(key);
      },
    }),
  );
  const counts = await Promise.all(planes.map((plane) => expireAll(sql, plane)));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    600,
  );
  assert.equal(removals.size, 600);
  assert.deepEqual([...new Set(removals.values())], [1], "nothing is removed twice");
});

test("a transcript goes with its row when its time is up", async (t) => {
  const { sql, account, storage, sweep, exists } = await scene(t);
  const taskId = await newTask(sql, account.id);
  const run = { taskId, runId: await newRun(sql, taskId) };
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
      soundTrack: null,
    };
    assert.ok(await insertTranscript(sql, run, { id, storageKey, keptMs, ...subject }));
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
