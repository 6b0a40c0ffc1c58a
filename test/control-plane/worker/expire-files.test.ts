import assert from "node:assert/strict";
import { mkdir, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { Registry } from "prom-client";
import { insertDiscardedFiles } from "../../../control-plane/db/discarded-files.ts";
import { EXPIRY_KINDS } from "../../../control-plane/db/expired-files.ts";
import { announceUpload, storeUpload } from "../../../control-plane/tasks/uploads.ts";
import { expireKind } from "../../../control-plane/worker/expire-files.ts";
import { createExpiryMetrics, type ExpiryMetrics } from "../../../control-plane/worker/expiry-metrics.ts";
import { removeOrphans } from "../../../control-plane/worker/remove-orphans.ts";
import { insertTranscript } from "../../../media-node/db/transcripts.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { StorageRoom } from "../../../shared/storage/room.ts";
import { outputKey } from "../../../shared/storage/task-keys.ts";
import { largeClips, reportRunOf } from "../../support/control-plane/large-outputs.ts";
import { endRun, FINISHED, finalizeReported, newRun, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { insertPlainTasks, rowsRead } from "../../support/database/rows-read.ts";
import { keptLog } from "../../support/kept-log.ts";
import { storageWith } from "../../support/storage-with.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const { logger, lines } = keptLog();
const MANY_TASKS = 20_000;

interface Sweeping {
  readonly stopped?: AbortSignal;
  readonly metrics?: ExpiryMetrics;
}

/** Sweeps every kind once and returns how many things lost their files. */
async function expireAll(
  sql: Sql,
  storage: ObjectStorage,
  { stopped = new AbortController().signal, metrics = createExpiryMetrics(new Registry()) }: Sweeping = {},
): Promise<number> {
  const services = { sql, storage, logger, metrics, stopped };
  const counts = await Promise.all(EXPIRY_KINDS.map((kind) => expireKind(services, kind)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function scene(t: TestContext) {
  const { sql, account } = await accountDatabase(t);
  const root = await temporaryFolder(t);
  const storage = createFileStorage(root);
  const uploads = {
    sql,
    storage,
    room: new StorageRoom(storage, 0),
    quotas: { bytes: 1_000_000, open: 10 },
  };
  const sweep = (): Promise<number> => expireAll(sql, storage);
  const exists = async (key: string): Promise<boolean> => (await storage.stat(key)) !== undefined;
  /** A finished task with a clip and an intermediate file. */
  const finishedTask = async (): Promise<{ id: string; clip: string; work: string }> => {
    const id = await newTask(sql, account.id);
    const runId = await newRun(sql, id);
    await endRun(sql, runId, FINISHED);
    await finalizeReported(sql);
    const [clip, work] = [`tasks/${id}/clips/one/video.mp4`, `tasks/${id}/work/source.bin`];
    await storage.write(clip, "a clip");
    await storage.write(work, "a source");
    return { id, clip, work };
  };
  const age = (id: string, ago: string): Promise<unknown> =>
    sql`update tasks set completed_at = now() - ${ago}::interval where id = ${id}`;
  return { sql, account, storage, root, uploads, sweep, exists, finishedTask, age };
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
  const { sql, uploads, account, sweep, exists } = await scene(t);
  const upload = async (): Promise<string> => {
    const request = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 5 };
    const { storageKey } = await announceUpload(uploads, account.id, request);
    const { signal } = new AbortController();
    await storeUpload(uploads, {
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

test("whether an upload is still needed is found without a look at all open tasks of its account", async (t) => {
  const { sql, account, storage } = await scene(t);
  const [needed, ...others] = await oldUploads(sql, storage, account.id, 50);
  await newTask(sql, account.id, { request: { source: { kind: "upload", storageKey: needed } } });
  await insertPlainTasks(sql, account.id, { count: MANY_TASKS, state: "queued" });
  const kind = EXPIRY_KINDS.find(({ name }) => name === "uploads");
  let due: readonly string[] = [];
  const rows = await rowsRead(sql, "tasks", async (transaction) => {
    due = ((await kind?.claim(transaction, 100)) ?? []).map(({ subject }) => subject);
  });
  assert.deepEqual(due.toSorted(), others.toSorted());
  assert.ok(rows < MANY_TASKS / 100, `${rows} rows`);
});

/** Uploads that were stored 31 days ago, oldest first, and their files. */
async function oldUploads(
  sql: Sql,
  storage: ObjectStorage,
  accountId: string,
  count: number,
): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, index) => `uploads/${accountId}/old-${index}.mp4`);
  await sql`
    insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, stored_at, expires_at, created_at)
    select key, ${accountId}, key, 'a.mp4', 'video/mp4', 1, now(), now(), now() - interval '31 days' + n * interval '1 second'
    from unnest(${keys}::text[]) with ordinality as k (key, n)`;
  await Promise.all(keys.map((key) => storage.write(key, "x")));
  return keys;
}

test("a file that cannot be removed strands no other, and is tried again after a growing wait", async (t) => {
  const { sql, account, storage, exists } = await scene(t);
  const keys = await oldUploads(sql, storage, account.id, 101);
  const stuck = keys[3] ?? "";
  let isBroken = true;
  let tries = 0;
  const failing = storageWith(storage, {
    remove: async (key) => {
      if (key === stuck) tries += 1;
      if (key === stuck && isBroken) throw new Error("input/output error");
      await storage.remove(key);
    },
  });
  const registry = new Registry();
  const metrics = createExpiryMetrics(registry);
  const marked = async (): Promise<number> =>
    (await sql`select from uploads where removed_at is not null`).length;
  assert.equal(await expireAll(sql, failing, { metrics }), 100);
  assert.deepEqual([await marked(), await exists(stuck), tries], [100, true, 1]);
  const told = await registry.metrics();
  assert.match(told, /clipmill_file_removals_total\{kind="uploads",outcome="removed"\} 100\n/);
  assert.match(told, /clipmill_file_removals_total\{kind="uploads",outcome="failed"\} 1\n/);
  assert.match(told, /clipmill_file_removals_pending\{kind="uploads"\} 1\n/);
  assert.ok(lines.some((line) => line.target === stuck && line.attempts === 1 && line.level === 40));
  assert.equal(await expireAll(sql, failing), 0);
  assert.equal(tries, 1, "not at once");
  const waits: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await sql`update file_removals set retry_at = now()`;
    await expireAll(sql, failing);
    const [row] = await sql<{ wait: number }[]>`
      select round(extract(epoch from retry_at - now()) / 60)::integer as wait from file_removals`;
    waits.push(row?.wait ?? 0);
  }
  assert.deepEqual(waits, [4, 8, 16]);
  isBroken = false;
  await sql`update file_removals set retry_at = now()`;
  assert.equal(await expireAll(sql, failing), 1);
  assert.deepEqual([await marked(), await exists(stuck)], [101, false]);
  assert.equal((await sql`select from file_removals`).length, 0);
});

test("one sweep removes all that is due, and two control planes share it", async (t) => {
  const { sql, account, storage } = await scene(t);
  await oldUploads(sql, storage, account.id, 600);
  const removals = new Map<string, number>();
  const counting = storageWith(storage, {
    remove: async (key) => {
      removals.set(key, (removals.get(key) ?? 0) + 1);
      await storage.remove(key);
    },
  });
  const [one, other] = await Promise.all([expireAll(sql, counting), expireAll(sql, counting)]);
  assert.equal(one + other, 600);
  assert.ok(one > 0 && other > 0, `${one} and ${other}`);
  assert.equal(removals.size, 600);
  assert.deepEqual([...new Set(removals.values())], [1], "nothing is removed twice");
});

test("a removal that hangs holds up no other kind, nor the stop", async (t) => {
  const { sql, account, storage, finishedTask, age, exists } = await scene(t);
  const [upload = ""] = await oldUploads(sql, storage, account.id, 1);
  const { id, work } = await finishedTask();
  await age(id, "11 minutes");
  const hanging = storageWith(storage, {
    remove: (key) => (key === upload ? new Promise(() => undefined) : storage.remove(key)),
  });
  const stopping = new AbortController();
  const sweeps = expireAll(sql, hanging, { stopped: stopping.signal });
  await until("the work files to go", async () => !(await exists(work)));
  stopping.abort();
  await sweeps;
  const [row] = await sql`select removed_at from uploads`;
  assert.equal(row?.removed_at, null, "what is not gone is not marked");
});

test("a process that dies between the removal and the mark leaves work for the next", async (t) => {
  const { sql, account, storage, sweep, exists } = await scene(t);
  const [upload = ""] = await oldUploads(sql, storage, account.id, 1);
  const kind = EXPIRY_KINDS.find(({ name }) => name === "uploads");
  assert.equal((await kind?.claim(sql, 10))?.length, 1);
  await storage.remove(upload);
  assert.equal(await sweep(), 0, "it may be alive");
  await sql`update file_removals set retry_at = now()`;
  assert.equal(await sweep(), 1);
  assert.equal(await exists(upload), false);
});

test("an announced upload that never came goes after its time, with what a dead process placed", async (t) => {
  const { sql, uploads, account, storage, sweep, exists } = await scene(t);
  const request = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 5 };
  const { storageKey } = await announceUpload(uploads, account.id, request);
  await storage.write(storageKey, "bytes");
  await sql`update uploads set expires_at = now() - interval '6 hours'`;
  assert.equal(await sweep(), 0, "a PUT may still be under way");
  await sql`update uploads set expires_at = now() - interval '6 hours 11 minutes'`;
  assert.equal(await sweep(), 1);
  assert.equal(await exists(storageKey), false);
  const late = storeUpload(uploads, {
    storageKey,
    content: Readable.from([Buffer.from("bytes")]),
    declaredBytes: 5,
    signal: new AbortController().signal,
  });
  await assert.rejects(late, { code: "NOT_FOUND" });
  assert.equal(await exists(storageKey), false);
});

test("content that comes when its announcement has just been removed does not stay", async (t) => {
  const { sql, uploads, account, exists } = await scene(t);
  const request = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 5 };
  const { storageKey } = await announceUpload(uploads, account.id, request);
  async function* content(): AsyncGenerator<Buffer> {
    await sql`update uploads set removed_at = now()`;
    yield Buffer.from("bytes");
  }
  const stored = storeUpload(uploads, {
    storageKey,
    content: Readable.from(content()),
    declaredBytes: 5,
    signal: new AbortController().signal,
  });
  await assert.rejects(stored, { code: "NOT_FOUND" });
  assert.equal(await exists(storageKey), false);
});

test("a file that no row names goes when it is older than any row would keep it, and no other does", async (t) => {
  const { sql, account, storage, root, sweep, exists, finishedTask, age } = await scene(t);
  const services = { sql, storage, logger, metrics: createExpiryMetrics(new Registry()) };
  const search = async (): Promise<number> => {
    await sql`update file_removals set retry_at = now() where kind = 'orphans'`;
    return removeOrphans({ ...services, stopped: new AbortController().signal });
  };
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
  const turns = [removeOrphans, removeOrphans].map((turn) =>
    turn({ ...services, stopped: new AbortController().signal }),
  );
  assert.deepEqual(await Promise.all(turns), [0, 0], "once a day");
  assert.equal(await search(), 4);
  for (const key of orphans) assert.equal(await exists(key), false, key);
  for (const key of [...strangers, kept.clip]) assert.equal(await exists(key), true, key);
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
  const services = { sql, storage, logger, metrics: createExpiryMetrics(new Registry()) };
  const search = async (): Promise<number> => {
    await sql`update file_removals set retry_at = now() where kind = 'orphans'`;
    return removeOrphans({ ...services, stopped: new AbortController().signal });
  };
  await search();
  assert.equal(await search(), 1);
  assert.equal(await exists(ended.overtaken), false);
  for (const key of [ended.own, young.own, young.overtaken, open.own, open.overtaken, stranger]) {
    assert.ok(await exists(key), key);
  }
});

test("a storage that is away loses nothing: what cannot be seen is not marked as gone", async (t) => {
  const { sql, account, storage, root, sweep, exists } = await scene(t);
  const [upload = ""] = await oldUploads(sql, storage, account.id, 1);
  await rename(root, `${root}-away`);
  t.after(() => rm(`${root}-away`, { recursive: true, force: true }));
  await mkdir(root);
  assert.equal(await sweep(), 0);
  await rm(root, { recursive: true });
  await rename(`${root}-away`, root);
  assert.ok(await exists(upload));
  await sql`update file_removals set retry_at = now()`;
  assert.equal(await sweep(), 1);
  assert.equal(await exists(upload), false);
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
