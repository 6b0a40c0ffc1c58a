// How many rows of a table statements have looked at, and how often it was gone into, which says what a plan reads without a
// clock.
import type { Sql, TransactionSql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";

/** So that none takes longer than statements may, however busy the machine is. */
const ROWS_PER_STATEMENT = 2_000;

type Work = (transaction: TransactionSql) => Promise<unknown>;

interface Reads {
  readonly rows: number;
  readonly scans: number;
}

async function readsOf(transaction: TransactionSql, table: string): Promise<Reads> {
  const [reads = { rows: 0, scans: 0 }] = await transaction<Reads[]>`
    select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::float8 as rows,
      coalesce(sum(seq_scan + idx_scan), 0)::float8 as scans
    from pg_stat_xact_user_tables
    where relid = ${table}::regclass or relid in (select relid from pg_partition_tree(${table}::regclass))`;
  return reads;
}

function count(sql: Sql, what: keyof Reads, table: string, work: Work): Promise<number> {
  return sql.begin(async (transaction) => {
    // What the connection did before may not have been told to the server yet.
    const before = await readsOf(transaction, table);
    await work(transaction);
    return (await readsOf(transaction, table))[what] - before[what];
  });
}

/** Rows of a table, with its partitions, that `work` reads, by any way. What it changes is kept. */
export function rowsRead(sql: Sql, table: string, work: Work): Promise<number> {
  return count(sql, "rows", table, work);
}

/** How often `work` goes into a table or one of its indexes, with its partitions each by itself. */
export function scansMade(sql: Sql, table: string, work: Work): Promise<number> {
  return count(sql, "scans", table, work);
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
