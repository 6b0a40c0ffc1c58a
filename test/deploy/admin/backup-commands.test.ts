// Backup and restore by command, from one database into another: every row, and what is not rows.
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { createAccount } from "../../../control-plane/accounts/manage-accounts.ts";
import { grantMoods } from "../../../control-plane/billing/grant-moods.ts";
import { keepSecret } from "../../../deploy/appliance/kept-secrets.ts";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { type Ended, runAdminHere } from "../../support/control-plane/admin.ts";
import { FINISHED, newRun, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { makePastPeriod } from "../../support/database/periods.ts";
import { dispatch, TEST_POOL } from "../../support/database/queue.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface Place {
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly admin: (...args: readonly string[]) => Promise<Ended>;
  readonly json: (...args: readonly string[]) => Promise<Record<string, unknown>>;
}

async function placeOf(t: TestContext, databaseUrl: string): Promise<Place> {
  const dataDir = await temporaryFolder(t);
  await mkdir(join(dataDir, "storage"));
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 2 });
  t.after(() => sql.end({ timeout: 1 }));
  const env = { CLIPMILL_DATABASE_URL: databaseUrl, CLIPMILL_DATA_DIR: dataDir };
  const admin = (...args: readonly string[]): Promise<Ended> => runAdminHere(env, ...args);
  return {
    sql,
    databaseUrl,
    dataDir,
    admin,
    json: async (...args) => {
      const { code, stdout, stderr } = await admin(...args, "--json");
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout) as Record<string, unknown>;
    },
  };
}

/** An empty database to restore into. */
async function emptyPlace(t: TestContext): Promise<Place> {
  const { databaseUrl } = await createTestDatabase(t, { migrate: false });
  return placeOf(t, databaseUrl);
}

interface Scene extends Place {
  readonly accountId: string;
  readonly finished: string;
  readonly running: string;
  readonly waiting: string;
  readonly folder: string;
}

/** A database with a finished, a running and a waiting task, rows of an old period, and files. */
async function openScene(t: TestContext): Promise<Scene> {
  const { sql, databaseUrl, account } = await accountDatabase(t, "50");
  const place = await placeOf(t, databaseUrl);
  const storage = createFileStorage(join(place.dataDir, "storage"));
  await keepSecret(place.dataDir);
  const period = await makePastPeriod(sql, 100, 70);
  await sql`
    insert into ledger_entries (account_id, kind, moods, note, created_at)
    values (${account.id}, 'adjustment', 0.5, E'old\ttabs\nand \\ lines', ${period.startsAt})`;
  await sql`update accounts set moods_granted = moods_granted + 0.5 where id = ${account.id}`;
  const node = await fakeNode(sql);
  await storage.write("uploads/film", "a film");
  const task = (): Promise<string> =>
    newTask(sql, account.id, { request: { source: { kind: "upload", storageKey: "uploads/film" } } });
  const finished = await task();
  await dispatch(sql);
  await node.report(finished, await newRun(sql, finished), FINISHED);
  await storage.write(`tasks/${finished}/clips/clip_1/video.mp4`, "a clip");
  const running = await task();
  await dispatch(sql);
  await newRun(sql, running);
  await sql`
    update graphile_worker._private_jobs set locked_by = ${TEST_POOL}, locked_at = now(), attempts = 1
    where key = ${running}`;
  const waiting = await task();
  const folder = join(await temporaryFolder(t), "backup");
  return { ...place, sql, accountId: account.id, finished, running, waiting, folder };
}

/** Every table's rows, in an order of their own. */
async function allRows(sql: Sql): Promise<Map<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition`;
  const rows = new Map<string, string[]>();
  for (const { name } of tables) {
    const found = await sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t order by 1`);
    rows.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return rows;
}

/** What a restore changes, or leaves out. */
const OTHERWISE = [
  "operator_actions",
  "runs",
  "graphile_worker._private_jobs",
  "worker_leases",
  "drains",
  "node_models",
  "schema_migrations",
  "graphile_worker.migrations",
];

test("a backup is restored row by row into an empty database, with balances, keys and files", async (t) => {
  const scene = await openScene(t);
  const { folder, finished, running } = scene;
  const before = await allRows(scene.sql);
  const made = await scene.json("backup", "--to", folder, "--with-files");
  assert.deepEqual([made.files, made.withFiles, made.withSecret], [2, true, true]);
  const target = await emptyPlace(t);
  const restored = await target.json("restore", "--from", folder);
  assert.deepEqual(
    [restored.rows, restored.interruptedRuns, restored.restoredFiles, restored.missingFiles],
    [made.rows, 1, 2, 0],
  );
  const after = await allRows(target.sql);
  assert.deepEqual([...after.keys()].sort(), [...before.keys()].sort());
  for (const [name, rows] of before)
    if (!OTHERWISE.includes(name)) assert.deepEqual(after.get(name), rows, name);
  const ended = await target.sql`select state from runs where task_id = ${running}`;
  assert.deepEqual([...ended], [{ state: "interrupted" }]);
  const [job] = await target.sql`
    select locked_by, attempts::int from graphile_worker._private_jobs where key = ${running}`;
  assert.deepEqual({ ...job }, { locked_by: null, attempts: 0 }, "the job of a running task is run again");
  const file = `storage/tasks/${finished}/clips/clip_1/video.mp4`;
  assert.equal(await readFile(join(target.dataDir, file), "utf8"), "a clip");
  assert.equal(await keepSecret(target.dataDir), await keepSecret(scene.dataDir));
  const actions = await target.sql`select action from operator_actions order by id`;
  assert.deepEqual(
    actions.map(({ action }) => action),
    ["backup", "restore"],
    "both are in the log",
  );
});

const needsRoot = process.getuid?.() === 0 ? false : "needs root";

test("what root restores into a storage beside the data folder belongs to the planes' user", {
  skip: needsRoot,
}, async (t) => {
  const scene = await openScene(t);
  await scene.json("backup", "--to", scene.folder, "--with-files");
  const { databaseUrl } = await createTestDatabase(t, { migrate: false });
  const elsewhere = await temporaryFolder(t);
  const [dataDir, storage] = [join(elsewhere, "data"), join(elsewhere, "files")];
  const env = {
    CLIPMILL_DATABASE_URL: databaseUrl,
    CLIPMILL_DATA_DIR: dataDir,
    CLIPMILL_STORAGE: `file:${storage}`,
  };
  const { code, stderr } = await runAdminHere(env, "restore", "--from", scene.folder);
  assert.equal(code, 0, stderr);
  const { uid } = await stat(dataDir);
  assert.notEqual(uid, 0);
  for (const path of ["", ".tmp", "uploads", "uploads/film"]) {
    assert.equal((await stat(join(storage, path))).uid, uid, path);
  }
});

test("a restored database goes on where the other was: ids, sums, counts and triggers", async (t) => {
  const scene = await openScene(t);
  await scene.json("backup", "--to", scene.folder);
  const target = await emptyPlace(t);
  await target.json("restore", "--from", scene.folder);
  const { sql, json } = target;
  const count = async (): Promise<number> => {
    const [row] = await sql<{ tasks: number }[]>`select sum(tasks)::int as tasks from task_counts`;
    return row?.tasks ?? 0;
  };
  assert.equal(await count(), 3);
  await grantMoods(sql, { accountId: scene.accountId, moods: "1", note: null });
  await newTask(sql, scene.accountId);
  assert.equal(await count(), 4, "what is written from now on is counted once");
  assert.equal(((await json("ledger", "check")) as { differences: number }).differences, 0);
  await assert.rejects(sql`delete from ledger_entries`, /never changed/);
  await assert.rejects(sql`delete from accounts`, /never removed/);
  const [old] = await sql<{ place: string }[]>`
    select tableoid::regclass::text as place from ledger_entries where note like 'old%'`;
  assert.match(String(old?.place), /^ledger_entries_p\d{8}$/, "in the partition that it had");
});

test("files that are not there any more are told, with the tasks that they concern", async (t) => {
  const scene = await openScene(t);
  const { folder, finished, running, waiting } = scene;
  await scene.json("backup", "--to", folder);
  const target = await emptyPlace(t);
  const { code, stdout, stderr } = await target.admin("restore", "--from", folder, "--json");
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^Files are missing/m);
  const restored = JSON.parse(stdout) as Record<string, unknown>;
  const clip = `tasks/${finished}/clips/clip_1/video.mp4`;
  assert.deepEqual([restored.missingFiles, restored.missing], [2, ["uploads/film", clip]]);
  assert.deepEqual((restored.concernedTasks as string[]).toSorted(), [finished, running, waiting].sort());
});

test("a database with rows is not restored into, and stays as it is", async (t) => {
  const scene = await openScene(t);
  await scene.json("backup", "--to", scene.folder);
  const other = await placeOf(t, (await createTestDatabase(t)).databaseUrl);
  await other.sql.begin((transaction) =>
    createAccount(transaction, { email: "b@example.com", approve: true }),
  );
  const before = await allRows(other.sql);
  const refused = await other.admin("restore", "--from", scene.folder);
  assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  assert.match(
    refused.stderr,
    /^The database is not empty: there are rows in public\.\w+\. Nothing was changed\.$/m,
  );
  assert.deepEqual(await allRows(other.sql), before);
});

test("a damaged backup, one of another version and one that is not whole restore nothing", async (t) => {
  const scene = await openScene(t);
  const { folder } = scene;
  await scene.json("backup", "--to", folder);
  const target = await emptyPlace(t);
  const restore = async (): Promise<string> => {
    const { code, stderr } = await target.admin("restore", "--from", folder);
    assert.equal(code, 1);
    return stderr;
  };
  const accounts = join(folder, "tables", "public.accounts.copy.gz");
  const [content, manifest] = [await readFile(accounts), await readFile(join(folder, "backup.json"), "utf8")];
  await writeFile(accounts, gzipSync(gunzipSync(content).toString().replace("APPROVED", "PENDING")));
  assert.match(await restore(), /accounts\.copy\.gz is not what was written: the backup is damaged/);
  await writeFile(accounts, content.subarray(0, content.length - 20));
  assert.match(await restore(), /unexpected end of file/);
  await writeFile(accounts, content);
  const inventory = join(folder, "files.jsonl.gz");
  const files = await readFile(inventory);
  await writeFile(inventory, gzipSync(`${gunzipSync(files).toString().split("\n")[0]}\n`));
  assert.match(await restore(), /files\.jsonl\.gz is not what was written: the backup is damaged/);
  await writeFile(inventory, files);
  await writeFile(join(folder, "backup.json"), manifest.replace(/("sha256": ")[0-9a-f]{4}/, "$10000"));
  assert.match(await restore(), /^The backup is of another version/m);
  await rm(join(folder, "backup.json"));
  assert.match(await restore(), /is no whole backup/);
  assert.equal((await target.sql`select from accounts`).length, 0);
  await writeFile(join(folder, "backup.json"), manifest);
  assert.equal((await target.json("restore", "--from", folder)).accounts, 1, "whole again, it is restored");
});

test("a restore that breaks off over the files leaves the database empty, and is made again", async (t) => {
  const scene = await openScene(t);
  const { folder, finished } = scene;
  await scene.json("backup", "--to", folder, "--with-files");
  const target = await emptyPlace(t);
  const tasks = join(target.dataDir, "storage", "tasks");
  // A key's folder is a file there: its content cannot be put into the storage.
  await writeFile(tasks, "");
  const broken = await target.admin("restore", "--from", folder);
  assert.equal(broken.code, 1);
  assert.equal((await target.sql`select from accounts`).length, 0);
  await rm(tasks);
  const restored = await target.json("restore", "--from", folder);
  assert.deepEqual([restored.accounts, restored.missingFiles], [1, 0]);
  const file = `storage/tasks/${finished}/clips/clip_1/video.mp4`;
  assert.equal(await readFile(join(target.dataDir, file), "utf8"), "a clip");
  assert.equal(await keepSecret(target.dataDir), await keepSecret(scene.dataDir));
});

test("a file that was cut off in the backup is missing, and not put into the storage", async (t) => {
  const scene = await openScene(t);
  const { folder, finished } = scene;
  await scene.json("backup", "--to", folder, "--with-files");
  const clip = `tasks/${finished}/clips/clip_1/video.mp4`;
  await writeFile(join(folder, "files", clip), "a c");
  const target = await emptyPlace(t);
  const restored = await target.json("restore", "--from", folder);
  assert.deepEqual([restored.restoredFiles, restored.missing], [1, [clip]]);
});

test("a backup is its user's alone, and takes no folder that is in use", async (t) => {
  const scene = await openScene(t);
  const { folder } = scene;
  await scene.json("backup", "--to", folder, "--with-files");
  for (const name of await readdir(folder, { recursive: true })) {
    const { mode } = await stat(join(folder, name));
    assert.equal(mode & 0o077, 0, name);
  }
  assert.match((await scene.admin("backup", "--to", folder)).stderr, /is not empty: name a new folder/);
  const [told] =
    await scene.sql`select count(*)::int as backups from operator_actions where action = 'backup'`;
  assert.equal(told?.backups, 1, "what was refused is not in the audit log");
  assert.match((await scene.admin("backup")).stderr, /--to is missing/);
  assert.match((await scene.admin("restore", "--from", "/nowhere")).stderr, /is no whole backup/);
});

test("what is written while a backup is made is not in it, or whole", async (t) => {
  const scene = await openScene(t);
  const { sql, accountId, folder } = scene;
  let isOver = false;
  const writes = (async () => {
    while (!isOver) await newTask(sql, accountId).catch(() => undefined);
  })();
  await scene.json("backup", "--to", folder).finally(() => {
    isOver = true;
  });
  await writes;
  const target = await emptyPlace(t);
  await target.json("restore", "--from", folder);
  assert.equal(((await target.json("ledger", "check")) as { differences: number }).differences, 0);
  const [row] = await target.sql<{ amiss: number }[]>`
    select count(*)::int as amiss from tasks t where t.state = 'queued'
      and not exists (select from waiting_tasks w where w.task_id = t.id)
      and not exists (select from graphile_worker._private_jobs j where j.key = t.id)`;
  assert.equal(row?.amiss, 0, "each open task has its place");
});
