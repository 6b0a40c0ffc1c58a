// How many pages a statement reads, with those of the functions that it calls: what rows cost that nobody sees any more.
import type { Sql } from "../../../shared/db/connect.ts";

/** Carries a statement out. */
export async function buffersRead(sql: Sql, statement: string): Promise<number> {
  const [row] = await sql.unsafe<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }[]>(
    `explain (analyze, buffers, format json) ${statement}`,
  );
  const plan = row?.["QUERY PLAN"][0].Plan ?? {};
  return (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
}

/** Reads from here on as a backup does: what is there now is kept until it has ended. Returns what ends it. */
export async function holdSnapshot(sql: Sql): Promise<() => Promise<void>> {
  const connection = await sql.reserve();
  await connection`begin isolation level repeatable read`;
  // Backups are not bound by what ends our own transactions.
  await connection`set local idle_in_transaction_session_timeout = 0`;
  await connection`select from tasks limit 1`;
  return async () => {
    await connection`rollback`;
    connection.release();
  };
}
