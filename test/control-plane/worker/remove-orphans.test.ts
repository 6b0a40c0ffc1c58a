import assert from "node:assert/strict";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Registry } from "prom-client";
import { countFailingRemovals, selectKeptFiles } from "../../../control-plane/db/operators/health-figures.ts";
import { cancelTask } from "../../../control-plane/tasks/end/cancel-task.ts";
import { createExpiryMetrics } from "../../../control-plane/worker/expiry-metrics.ts";
import { removeOrphans } from "../../../control-plane/worker/remove-orphans.ts";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { clipPlanKey, outputKey } from "../../../shared/storage/task-keys.ts";
import { previewKey, storageReference } from "../../../shared/templates/template-files.ts";
import { DEFAULT_RETENTION, logger, oldUploads, scene } from "../../support/control-plane/expired-files.ts";
import { largeClips, reportRunOf } from "../../support/control-plane/large-outputs.ts";
import { finalizeReported, newTask } from "../../support/control-plane/tasks.ts";
import { importTestTemplates, REEL_TEMPLATE } from "../../support/control-plane/templates.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";

function searchIfDue(
  sql: Sql,
  storage: ObjectStorage,
  stopped = new AbortController().signal,
): Promise<number> {
  const metrics = createExpiryMetrics(new Registry());
  return removeOrphans({ sql, storage, logger, metrics, stopped }, DEFAULT_RETENTION);
}

/** The first one of an appliance finds nothing: its day is not over. */
async function searchNow(sql: Sql, storage: ObjectStorage): Promise<number> {
  await sql`update orphan_search set due_at = now()`;
  return searchIfDue(sql, storage);
}

test("a file that no row names goes when it is older than any row would keep it, and no other does", async (t) => {
  const { sql, account, storage, root, sweep, exists, finishedTask, age } = await scene(t);
  const search = (): Promise<number> => searchNow(sql, storage);
  const [upload = ""] = await oldUploads(sql, storage, account.id, 1);
  const [kept, gone] = [await finishedTask(), await finishedTask()];
  await age(gone.id, "31 days");
  assert.equal(await sweep(), 3);
  // What came after its task's files had gone, or without ever getting a row.
  const orphans = [
    gone.clip,
    upload,
    "transcripts/trs_none.json",
    `tasks/${newId("task")}/clips/one/video.mp4`,
  ];
  const strangers = [
    "assets/tmpl_none-logo.png",
    "templates/tmpl_none/prv_1/card.webp",
    "notes/operator.txt",
  ];
  for (const key of [...orphans, ...strangers]) await storage.write(key, "x");
  assert.equal(await search(), 0, "nothing on the first day");
  assert.equal(await search(), 0, "they may be about to be named");
  const longAgo = new Date(Date.now() - 32 * 24 * 3_600_000);
  for (const key of [...orphans, ...strangers, kept.clip]) await utimes(join(root, key), longAgo, longAgo);
  const turns = [searchIfDue(sql, storage), searchIfDue(sql, storage)];
  assert.deepEqual(await Promise.all(turns), [0, 0], "once a day");
  assert.equal(await search(), 4);
  for (const key of orphans) assert.equal(await exists(key), false, key);
  for (const key of [...strangers, kept.clip]) assert.equal(await exists(key), true, key);
});

test("a search that waits for a time that the database's clock was set back from is made at once", async (t) => {
  const { sql, storage, root, exists } = await scene(t);
  const key = "transcripts/trs_none.json";
  await storage.write(key, "x");
  const longAgo = new Date(Date.now() - 32 * 24 * 3_600_000);
  await utimes(join(root, key), longAgo, longAgo);
  await searchIfDue(sql, storage);
  await sql`update orphan_search set due_at = due_at + interval '2 hours'`;
  assert.equal(await searchIfDue(sql, storage), 1);
  assert.equal(await exists(key), false);
});

test("a search that failed, or whose process ended, is made again within the hour and not a day later", async (t) => {
  const { sql, storage, root, exists } = await scene(t);
  const stopping = new AbortController();
  const search = (from: ObjectStorage, stopped?: AbortSignal): Promise<number> =>
    searchIfDue(sql, from, stopped);
  const pass = (time: string): Promise<unknown> =>
    sql`update orphan_search set due_at = due_at - ${time}::interval`;
  const key = "transcripts/trs_none.json";
  await storage.write(key, "x");
  const longAgo = new Date(Date.now() - 32 * 24 * 3_600_000);
  await utimes(join(root, key), longAgo, longAgo);
  await search(storage);
  await pass("1 day");
  const away = { ...storage, list: () => assert.fail("the storage is away") };
  await assert.rejects(search(away), /the storage is away/);
  assert.equal(await search(storage), 0, "not at once");
  await pass("1 hour");
  stopping.abort();
  assert.equal(await search(storage, stopping.signal), 0);
  await pass("1 hour");
  assert.equal(await search(storage), 1);
  assert.equal(await exists(key), false);
  await pass("1 hour");
  await assert.doesNotReject(search(away), "once a day");
});

test("a search goes on where its process ended, and begins anew once it has come to its end", async (t) => {
  const { sql, storage, root, exists } = await scene(t);
  const search = (from: ObjectStorage): Promise<number> => searchNow(sql, from);
  const keys = ["tasks/task_none/a", "transcripts/trs_none.json", "uploads/none"];
  const longAgo = new Date(Date.now() - 32 * 24 * 3_600_000);
  const write = async (): Promise<void> => {
    for (const key of keys) {
      await storage.write(key, "x");
      await utimes(join(root, key), longAgo, longAgo);
    }
  };
  const listed: (readonly [string, string | undefined])[] = [];
  /** A storage of which no more can be listed from this key on. */
  const endingAt = (end: string): ObjectStorage => ({
    ...storage,
    remove: (key) => storage.remove(key),
    async *list(prefix, after) {
      listed.push([prefix, after]);
      for await (const object of storage.list(prefix, after)) {
        if (object.key === end) throw new Error("the process has ended");
        yield object;
      }
    },
  });
  await write();
  await search(storage);
  await assert.rejects(search(endingAt("uploads/none")), /has ended/);
  assert.deepEqual(await Promise.all(keys.map(exists)), [false, false, true]);
  await write();
  listed.length = 0;
  assert.equal(await search(endingAt("")), 1, "what came before that is left to the next one");
  assert.deepEqual(listed, [
    ["transcripts/", "transcripts/trs_none.json"],
    ["uploads/", undefined],
  ]);
  assert.equal(await search(storage), 2);
});

test("searches that come to their end are no removals that fail, however many there were", async (t) => {
  const { sql, storage } = await scene(t);
  const search = (from: ObjectStorage): Promise<number> => searchNow(sql, from);
  for (let day = 0; day < 4; day += 1) await search(storage);
  assert.equal(await countFailingRemovals(sql, 3), 0);
  assert.equal((await selectKeptFiles(sql, 3)).removals, 0, "nor is one waiting");
  const away = { ...storage, list: () => assert.fail("the storage is away") };
  for (let tries = 0; tries < 2; tries += 1) await assert.rejects(search(away), /is away/);
  assert.equal(await countFailingRemovals(sql, 3), 0, "not at once");
  await assert.rejects(search(away), /is away/);
  assert.equal(await countFailingRemovals(sql, 3), 1, "those that fail are");
  assert.equal((await selectKeptFiles(sql, 3)).failingRemovals, 1);
});

test("outputs are kept beyond their task's files, and those of runs that others have overtaken go one day", async (t) => {
  const { sql, account, storage, root, sweep, exists, age } = await scene(t);
  const daysAgo = (days: number): number => Date.now() - days * 24 * 3_600_000;
  /** A task of that day that has ended, with its output, and one of a run that it has nothing of. */
  const taskOf = async (days: number): Promise<{ id: string; own: string; overtaken: string }> => {
    const id = newId("task", daysAgo(days));
    await sql`update tasks set id = ${id} where id = ${await newTask(sql, account.id)}`;
    const overtaken = outputKey(id, newId("run"));
    const outcome = await reportRunOf(sql, storage, id, { output: largeClips(id) });
    assert.ok(outcome.ok && outcome.outputKey !== undefined);
    await storage.write(overtaken, "x");
    for (const key of [outcome.outputKey, overtaken]) {
      await utimes(join(root, key), daysAgo(days) / 1_000, daysAgo(days) / 1_000);
    }
    return { id, own: outcome.outputKey, overtaken };
  };
  const [ended, young] = [await taskOf(32), await taskOf(30)];
  assert.ok(await finalizeReported(sql));
  const open = await taskOf(33);
  const stranger = outputKey(newId("task", daysAgo(34)), newId("run"));
  await storage.write(stranger, "x");
  await utimes(join(root, stranger), daysAgo(34) / 1_000, daysAgo(34) / 1_000);
  for (const { id } of [ended, young]) await age(id, "31 days");
  await sweep();
  const search = (): Promise<number> => searchNow(sql, storage);
  await search();
  assert.equal(await search(), 1);
  assert.equal(await exists(ended.overtaken), false);
  for (const key of [ended.own, young.own, young.overtaken, open.own, open.overtaken, stranger]) {
    assert.ok(await exists(key), key);
  }
});

test("the plan of a job's clips goes one day where the job was cancelled before its node had heard of it", async (t) => {
  const { sql, account, storage, root, exists } = await scene(t);
  const longAgo = Date.now() - 32 * 24 * 3_600_000;
  /** The plan of a job of that day that ended with this. */
  const planOf = async (end: string): Promise<string> => {
    const id = newId("task", longAgo);
    await sql`update tasks set id = ${id} where id = ${await newTask(sql, account.id)}`;
    const key = clipPlanKey(id, "0a1b");
    await storage.write(key, "x");
    await utimes(join(root, key), longAgo / 1_000, longAgo / 1_000);
    if (end === "finished")
      await reportRunOf(sql, storage, id, { output: { notice: null, clips: [], planKey: key } });
    if (end === "cancelled") await cancelTask({ sql, logger }, account.id, "jobs", id);
    assert.equal(await finalizeReported(sql), end === "finished");
    return key;
  };
  const [cancelled, open, finished] = [
    await planOf("cancelled"),
    await planOf("open"),
    await planOf("finished"),
  ];
  const search = (): Promise<number> => searchNow(sql, storage);
  await search();
  assert.equal(await search(), 1);
  assert.deepEqual(await Promise.all([cancelled, open, finished].map(exists)), [false, true, true]);
});

test("of previews those go whose template shows or awaits a later one, and none that it does itself", async (t) => {
  const { sql, storage, root, exists } = await scene(t);
  await fakeNode(sql, [HIGHLIGHT_RENDER]);
  const [templateId = ""] = await importTestTemplates(sql, REEL_TEMPLATE);
  const oldest = Date.now() - 40 * 24 * 3_600_000;
  const [overtaken, shown, lost, awaited, later] = [1, 2, 3, 4, 5].map((day) =>
    newId("preview", oldest + day),
  );
  const keyOf = (id = ""): string => previewKey(templateId, id, "card.webp");
  await sql`
    update templates set preview_id = ${awaited ?? null}, media_url = ${storageReference(keyOf(shown))}
    where id = ${templateId}`;
  const foreign = previewKey("tmpl_none", overtaken ?? "", "card.webp");
  const all = [...[overtaken, shown, lost, awaited, later].map(keyOf), foreign];
  for (const key of all) {
    await storage.write(key, "x");
    await utimes(join(root, key), oldest / 1_000, oldest / 1_000);
  }
  const search = (): Promise<number> => searchNow(sql, storage);
  await search();
  assert.equal(await search(), 2);
  for (const key of all)
    assert.equal(await exists(key), key !== keyOf(overtaken) && key !== keyOf(lost), key);
});
