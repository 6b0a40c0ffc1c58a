import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { ADVISORY_LOCKS } from "../../../../shared/db/advisory-locks.ts";
import { connectDatabase } from "../../../../shared/db/connect.ts";
import { listMigrations, readMigration } from "../../../../shared/db/schema/list-migrations.ts";
import { migrateDatabase, migrateTables } from "../../../../shared/db/schema/migrate.ts";
import { waitForSchema } from "../../../../shared/db/schema/wait-for-schema.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { emptyDatabase, migration, ONE } from "../../../support/database/migrations.ts";
import { createTestDatabase } from "../../../support/database/test-database.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { until } from "../../../support/until.ts";

const TWO = migration(2, "alter table one add column more text");
const TOO_OLD =
  /^StartError: This version of Clipmill is too old for the database: it knows the migrations up to 1, and 0003-test\.sql.* needs code that knows migration 2\. Start the newer version/;
const silent = createLogger("test", "silent");

test("the migrations of this version are numbered from 1 without a gap", () => {
  const versions = listMigrations().map(({ version }) => version);
  assert.ok(versions.length > 0);
  assert.deepEqual(
    versions,
    versions.map((_, index) => index + 1),
  );
});

test("six processes that start at once migrate the database once", async (t) => {
  const { databaseUrl, versions } = await emptyDatabase(t);
  await Promise.all(Array.from({ length: 6 }, () => migrateDatabase(databaseUrl)));
  assert.deepEqual(
    await versions(),
    listMigrations().map(({ version }) => version),
  );
});

test("a newer version's migrations are added to what is there", async (t) => {
  const { databaseUrl, sql, versions } = await emptyDatabase(t);
  await migrateDatabase(databaseUrl, { migrations: [ONE] });
  await sql`insert into one values (42)`;
  await migrateDatabase(databaseUrl, { migrations: [ONE, TWO] });
  assert.deepEqual(await versions(), [1, 2]);
  assert.deepEqual([...(await sql`select id, more from one`)], [{ id: 42, more: null }]);
});

test("a released migration whose file was changed is refused by name", async (t) => {
  const { databaseUrl } = await emptyDatabase(t);
  await migrateDatabase(databaseUrl, { migrations: [ONE] });
  const migrations = [migration(1, "create table one (id bigint)")];
  await assert.rejects(
    migrateDatabase(databaseUrl, { migrations }),
    /^StartError: Migration 0001-test\.sql changed/,
  );
});

test("a database of before the first release, which had other migrations, is refused with what to do", async (t) => {
  const { databaseUrl } = await emptyDatabase(t);
  await migrateDatabase(databaseUrl, {
    migrations: [readMigration("0001-first.sql", ONE.text.toUpperCase())],
  });
  await assert.rejects(
    migrateDatabase(databaseUrl, { migrations: [ONE] }),
    /^StartError: This database was made by a version .* from before its first release.*: start with an empty one/,
  );
});

test("a database with a migration of a version beside this one is refused with the names of both", async (t) => {
  const { databaseUrl } = await emptyDatabase(t);
  const theirs = readMigration("0012-theirs.sql", "create table theirs (id integer)");
  await migrateDatabase(databaseUrl, { migrations: [ONE, theirs] });
  await assert.rejects(
    migrateDatabase(databaseUrl, { migrations: [ONE, migration(12, "create table ours (id integer)")] }),
    /^StartError: The database has migration 0012-theirs\.sql where this version of Clipmill has 0012-test\.sql: /,
  );
});

test("nothing remains of a migration that fails in the middle, and the next start tries it again", async (t) => {
  const { databaseUrl, sql, versions } = await emptyDatabase(t);
  const broken = migration(2, "create table two (id integer); select 1 / 0; create table three (id integer)");
  await assert.rejects(migrateDatabase(databaseUrl, { migrations: [ONE, broken] }), { code: "22012" });
  assert.deepEqual(await versions(), [1]);
  const [row] = await sql`select to_regclass('two') as two`;
  assert.equal(row?.two, null);
  await migrateDatabase(databaseUrl, { migrations: [ONE, migration(2, "create table two (id integer)")] });
  assert.deepEqual(await versions(), [1, 2]);
});

test("an older replica that restarts goes on with a newer database, and leaves it as it is", async (t) => {
  const { databaseUrl, versions } = await emptyDatabase(t);
  await migrateDatabase(databaseUrl, { migrations: [ONE, TWO] });
  await migrateDatabase(databaseUrl, { migrations: [ONE] });
  await waitForSchema(databaseUrl, silent, { timeoutMs: 0, migrations: [ONE] });
  assert.deepEqual(await versions(), [1, 2]);
});

test("an older replica takes no privilege from a newer version's media nodes", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const later = migration(9_999, "create table later (id integer)");
  await migrateDatabase(databaseUrl, { migrations: [...listMigrations(), later] });
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  // What the newer version's own list of privileges would say.
  await sql`grant select on later to clipmill_media`;
  await migrateDatabase(databaseUrl);
  const [row] = await sql`select has_table_privilege('clipmill_media', 'later', 'select') as kept`;
  assert.equal(row?.kept, true);
});

/** What `pg` keeps to itself. */
interface OpenPool extends pg.Pool {
  readonly _clients: readonly { readonly processID: number }[];
}

test("a connection of the queue's migrations that breaks before it is closed ends no process", async (t) => {
  const { databaseUrl, sql } = await emptyDatabase(t);
  const end: () => Promise<void> = pg.Pool.prototype.end;
  let broken = 0;
  t.mock.method(pg.Pool.prototype, "end", async function (this: OpenPool) {
    for (const { processID } of this._clients) {
      await sql`select pg_terminate_backend(${processID})`;
      broken += 1;
    }
    await until("the broken connections to be seen", () => this.totalCount === 0);
    await end.call(this);
  });
  const { logger, lines } = keptLog();
  await migrateTables(databaseUrl, { migrations: [ONE], logger });
  await until("the break to be told", () =>
    lines.some(({ msg }) => msg.includes("connection of the queue broke")),
  );
  assert.equal(broken, 1);
});

test("a migration that breaks older code keeps just that code away, and says what to do", async (t) => {
  const { databaseUrl } = await emptyDatabase(t);
  const breaking = migration(
    3,
    "-- The column is read no more since 2.\n-- needs: 2\nalter table one drop column id",
  );
  await migrateDatabase(databaseUrl, { migrations: [ONE, TWO, breaking] });
  await migrateDatabase(databaseUrl, { migrations: [ONE, TWO] });
  await assert.rejects(migrateDatabase(databaseUrl, { migrations: [ONE] }), TOO_OLD);
  await assert.rejects(waitForSchema(databaseUrl, silent, { timeoutMs: 0, migrations: [ONE] }), TOO_OLD);
});

test("what a migration's head says of older code must be understood", () => {
  assert.equal(migration(7, "-- About 7.\n\n-- needs: 6\ndrop table one").needs, 6);
  assert.equal(migration(7, "create table one (id integer);\n-- needs: 6").needs, 0, "not in its head");
  for (const line of ["-- needs 6", "-- needs: 8", "-- needs: 0", "--needs: 6"]) {
    assert.throws(
      () => readMigration("0007-x.sql", `${line}\nselect 1`),
      /0007-x\.sql: ".*" must be "-- needs: N"/,
    );
  }
});

test("a replica that misses nothing does not wait for one that migrates", async (t) => {
  const { databaseUrl, sql } = await emptyDatabase(t);
  await migrateDatabase(databaseUrl, { migrations: [ONE] });
  const migrating = await sql.reserve();
  await migrating`select pg_advisory_lock(${ADVISORY_LOCKS.migrations})`;
  const { logger, lines } = keptLog();
  await migrateTables(databaseUrl, { migrations: [ONE], logger });
  assert.ok(lines.some(({ msg }) => msg.includes("this one misses nothing")));
  const waiting = migrateTables(databaseUrl, { migrations: [ONE, TWO] });
  const locks = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  assert.equal(locks.length, 0, "who waits inside the database would hold up concurrent indexes");
  await migrating`select pg_advisory_unlock(${ADVISORY_LOCKS.migrations})`;
  migrating.release();
  await waiting;
});

test("a migration never keeps others waiting behind it for a table's lock, and is tried again", async (t) => {
  const { databaseUrl, sql, versions } = await emptyDatabase(t);
  await migrateDatabase(databaseUrl, { migrations: [ONE] });
  const reader = await sql.reserve();
  await reader`begin`;
  await reader`select from one`;
  const { logger, lines } = keptLog();
  const lockWaits = { lockTimeoutMs: 100, tries: 1_000, pauseMs: 50 };
  const migrating = migrateDatabase(databaseUrl, { migrations: [ONE, TWO], lockWaits, logger });
  await until("the first try to end", () => lines.some(({ msg }) => msg.startsWith("locks are held")));
  await sql`insert into one values (1)`;
  await reader`commit`;
  reader.release();
  await migrating;
  assert.deepEqual(await versions(), [1, 2]);
});

test("a migration that never gets its locks ends with what to do, and nothing of it remains", async (t) => {
  const { databaseUrl, sql, versions } = await emptyDatabase(t);
  await migrateDatabase(databaseUrl, { migrations: [ONE] });
  const reader = await sql.reserve();
  await reader`begin`;
  await reader`select from one`;
  const lockWaits = { lockTimeoutMs: 20, tries: 2, pauseMs: 1 };
  const both = migration(2, "create table two (id integer); alter table one add column more text");
  await assert.rejects(
    migrateDatabase(databaseUrl, { migrations: [ONE, both], lockWaits }),
    /^StartError: Migration 0002-test\.sql did not get its locks in 2 tries\. .* end those and start again/,
  );
  await reader`commit`;
  reader.release();
  assert.deepEqual(await versions(), [1]);
  assert.equal((await sql`select from pg_class where relname = 'two'`).length, 0);
});
