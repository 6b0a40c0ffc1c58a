// What a media node's role may do. That all its statements work is shown by the tests of the media node, which run
// with it.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { ADVISORY_LOCKS } from "../../../../shared/db/advisory-locks.ts";
import { connectDatabase } from "../../../../shared/db/connect.ts";
import { ensureMediaLogin } from "../../../../shared/db/schema/media-role.ts";
import { migrateDatabase } from "../../../../shared/db/schema/migrate.ts";
import { waitForSchema } from "../../../../shared/db/schema/wait-for-schema.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { emptyDatabase, ONE } from "../../../support/database/migrations.ts";
import { createTestDatabase } from "../../../support/database/test-database.ts";

const DENIED = { code: "42501" };
const logger = createLogger("test", "silent");

test("a media node's role changes neither money, keys, accounts, deliveries nor uploads, nor a task's price", async (t) => {
  const { sql, nodeSql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
  const closed = tables.map(({ name }) => name).filter((name) => !NODE_TABLES.has(name));
  for (const name of ["users", "accounts", "api_keys", "ledger_entries", "webhook_deliveries", "uploads"]) {
    assert.ok(closed.includes(name), name);
  }
  for (const name of closed) {
    const table = nodeSql(name);
    await assert.rejects(nodeSql`select from ${table}`, DENIED, name);
    await assert.rejects(nodeSql`insert into ${table} default values`, DENIED, name);
    await assert.rejects(nodeSql`delete from ${table}`, DENIED, name);
    await assert.rejects(nodeSql`truncate ${table}`, DENIED, name);
  }
  await assert.rejects(nodeSql`update accounts set moods_granted = moods_granted + 1`, DENIED);
  await assert.rejects(nodeSql`update api_keys set revoked_at = null`, DENIED);
  await assert.rejects(nodeSql`update ledger_entries set moods = 0`, DENIED);
  await assert.rejects(nodeSql`update tasks set charged_moods = 0 where id = ${taskId}`, DENIED);
  await assert.rejects(nodeSql`update tasks set account_id = 'another' where id = ${taskId}`, DENIED);
  await assert.rejects(nodeSql`delete from tasks where id = ${taskId}`, DENIED);
  await assert.rejects(nodeSql`create table public.mine (id integer)`, DENIED);
  await assert.rejects(nodeSql`alter role current_user createrole`, DENIED);
  await assert.rejects(nodeSql`delete from schema_migrations`, DENIED);
  await assert.rejects(nodeSql`delete from drains`, DENIED, "who drains it is an operator");
  await assert.rejects(nodeSql`insert into model_installs default values`, DENIED, "who asks is an operator");
  await assert.rejects(nodeSql`update model_installs set model = 'another'`, DENIED);
  for (const statement of ["select from", "delete from", "truncate"]) {
    await assert.rejects(nodeSql.unsafe(`${statement} reported_runs`), DENIED, "it reports, and no more");
  }
});

/** What a node writes to or reads; everything else is closed to it, new tables too. */
const NODE_TABLES = new Set([
  "drains",
  "tasks",
  "runs",
  "reported_runs",
  "worker_leases",
  "models",
  "model_offers",
  "queue_job_offers",
  "transcripts",
  "catalogue_models",
  "node_models",
  "model_installs",
  "schema_migrations",
]);

test("privileges that were granted by the way are taken back by the next migration", async (t) => {
  const { sql, databaseUrl, nodeSql } = await accountDatabase(t);
  await sql`grant update on accounts to clipmill_media`;
  await nodeSql`update accounts set moods_granted = 0`;
  await migrateDatabase(databaseUrl);
  await assert.rejects(nodeSql`update accounts set moods_granted = moods_granted`, DENIED);
});

test("a login keeps its name and gets its password anew, and two appliances have two", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const [one, other] = [randomBytes(8).toString("hex"), randomBytes(8).toString("hex")];
  const first = await ensureMediaLogin(databaseUrl, one);
  assert.equal(await ensureMediaLogin(databaseUrl, one), first);
  assert.notEqual(
    new URL(String(await ensureMediaLogin(databaseUrl, other))).username,
    new URL(String(first)).username,
  );
});

test("a database whose owner may not make roles is migrated all the same, and the node's login is not made", async (t) => {
  const { databaseUrl } = await createTestDatabase(t, { migrate: false });
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  const owner = `owner_${randomBytes(4).toString("hex")}`;
  await sql.unsafe(`create role ${owner} login password 'own'`);
  await sql.unsafe(`alter database ${new URL(databaseUrl).pathname.slice(1)} owner to ${owner}`);
  const ownerUrl = new URL(databaseUrl);
  ownerUrl.username = owner;
  ownerUrl.password = "own";
  await migrateDatabase(ownerUrl.href);
  assert.equal(await ensureMediaLogin(ownerUrl.href, randomBytes(8).toString("hex")), undefined);
  assert.equal((await sql`select from pg_tables where tablename = 'tasks'`).length, 1);
});

test("a media node waits for a control plane to migrate, and says so when none does in time", async (t) => {
  const { databaseUrl } = await createTestDatabase(t, { migrate: false });
  await assert.rejects(waitForSchema(databaseUrl, logger, { timeoutMs: 0 }), {
    message: /not ready for media nodes: migration 0001-.* has not been applied yet/,
  });
  const waiting = waitForSchema(databaseUrl, logger);
  await migrateDatabase(databaseUrl);
  await waiting;
});

test("a media node whose privileges come after the tables waits for them", async (t) => {
  const { databaseUrl, sql } = await emptyDatabase(t);
  const login = `node_${randomBytes(4).toString("hex")}`;
  await sql.unsafe(`create role ${login} login password 'early'`);
  const url = new URL(databaseUrl);
  url.username = login;
  url.password = "early";
  await migrateDatabase(databaseUrl, { migrations: [ONE] });
  const wait = { timeoutMs: 0, migrations: [ONE] };
  await assert.rejects(waitForSchema(url.href, logger, wait), {
    message: /not ready for media nodes: this login may not read schema_migrations/,
  });
  await sql.unsafe(`grant select on schema_migrations to ${login}`);
  await waitForSchema(url.href, logger, wait);
});

test("a media node waits for its queue and its privileges, and not for a newer version's migrations", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  await sql`select pg_advisory_lock(${ADVISORY_LOCKS.migrations})`;
  await sql`insert into schema_migrations (version, name, sha256) values (9999, 'later', '')`;
  await waitForSchema(databaseUrl, logger, { timeoutMs: 0 });
  await sql`update schema_migrations set ready_at = null`;
  await assert.rejects(waitForSchema(databaseUrl, logger, { timeoutMs: 0 }), {
    message: /a control plane is migrating/,
  });
});
