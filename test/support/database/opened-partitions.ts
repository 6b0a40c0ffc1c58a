// Which partitions a kept plan has opened, which says without a clock whether it costs more with every period.
import type { Sql, TransactionSql } from "../../../shared/db/connect.ts";

interface OpenedPartition {
  readonly table: string;
  readonly partition: string;
}

/**
 * The partitions that `work` opens to look something up, by table. It is done twice, and the first time, when plans
 * are made, does not count. What it changes is undone.
 * @param sql of one connection, which keeps the plans
 */
export async function openedPartitions(
  sql: Sql,
  work: (transaction: TransactionSql) => Promise<unknown>,
): Promise<Record<string, string[]>> {
  let opened: OpenedPartition[] = [];
  const undo = new Error("undone on purpose");
  for (let time = 1; time <= 2; time += 1) {
    await sql
      .begin(async (transaction) => {
        await work(transaction);
        // An index is locked when it is opened, which a partition that is left out never is.
        opened = await transaction<OpenedPartition[]>`
          select distinct parent.relname as "table", part.relname as partition
          from pg_locks l join pg_index i on i.indexrelid = l.relation join pg_class part on part.oid = i.indrelid
            join pg_inherits h on h.inhrelid = part.oid join pg_class parent on parent.oid = h.inhparent
          where l.pid = pg_backend_pid() order by 1, 2`;
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
  }
  const byTable = Map.groupBy(opened, ({ table }) => table);
  return Object.fromEntries([...byTable].map(([table, rows]) => [table, rows.map((row) => row.partition)]));
}
