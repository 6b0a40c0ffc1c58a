import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type TestContext, test } from "node:test";
import postgres from "postgres";
import { listMigrations, type Migration, migrateDatabase } from "../../../shared/db/migrate.ts";
import { createTestDatabase } from "../../support/test-database.ts";

function migration(version: number, text: string): Migration {
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { version, name: `${String(version).padStart(4, "0")}-test.sql`, text, sha256 };
}

async function emptyDatabase(t: TestContext) {
  let sql: postgres.Sql | undefined;
  t.after(() => sql?.end({ timeout: 1 }));
  const { databaseUrl } = await createTestDatabase(t, { migrate: false });
  sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const versions = async () => {
    const rows = await (sql as postgres.Sql)`select version from schema_migrations order by version`;
    return rows.map((row) => row.version as number);
  };
  return { databaseUrl, sql, versions };
}

const ONE = migration(1, "create table one (id integer)");

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
  await migrateDatabase(databaseUrl, undefined, [ONE]);
  await sql`insert into one values (42)`;
  await migrateDatabase(databaseUrl, undefined, [ONE, migration(2, "alter table one add column more text")]);
  assert.deepEqual(await versions(), [1, 2]);
  assert.deepEqual([...(await sql`select id, more from one`)], [{ id: 42, more: null }]);
});

test("a released migration whose file was changed is refused by name", async (t) => {
  const { databaseUrl } = await emptyDatabase(t);
  await migrateDatabase(databaseUrl, undefined, [ONE]);
  const changed = [migration(1, "create table one (id bigint)")];
  await assert.rejects(migrateDatabase(databaseUrl, undefined, changed), /0001-test\.sql changed/);
});

test("nothing remains of a migration that fails in the middle, and the next start tries it again", async (t) => {
  const { databaseUrl, sql, versions } = await emptyDatabase(t);
  const broken = migration(2, "create table two (id integer); select 1 / 0; create table three (id integer)");
  await assert.rejects(migrateDatabase(databaseUrl, undefined, [ONE, broken]), { code: "22012" });
  assert.deepEqual(await versions(), [1]);
  const [row] = await sql`select to_regclass('two') as two`;
  assert.equal(row?.two, null);
  await migrateDatabase(databaseUrl, undefined, [ONE, migration(2, "create table two (id integer)")]);
  assert.deepEqual(await versions(), [1, 2]);
});

test("a database of a newer version is refused by an older one", async (t) => {
  const { databaseUrl } = await emptyDatabase(t);
  await migrateDatabase(databaseUrl, undefined, [ONE, migration(2, "select 1")]);
  await assert.rejects(migrateDatabase(databaseUrl, undefined, [ONE]), /newer than this version/);
});
