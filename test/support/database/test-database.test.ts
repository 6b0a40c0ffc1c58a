import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import postgres from "postgres";
import { createTestDatabase } from "./test-database.ts";

function connect(t: TestContext, url: string): postgres.Sql {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  t.after(() => sql.end({ timeout: 1 }));
  return sql;
}

test("each test gets a migrated database that no other test sees", async (t) => {
  const [one, other] = await Promise.all([createTestDatabase(t), createTestDatabase(t)]);
  await connect(t, one.databaseUrl)`create table mine as select 1`;
  const sql = connect(t, other.databaseUrl);
  const [row] = await sql`select to_regclass('mine') as mine, to_regclass('schema_migrations') as migrated,
    to_regnamespace('graphile_worker') as queue`;
  assert.deepEqual({ ...row }, { mine: null, migrated: "schema_migrations", queue: "graphile_worker" });
});

test("an empty database can be had for tests of the migrations", async (t) => {
  const { databaseUrl } = await createTestDatabase(t, { migrate: false });
  const [row] = await connect(t, databaseUrl)`select to_regclass('schema_migrations') as migrated`;
  assert.equal(row?.migrated, null);
});

test("a database is dropped at its test's end", async (t) => {
  let databaseUrl = "";
  await t.test("that made it", async (inner) => {
    ({ databaseUrl } = await createTestDatabase(inner, { migrate: false }));
  });
  await assert.rejects(connect(t, databaseUrl)`select 1`, { code: "3D000" });
});
