// Fills a period's partition of a table in one transaction in which it is made: then nothing of it is logged (wal_level
// minimal), no trigger and no key of another table is asked, and its indexes are built at the end, by being attached.
import type { Sql, TransactionSql } from "../../shared/db/connect.ts";
import { type Filling, type InsertRows, pieceBetween } from "./fill-rows.ts";

export interface Period {
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/** Only the partitions of the last days are there before: migrating makes them. */
async function makeUnattached(sql: TransactionSql, table: string, part: string): Promise<void> {
  const [found] = await sql<{ options: string }[]>`
    select coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') as options
    from pg_class where oid = to_regclass(${`${table}_default`})`;
  const options = sql.unsafe(found?.options ?? "");
  await sql`create table ${sql(part)} (like ${sql(table)} including all excluding indexes) ${options}`;
}

async function attach(sql: TransactionSql, table: string, part: string, period: Period): Promise<void> {
  const [bounds] = await sql<{ low: string; high: string }[]>`
    select quote_literal(coalesce(id_floor(id_prefix, starts_at), starts_at::text)) as low,
      quote_literal(coalesce(id_floor(id_prefix, ends_at), ends_at::text)) as high
    from periods, period_tables where starts_at = ${period.starts_at} and table_name = ${table}`;
  if (bounds === undefined) throw new Error(`${table} has no partition of that period.`);
  const { low, high } = bounds;
  await sql`
    alter table ${sql(table)} attach partition ${sql(part)} for values from (${sql.unsafe(low)}) to (${sql.unsafe(high)})`;
}

/** Makes the partition with its rows, or writes them into the one that is there. */
export async function fillPartition(
  session: Sql,
  { table, insert }: { readonly table: string; readonly insert: InsertRows },
  period: Period,
  filling: Filling,
): Promise<void> {
  const piece = pieceBetween(filling, period.starts_at, period.ends_at);
  await session.begin(async (sql) => {
    const [found] = await sql<{ part: string; is_there: boolean }[]>`
      select part, to_regclass(part) is not null as is_there from period_partition(${table}, ${period.starts_at}) as part`;
    if (found === undefined) throw new Error(`${table} has no partition.`);
    if (!found.is_there) await makeUnattached(sql, table, found.part);
    if (piece.to > piece.from) await insert(sql, found.part, filling, piece);
    if (!found.is_there) await attach(sql, table, found.part, period);
  });
}
