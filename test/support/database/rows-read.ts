// How many rows of a table statements have looked at, which says what a plan reads without a clock.
import type { Sql, TransactionSql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";

/** So that none takes longer than statements may, however busy the machine is. */
const ROWS_PER_STATEMENT = 2_000;

/** Rows of a table, with its partitions, that `work` reads, by any way. What it changes is kept. */
export async function rowsRead(
  sql: Sql,
  table: string,
  work: (transaction: TransactionSql) => Promise<unknown>,
): Promise<number> {
  const count = async (transaction: TransactionSql): Promise<number> => {
    const [row] = await transaction<{ rows: number }[]>`
      select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::float8 as rows from pg_stat_xact_user_tables
      where relid = ${table}::regclass or relid in (select relid from pg_partition_tree(${table}::regclass))`;
    return row?.rows ?? 0;
  };
  return sql.begin(async (transaction) => {
    // What the connection did before may not have been told to the server yet.
    const before = await count(transaction);
    await work(transaction);
    return (await count(transaction)) - before;
  }) as Promise<number>;
}

/**
 * Puts tasks of an account into a database as they are, without charge or place in line, `count` of them, a second
 * apart, the last one now; they are in the planner's statistics.
 */
export async function insertPlainTasks(
  sql: Sql,
  accountId: string,
  { count, state }: { count: number; state: "queued" | "finished" },
): Promise<void> {
  const now = Date.now();
  const ids = Array.from({ length: count }, (_, index) => newId("task", now - index * 1_000));
  for (let first = 0; first < count; first += ROWS_PER_STATEMENT) {
    await sql`
      insert into tasks (id, account_id, kind, state, request, request_hash, base_moods, charged_moods, output, completed_at)
      select id, ${accountId}, 'clip', ${state}, '{"source": {"kind": "url", "url": "https://media.example/talk.mp4"}}',
        '\\x00', 1, 1, case ${state} when 'finished' then '{"clips": []}'::jsonb end,
        case ${state} when 'finished' then now() end
      from unnest(${ids.slice(first, first + ROWS_PER_STATEMENT)}::text[]) as id`;
  }
  await sql`analyze tasks`;
}
