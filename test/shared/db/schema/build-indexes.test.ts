// Indexes that are built beside readers and writers, on a real database.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ADVISORY_LOCKS } from "../../../../shared/db/advisory-locks.ts";
import type { Sql } from "../../../../shared/db/connect.ts";
import { buildIndexes } from "../../../../shared/db/schema/build-indexes.ts";
import { migrateDatabase, migrateTables } from "../../../../shared/db/schema/migrate.ts";
import { splitStatements } from "../../../../shared/db/schema/split-statements.ts";
import { waitForSchema } from "../../../../shared/db/schema/wait-for-schema.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { emptyDatabase, migration, ONE } from "../../../support/database/migrations.ts";
import { until } from "../../../support/until.ts";

const INDEX = migration(
  2,
  '-- Sorted; "one" is large.\n-- no transaction\ncreate index concurrently if not exists one_id_idx on one (id);',
);
const UNIQUE = migration(
  2,
  "-- no transaction\ncreate unique index concurrently if not exists one_id_key on one (id) where id > 0",
);
const THREE = migration(3, "alter table one add column more text");
const silent = createLogger("test", "silent");

/** Whether an index is valid; undefined where there is none. */
async function validity(sql: Sql, name: string): Promise<boolean | undefined> {
  const [row] = await sql<{ indisvalid: boolean }[]>`
    select indisvalid from pg_index where indexrelid = to_regclass(${name})`;
  return row?.indisvalid;
}

test("a text is taken apart at semicolons outside quotations and comments", () => {
  const body = "create function f() returns text language sql as $body$ select ';' ; $body$";
  assert.deepEqual(
    splitStatements(`-- don't;\nselect 'it''s; one', "a;b"; ${body};\n/* ; */ select $$;$$ -- end;\n;;`),
    [`select 'it''s; one', "a;b"`, body, "select $$;$$"],
  );
});

test("a replica serves before its indexes are built, and later migrations do not wait for them", async (t) => {
  const { databaseUrl, sql, versions } = await emptyDatabase(t);
  const migrations = [ONE, INDEX, THREE];
  await migrateTables(databaseUrl, { migrations });
  assert.deepEqual(await versions(), [1, 3]);
  await waitForSchema(databaseUrl, silent, { timeoutMs: 0, migrations });
  assert.equal(await buildIndexes(databaseUrl, { migrations }), true);
  assert.deepEqual(await versions(), [1, 2, 3]);
  assert.equal(await validity(sql, "one_id_idx"), true);
});

test("an index is built while others write, and no migration waits for it", async (t) => {
  const { databaseUrl, sql } = await emptyDatabase(t);
  await migrateDatabase(databaseUrl, { migrations: [ONE] });
  const writer = await sql.reserve();
  await writer`begin`;
  await writer`insert into one values (1)`;
  const building = buildIndexes(databaseUrl, { migrations: [ONE, INDEX] });
  await until("the index to wait for the writer", async () => {
    const waiting = await sql`
      select from pg_stat_activity where application_name = 'clipmill indexes' and wait_event_type = 'Lock'
        and datname = current_database()`;
    return waiting.length > 0;
  });
  await sql`insert into one values (2)`;
  await migrateTables(databaseUrl, { migrations: [ONE, INDEX] });
  assert.equal(await buildIndexes(databaseUrl, { migrations: [ONE, INDEX] }), false, "another is building");
  await writer`commit`;
  writer.release();
  assert.equal(await building, true);
  assert.equal(await validity(sql, "one_id_idx"), true);
});

test("an index that was left unfinished is dropped and built anew", async (t) => {
  const { databaseUrl, sql, versions } = await emptyDatabase(t);
  await migrateDatabase(databaseUrl, { migrations: [ONE] });
  await sql`insert into one values (1), (1)`;
  await assert.rejects(buildIndexes(databaseUrl, { migrations: [ONE, UNIQUE] }), { code: "23505" });
  assert.equal(await validity(sql, "one_id_key"), false, "an invalid index is left");
  assert.deepEqual(await versions(), [1]);
  await sql`delete from one`;
  assert.equal(await buildIndexes(databaseUrl, { migrations: [ONE, UNIQUE] }), true);
  assert.equal(await validity(sql, "one_id_key"), true);
  assert.deepEqual(await versions(), [1, 2]);
});

test("a control plane that stops ends the building, and the next one begins it anew", async (t) => {
  const { databaseUrl, sql } = await emptyDatabase(t);
  await migrateDatabase(databaseUrl, { migrations: [ONE] });
  const writer = await sql.reserve();
  await writer`begin`;
  await writer`insert into one values (1)`;
  const stopping = new AbortController();
  const building = buildIndexes(databaseUrl, { migrations: [ONE, INDEX], signal: stopping.signal });
  await until("the index to be begun", async () => (await validity(sql, "one_id_idx")) === false);
  stopping.abort();
  await assert.rejects(building);
  await until("the server to end the statement", async () => {
    const [row] =
      await sql`select pg_try_advisory_lock(${ADVISORY_LOCKS.indexBuild}) as free, pg_advisory_unlock_all()`;
    return row?.free === true;
  });
  await writer`commit`;
  writer.release();
  assert.equal(await buildIndexes(databaseUrl, { migrations: [ONE, INDEX] }), true);
  assert.equal(await validity(sql, "one_id_idx"), true);
});

test("an index of a partitioned table is built on each partition, and new ones have it", async (t) => {
  const { databaseUrl, sql } = await emptyDatabase(t);
  const parted = migration(
    1,
    `create table parted (id integer not null, more text) partition by range (id);
     create table parted_a partition of parted for values from (0) to (10);
     create table parted_b partition of parted for values from (10) to (20);
     create table parted_default partition of parted default`,
  );
  const index = migration(
    2,
    "-- no transaction\ncreate unique index concurrently if not exists parted_key on parted (id, more);",
  );
  await migrateDatabase(databaseUrl, { migrations: [parted] });
  await sql`insert into parted values (1, 'a'), (11, 'b'), (11, 'b')`;
  await assert.rejects(buildIndexes(databaseUrl, { migrations: [parted, index] }), { code: "23505" });
  assert.deepEqual([await validity(sql, "parted_key"), await validity(sql, "parted_a_key")], [false, true]);
  await sql`create table parted_c partition of parted for values from (20) to (30)`;
  await sql`delete from parted where id = 11`;
  assert.equal(await buildIndexes(databaseUrl, { migrations: [parted, index] }), true);
  for (const name of ["parted_key", "parted_b_key", "parted_default_key"]) {
    assert.equal(await validity(sql, name), true, name);
  }
  await sql`insert into parted values (21, 'c')`;
  await assert.rejects(sql`insert into parted values (21, 'c')`, { code: "23505" });
});
