import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { readControlPlaneConfig } from "../../../control-plane/config.ts";
import { expiryKinds } from "../../../control-plane/db/expired-files.ts";
import type { DueFiles } from "../../../control-plane/db/expiry-kind.ts";
import { announceUpload } from "../../../control-plane/tasks/uploads/announce-upload.ts";
import { storeUpload } from "../../../control-plane/tasks/uploads/store-upload.ts";
import { newId } from "../../../shared/ids.ts";
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";
import {
  DEFAULT_KINDS,
  DEFAULT_RETENTION,
  expireAll,
  oldUploads,
  scene,
} from "../../support/control-plane/expired-files.ts";
import { newTask } from "../../support/control-plane/tasks.ts";
import { insertPlainTasks, rowsRead } from "../../support/database/rows-read.ts";
import { statementsThatWait } from "../../support/database/waiting-statements.ts";
import { until } from "../../support/until.ts";

const MANY_TASKS = 20_000;

test("an upload goes after 30 days unless an open task needs it", async (t) => {
  const { sql, uploads, account, sweep, exists } = await scene(t);
  const upload = async (): Promise<string> => {
    const request = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 5 };
    const { storageKey } = await announceUpload(uploads, account.id, request);
    const { signal } = new AbortController();
    await storeUpload(uploads, {
      storageKey,
      content: Readable.from([Buffer.from("bytes")]),
      declaredBytes: 5,
      signal,
    });
    return storageKey;
  };
  const [needed, painted, idle] = [await upload(), await upload(), await upload()];
  await newTask(sql, account.id, { request: { source: { kind: "upload", storageKey: needed } } });
  // As generation tasks name the images of their input.
  const sources = { image: { kind: "upload", storageKey: painted }, mask: { kind: "url", url: "https://a" } };
  await newTask(sql, account.id, { request: { sources } });
  await sql`update uploads set created_at = now() - interval '31 days', stored_at = now() - interval '31 days'`;
  assert.equal(await sweep(), 1);
  assert.deepEqual([await exists(needed), await exists(painted), await exists(idle)], [true, true, false]);
  await sql`update tasks set state = 'failed', completed_at = now()`;
  assert.equal(await sweep(), 2);
  assert.deepEqual([await exists(needed), await exists(painted)], [false, false]);
});

test("an upload that a task needs which comes while it is claimed is not removed", async (t) => {
  const { sql, account, storage } = await scene(t);
  const [needed = "", idle = ""] = await oldUploads(sql, storage, account.id, 2);
  const kind = DEFAULT_KINDS.find(({ name }) => name === "uploads");
  let claiming: Promise<DueFiles[]> | undefined;
  // The claim has looked for tasks by then, and waits for what becomes of another one.
  await sql.begin(async (transaction) => {
    await transaction`insert into file_removals values ('uploads', ${needed}, 1, now())`;
    claiming = kind?.claim(sql, 10);
    await until("the claim to wait", async () => (await statementsThatWait(sql)) === 1);
    await newTask(sql, account.id, { request: { source: { kind: "upload", storageKey: needed } } });
    await transaction`delete from file_removals`;
  });
  assert.deepEqual(await claiming, [{ subject: idle, attempts: 1 }]);
  const claims = await sql`select subject from file_removals`;
  assert.deepEqual([...claims], [{ subject: idle }], "the other may be named in further tasks");
});

test("whether an upload is still needed is found without a look at all open tasks of its account", async (t) => {
  const { sql, account, storage } = await scene(t);
  const [needed, ...others] = await oldUploads(sql, storage, account.id, 50);
  await newTask(sql, account.id, { request: { source: { kind: "upload", storageKey: needed } } });
  await insertPlainTasks(sql, account.id, { count: MANY_TASKS, state: "queued" });
  const kind = DEFAULT_KINDS.find(({ name }) => name === "uploads");
  let due: readonly string[] = [];
  const rows = await rowsRead(sql, "tasks", async (transaction) => {
    due = ((await kind?.claim(transaction, 100)) ?? []).map(({ subject }) => subject);
  });
  assert.deepEqual(due.toSorted(), others.toSorted());
  assert.ok(rows < MANY_TASKS / 100, `${rows} rows`);
});

test("claims at the same time look at old uploads that are needed one behind another", async (t) => {
  const { sql, account, storage } = await scene(t);
  const perLook = STORAGE_LIMITS.uploadsPerLook;
  await sql`
    insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, stored_at, expires_at, created_at)
    select key, ${account.id}, key, 'a.mp4', 'video/mp4', 1, now() - interval '40 days', now(),
      now() - interval '40 days' + n * interval '1 second'
    from (select n, 'uploads/needed-' || n as key from generate_series(1, ${2 * perLook}) as n) k`;
  await sql`
    insert into tasks (id, account_id, kind, state, request, request_hash, base_moods, charged_moods)
    select ${newId("task").slice(0, -6)} || lpad(n::text, 6, '0'), ${account.id}, 'clip', 'queued',
      jsonb_build_object('source', jsonb_build_object('kind', 'upload', 'storageKey', 'uploads/needed-' || n)), '\\x00', 1, 1
    from generate_series(1, ${2 * perLook}) as n`;
  const [behind = ""] = await oldUploads(sql, storage, account.id, 1);
  const kind = expiryKinds(DEFAULT_RETENTION).find(({ name }) => name === "uploads");
  const claimed = await Promise.all(Array.from({ length: 3 }, () => kind?.claim(sql, 25)));
  assert.deepEqual(
    claimed.map((due) => due?.map(({ subject }) => subject)),
    [[], [], [behind]],
  );
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

test("how long uploads, results and intermediate files are kept is what the settings say", async (t) => {
  const { sql, storage, account, finishedTask, age, exists } = await scene(t);
  const config = readControlPlaneConfig({
    CLIPMILL_DATABASE_URL: "postgres://localhost/none",
    CLIPMILL_SECRET: "s".repeat(32),
    CLIPMILL_UPLOADS_KEPT_DAYS: "40",
    CLIPMILL_RESULTS_KEPT_DAYS: "2",
    CLIPMILL_WORK_KEPT_MINUTES: "60",
  });
  const [upload = ""] = await oldUploads(sql, storage, account.id, 1);
  const [recent, old] = [await finishedTask(), await finishedTask()];
  await age(recent.id, "50 minutes");
  await age(old.id, "3 days");
  await expireAll(sql, storage, { kinds: expiryKinds(config.fileRetention) });
  assert.deepEqual(await Promise.all([upload, recent.clip, recent.work, old.clip, old.work].map(exists)), [
    true,
    true,
    true,
    false,
    false,
  ]);
  await sql`update uploads set stored_at = now() - interval '41 days', created_at = now() - interval '42 days'`;
  await expireAll(sql, storage, { kinds: expiryKinds(config.fileRetention) });
  assert.equal(await exists(upload), false);
});
