// Made-up migrations on an empty database.
import type { TestContext } from "node:test";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { type Migration, readMigration } from "../../../shared/db/schema/list-migrations.ts";
import { cleanUp } from "../clean-up.ts";
import { createTestDatabase } from "./test-database.ts";

export function migration(version: number, text: string): Migration {
  return readMigration(`${String(version).padStart(4, "0")}-test.sql`, text);
}

export const ONE: Migration = migration(1, "create table one (id integer)");

export interface EmptyDatabase {
  readonly databaseUrl: string;
  readonly sql: Sql;
  /** What has been applied. */
  readonly versions: () => Promise<number[]>;
}

export async function emptyDatabase(t: TestContext): Promise<EmptyDatabase> {
  let sql: Sql | undefined;
  cleanUp(t, () => sql?.end({ timeout: 1 }));
  const { databaseUrl } = await createTestDatabase(t, { migrate: false });
  const pool = connectDatabase(databaseUrl, { applicationName: "test", connections: 3 });
  sql = pool;
  const versions = async (): Promise<number[]> => {
    const rows = await pool<{ version: number }[]>`select version from schema_migrations order by version`;
    return rows.map((row) => row.version);
  };
  return { databaseUrl, sql: pool, versions };
}
