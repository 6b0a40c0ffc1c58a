// A database of its own for each test that asks, cloned from a migrated template in a tenth of a second. The template
// is named after the migrations' hash and made by whichever test file comes first, under an advisory lock.
import { createHash, randomBytes } from "node:crypto";
import type { TestContext } from "node:test";
import postgres from "postgres";
import { listMigrations } from "../../../shared/db/schema/list-migrations.ts";
import { migrateDatabase } from "../../../shared/db/schema/migrate.ts";
import { cleanUp } from "../clean-up.ts";
import { until } from "../until.ts";
import { withAdmin } from "./admin-connection.ts";

/** Taken in another database than those of `shared/db/advisory-locks.ts`, and no number of theirs all the same. */
const TEMPLATE_LOCK_KEY = 7_022_211_306;
const RENAME_TIMEOUT_MS = 20_000;

export interface TestDatabase {
  readonly databaseUrl: string;
}

export interface TestDatabaseOptions {
  /** False gives an empty database, for tests of the migrations themselves. */
  readonly migrate?: boolean;
}

function readAdminUrl(): string {
  const url = process.env.CLIPMILL_TEST_DATABASE_URL;
  if (url !== undefined && url !== "") return url;
  throw new Error(
    "This test needs PostgreSQL: run it as `npm test -- <file>`, which starts one and sets CLIPMILL_TEST_DATABASE_URL.",
  );
}

function withDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function templateName(): string {
  const hash = createHash("sha256");
  for (const migration of listMigrations()) hash.update(`${migration.name} ${migration.sha256}\n`);
  return `template_${hash.digest("hex").slice(0, 16)}`;
}

async function databaseExists(sql: postgres.Sql, name: string): Promise<boolean> {
  return (await sql`select 1 from pg_database where datname = ${name}`).length > 0;
}

/** Makes the template under a passing name and renames it when it is whole. */
async function makeTemplate(adminUrl: string): Promise<string> {
  const name = templateName();
  // A connection of its own: processes wait for each other by a lock of the session.
  const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  try {
    if (!(await databaseExists(sql, name))) await makeUnderLock(sql, adminUrl, name);
    return name;
  } finally {
    await sql.end();
  }
}

async function makeUnderLock(sql: postgres.Sql, adminUrl: string, name: string): Promise<void> {
  await sql`select pg_advisory_lock(${TEMPLATE_LOCK_KEY})`;
  if (!(await databaseExists(sql, name))) {
    const draft = `${name}_draft`;
    await sql`drop database if exists ${sql(draft)} with (force)`;
    await sql`create database ${sql(draft)}`;
    await migrateDatabase(withDatabase(adminUrl, draft));
    await renameDatabase(sql, draft, name);
  }
  await sql`select pg_advisory_unlock(${TEMPLATE_LOCK_KEY})`;
}

let template: Promise<string> | undefined;

function ensureTemplate(adminUrl: string): Promise<string> {
  template ??= makeTemplate(adminUrl);
  return template;
}

/**
 * The server may take a moment to notice that the migrations' connections are closed; only then can it rename. Ending
 * them from this side was rejected: a client that is just closing takes that for an error.
 */
async function renameDatabase(sql: postgres.Sql, from: string, to: string): Promise<void> {
  await sql`alter database ${sql(from)} allow_connections false`;
  const isLeft = async (): Promise<boolean> =>
    (await sql`select 1 from pg_stat_activity where datname = ${from}`).length === 0;
  await until("the migrations' connections to be closed", isLeft, RENAME_TIMEOUT_MS);
  await sql`alter database ${sql(from)} rename to ${sql(to)}`;
}

/** Makes a database for this test. It is dropped, with whatever is still connected, when the test ends. */
export async function createTestDatabase(
  t: TestContext,
  options: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  const adminUrl = readAdminUrl();
  const name = `test_${randomBytes(8).toString("hex")}`;
  const from = options.migrate === false ? "template0" : await ensureTemplate(adminUrl);
  // Files are copied as they are: through the log it costs half as much again.
  await withAdmin(
    adminUrl,
    (sql) => sql`create database ${sql(name)} template ${sql(from)} strategy file_copy`,
  );
  cleanUp(t, () => withAdmin(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`));
  return { databaseUrl: withDatabase(adminUrl, name) };
}
