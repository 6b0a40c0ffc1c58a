// SQL of what is not rows: which point in time a copy is of, sequences, the periods' partitions, and triggers that count
// what is written, which must not count copied rows again.
import type { Queryable, TransactionSql } from "../../../shared/db/connect.ts";

export interface PointInTime {
  readonly taken_at: Date;
  /** Of the write-ahead log, for whoever replays it beside this copy. */
  readonly wal_position: string;
  readonly server_version: string;
}

/** The moment that this transaction sees. */
export async function selectPointInTime(transaction: TransactionSql): Promise<PointInTime> {
  const [row] = await transaction<PointInTime[]>`
    select now() as taken_at, current_setting('server_version') as server_version,
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as wal_position`;
  if (row === undefined) throw new Error("select returned no row");
  return row;
}

export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly sha256: string;
}

/** The migrations that this database has, in their order; what they contained is known by their hashes. */
export async function selectAppliedMigrations(sql: Queryable): Promise<AppliedMigration[]> {
  return sql<AppliedMigration[]>`select version, name, sha256 from schema_migrations order by version`;
}

export interface SequenceValue {
  readonly schema: string;
  readonly name: string;
  /** The last one that was given out, as text. */
  readonly value: string;
}

/** Sequences that have been used. */
export async function selectSequences(sql: Queryable): Promise<SequenceValue[]> {
  return sql<SequenceValue[]>`
    select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
    where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1, 2`;
}

/** Has a sequence give out the number after this one next. Not undone by a rollback. */
export async function setSequence(sql: Queryable, { schema, name, value }: SequenceValue): Promise<void> {
  await sql`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${value}::bigint)`;
}

export interface PeriodPlace {
  readonly table: string;
  readonly startsAt: string;
}

/** Which tables have a partition of which periods. */
export async function selectPartitions(sql: Queryable): Promise<PeriodPlace[]> {
  const rows = await sql<{ table: string; startsAt: Date }[]>`
    select t.table_name as "table", p.starts_at as "startsAt" from period_tables t cross join periods p
    where to_regclass(period_partition(t.table_name, p.starts_at)) is not null order by 1, 2`;
  return rows.map(({ table, startsAt }) => ({ table, startsAt: startsAt.toISOString() }));
}

/** Drops the empty partitions, and the plan, that a fresh schema was made with. */
export async function dropPlannedPartitions(transaction: TransactionSql): Promise<void> {
  for (const { table, startsAt } of await selectPartitions(transaction)) {
    const [row] = await transaction<{ name: string }[]>`
      select period_partition(${table}, ${startsAt}::timestamptz) as name`;
    if (row !== undefined) await transaction`drop table ${transaction(row.name)}`;
  }
  await transaction`delete from periods`;
}

/** Makes a partition, whose period is planned already. */
export async function restorePartition(sql: Queryable, { table, startsAt }: PeriodPlace): Promise<void> {
  await sql`select make_partition(${table}, ${startsAt}::timestamptz)`;
}

interface InsertTrigger {
  readonly table: string;
  readonly name: string;
}

/** Whatever of ours acts on new rows; each with its table's name as SQL has it. */
export async function selectInsertTriggers(sql: Queryable): Promise<InsertTrigger[]> {
  return sql<InsertTrigger[]>`
    select t.tgrelid::regclass::text as "table", quote_ident(t.tgname) as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and not t.tgisinternal and t.tgtype & 4 <> 0
      and t.tgparentid = 0`;
}

/** Disables triggers on inserts while rows are restored, and enables them again. */
export async function setTriggers(
  transaction: TransactionSql,
  triggers: readonly InsertTrigger[],
  change: "enable" | "disable",
): Promise<void> {
  for (const { table, name } of triggers)
    await transaction.unsafe(`alter table ${table} ${change} trigger ${name}`);
}

/** The names under which queue jobs are locked, and under which webhooks were being delivered. */
export async function selectHolders(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ holder: string }[]>`
    select locked_by as holder from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null
    union select claimed_by from due_deliveries where claimed_by is not null`;
  return rows.map(({ holder }) => holder);
}

/** Statistics, without which the first plans after so many new rows are wrong. */
export async function analyzeAll(sql: Queryable): Promise<void> {
  await sql`analyze`;
}
