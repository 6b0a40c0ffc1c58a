// Backup and restore by command, from one database into another: every row, and what is not rows.
import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { createAccount } from "../../../control-plane/accounts/manage-accounts.ts";
import { grantMoods } from "../../../control-plane/billing/grant-moods.ts";
import { keepSecret } from "../../../deploy/appliance/kept-secrets.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { runAdminHere } from "../../support/control-plane/admin.ts";
import { emptyPlace, openScene, placeOf } from "../../support/control-plane/backup-scene.ts";
import { newTask } from "../../support/control-plane/tasks.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

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

test("a restored database goes on where the other was: ids, sums, counts and triggers", async (t) => {
  const scene = await openScene(t);
  await scene.json("backup", "--to", scene.folder);
  const target = await emptyPlace(t);
  const { stderr } = await target.admin("restore", "--from", scene.folder);
  // What root restores, an appliance of an ordinary user could not read.
  const advice = `chown -R USER: ${target.dataDir}`;
  assert.equal(stderr.includes(advice), process.getuid?.() === 0, stderr);
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

test("a restore that leaves nothing secret in the data folder advises no change of owner", async (t) => {
  const scene = await openScene(t);
  await rm(join(scene.dataDir, "secret"));
  assert.equal((await scene.json("backup", "--to", scene.folder)).withSecret, false);
  const { code, stderr } = await (await emptyPlace(t)).admin("restore", "--from", scene.folder);
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /secret|chown/);
});

test("a restore into a database that cannot be reached says so in one line", async (t) => {
  const scene = await openScene(t);
  await scene.json("backup", "--to", scene.folder);
  // Nobody listens at port 1.
  const env = {
    CLIPMILL_DATABASE_URL: "postgres://a:b@127.0.0.1:1/c",
    CLIPMILL_DATA_DIR: await temporaryFolder(t),
  };
  const { code, stderr } = await runAdminHere(env, "restore", "--from", scene.folder);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^The database at 127\.0\.0\.1:1 cannot be reached now: .+; see CLIPMILL_DATABASE_URL\.\n$/m,
  );
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
