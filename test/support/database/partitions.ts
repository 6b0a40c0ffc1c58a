// Which periods a database has, and in which partitions rows lie.
import type { TestContext } from "node:test";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";

/** Those that grow for ever. */
export const PERIOD_TABLES = [
  "charge_seconds",
  "ledger_entries",
  "runs",
  "tasks",
  "usage_seconds",
  "webhook_deliveries",
];

/** One connection of its own. */
export async function openSession(t: TestContext, databaseUrl: string): Promise<Sql> {
  const sql = connectDatabase(databaseUrl, { applicationName: "test session", connections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  return sql;
}

/** The periods that are planned, the earliest first. */
export async function periodsOf(sql: Sql): Promise<{ starts: Date; widthMs: number }[]> {
  const rows = await sql<
    { starts_at: Date; ends_at: Date }[]
  >`select starts_at, ends_at from periods order by 1`;
  return rows.map((row) => ({
    starts: row.starts_at,
    widthMs: row.ends_at.getTime() - row.starts_at.getTime(),
  }));
}

/** The names of a table's partitions. */
export async function partitionsOf(sql: Sql, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`;
  return rows.map(({ name }) => name);
}

/** Inserts a queued task. The partition that it lies in. */
export async function insertTask(sql: Sql, accountId: string, taskId: string): Promise<string> {
  const [row] = await sql<{ part: string }[]>`
    insert into tasks (id, account_id, kind, request, request_hash, base_moods, charged_moods)
    values (${taskId}, ${accountId}, 'clip', '{}', '\\x00', 1, 1) returning tableoid::regclass::text as part`;
  return String(row?.part);
}
