// SQL that finds periods that have been kept long enough, and drops their partitions. What goes is counted and noted by
// statements that lock nobody out; only the drop itself takes locks that others wait for.
import { ADVISORY_LOCKS } from "../../shared/db/advisory-locks.ts";
import type { Queryable, TransactionSql } from "../../shared/db/connect.ts";
import { newId } from "../../shared/ids.ts";
import { outputStretchPrefix } from "../../shared/storage/task-keys.ts";

/** A period, and the names of its partitions. */
export interface OldPeriod {
  readonly starts_at: Date;
  readonly ends_at: Date;
  /** What the ids of its tasks are not below, and what they are below. */
  readonly first_id: string;
  readonly end_id: string;
  readonly tasks: string;
  readonly runs: string;
  readonly deliveries: string;
  readonly usage_seconds: string;
  readonly charge_seconds: string;
}

/** What goes together. */
export type PeriodPart = "tasks" | "usage";

/** The tables of each part, whose partitions go in one transaction. */
const PART_TABLES: Readonly<Record<PeriodPart, readonly string[]>> = {
  tasks: ["tasks", "runs", "webhook_deliveries"],
  usage: ["usage_seconds", "charge_seconds"],
};

/**
 * Periods whose last day is longer ago than this and whose part is still there, oldest first: with all its partitions, since
 * rows of one that is missing may lie elsewhere and would stay.
 */
export async function selectOldPeriods(
  sql: Queryable,
  part: PeriodPart,
  keptDays: number,
): Promise<OldPeriod[]> {
  return sql<OldPeriod[]>`
    select starts_at, ends_at, id_floor('task', starts_at) as first_id, id_floor('task', ends_at) as end_id,
      period_partition('tasks', starts_at) as tasks, period_partition('runs', starts_at) as runs,
      period_partition('webhook_deliveries', starts_at) as deliveries,
      period_partition('usage_seconds', starts_at) as usage_seconds,
      period_partition('charge_seconds', starts_at) as charge_seconds
    from periods
    where ends_at <= now() - make_interval(hours => 24 * ${keptDays}::integer)
      and ${sql(`${part}_dropped_at`)} is null
      and not exists (select from unnest(${PART_TABLES[part]}::text[]) as table_name
        where to_regclass(period_partition(table_name, starts_at)) is null)
    order by starts_at`;
}

/**
 * Has all periods stay where they are until the transaction ends, by the two locks of `lockDrop` and
 * `lockArchive`; waits for whoever holds them.
 */
export async function holdPeriods(sql: TransactionSql): Promise<void> {
  const { periodDrop, ledgerArchive } = ADVISORY_LOCKS;
  await sql`select pg_advisory_xact_lock(id) from unnest(array[${periodDrop}, ${ledgerArchive}]::bigint[]) as id`;
}

async function tryLock(sql: TransactionSql, id: number): Promise<boolean> {
  const [lock] = await sql<
    { isOurs: boolean }[]
  >`select pg_try_advisory_xact_lock(${id}::bigint) as "isOurs"`;
  return lock?.isOurs === true;
}

/** Whether nobody else archives the ledger, or has periods stay, until the transaction ends. Never waits. */
export function lockArchive(sql: TransactionSql): Promise<boolean> {
  return tryLock(sql, ADVISORY_LOCKS.ledgerArchive);
}

/**
 * Lets one caller at a time drop periods, until its transaction ends; never waits. Whether it is this one,
 * and this part is still there.
 */
export async function lockDrop(sql: TransactionSql, period: OldPeriod, part: PeriodPart): Promise<boolean> {
  if (!(await tryLock(sql, ADVISORY_LOCKS.periodDrop))) return false;
  const rows = await sql`
    select from periods where starts_at = ${period.starts_at} and ${sql(`${part}_dropped_at`)} is null`;
  return rows.length === 1;
}

/** Lets this transaction's statements take as long as they do, and wait so long for each lock: null for as long as it takes. */
export async function setLongWorkTimeouts(sql: TransactionSql, lockTimeoutMs: number | null): Promise<void> {
  await sql`
    select set_config('statement_timeout', '0', true), set_config('lock_timeout', ${`${lockTimeoutMs ?? 0}ms`}, true)`;
}

/** Whether anything of a period's tasks is not over: an open task, a delivery that waits, or files that are still there. */
export async function hasUnfinished(sql: Queryable, period: OldPeriod): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from ${sql(period.tasks)} where state in ('queued', 'running'))
      or exists (select from ${sql(period.tasks)} where completed_at is not null and files_removed_at is null)
      or exists (select from ${sql(period.deliveries)} where state in ('PENDING', 'RETRYING')) as found`;
  return row?.found !== false;
}

/** Forgets some of the idempotency keys of a period's tasks. How many. */
export async function deleteIdempotencyKeys(
  sql: Queryable,
  period: OldPeriod,
  limit: number,
): Promise<number> {
  const result = await sql`
    delete from idempotency_keys where (account_id, kind, key) in (
      select account_id, kind, key from idempotency_keys
      where task_id >= ${period.first_id} and task_id < ${period.end_id}
      limit ${limit})`;
  return result.count;
}

/**
 * Notes the stored outputs of a period's tasks for removal: by whole folders, of which each holds some minutes, and one by
 * one in the folders at its ends, where other periods' tasks may have theirs.
 */
export async function discardOutputs(sql: Queryable, period: OldPeriod): Promise<void> {
  const folderAt = (time: Date): string => outputStretchPrefix(newId("task", time.getTime()));
  await sql`
    insert into discarded_files (storage_key)
    select distinct case
      when folder collate "C" > ${folderAt(period.starts_at)}
        and folder collate "C" < ${folderAt(period.ends_at)} then folder
      else folder || id || '/' end
    from (
      select id, split_part(key, '/', 1) || '/' || split_part(key, '/', 2) || '/' as folder from (
        select id, coalesce(output_key, output ->> 'planKey') as key from ${sql(period.tasks)}
      ) kept where key is not null
    ) output on conflict do nothing`;
}

/** Counts a period's tasks for `subtractGone`, until the transaction ends. */
export async function countGone(sql: TransactionSql, period: OldPeriod): Promise<void> {
  await sql`
    create temporary table gone_tasks on commit drop as
    select account_id, kind, state, count(*) as tasks from ${sql(period.tasks)} group by account_id, kind, state`;
}

/** Of the counters: a slot that no other statement changes, so that nobody waits for a drop. */
const OWN_SLOT = 32;

/** Takes what `countGone` counted off the exact totals. How many tasks those were. */
export async function subtractGone(sql: TransactionSql): Promise<number> {
  await sql`
    insert into task_counts as c (account_id, kind, state, slot, tasks)
    select account_id, kind, state, ${OWN_SLOT}, -tasks from gone_tasks order by account_id, kind, state
    on conflict (account_id, kind, state, slot) do update set tasks = c.tasks + excluded.tasks`;
  const [row] = await sql<
    { tasks: number }[]
  >`select coalesce(sum(tasks), 0)::float8 as tasks from gone_tasks`;
  return row?.tasks ?? 0;
}

/**
 * Drops partitions, those that are there. They, and the whole that they are of, are locked against everything
 * until the transaction ends.
 */
export async function dropPartitions(sql: TransactionSql, names: readonly string[]): Promise<void> {
  for (const name of names) await sql`drop table if exists ${sql(name)}`;
}

/** Notes that a period's part is gone. */
export async function markDropped(sql: Queryable, period: OldPeriod, part: PeriodPart): Promise<void> {
  await sql`
    update periods set ${sql(`${part}_dropped_at`)} = now() where starts_at = ${period.starts_at}`;
}
