// SQL of what operators watch of the whole appliance: living processes, who takes which queue job, accounts that wait, and
// the ledger's totals. All of it is read from counters and from tables that stay small, whatever the number of tasks.
import type { Queryable } from "../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../shared/limits/queue.ts";

export interface ClusterFigures {
  /** The database's clock. */
  readonly now: Date;
  /** Living processes by plane. */
  readonly workers: Readonly<Record<string, number>>;
  /** Living media nodes by the queue jobs that they take. */
  readonly takers: Readonly<Record<string, number>>;
  /** Accounts that have tasks in line. */
  readonly waitingAccounts: number;
  /** By state. */
  readonly accounts: Readonly<Record<string, number>>;
  /** Moods by kind of entry. */
  readonly entries: Readonly<Record<string, number>>;
  /** What accounts were granted less what they have used. */
  readonly balance: number;
  /** How far the accounts' totals and the entries' are apart, in moods; 0 where the books hold. */
  readonly difference: number;
  /** For how long from now each table has partitions without a gap, by the one that has the fewest. */
  readonly partitionsAheadS: number;
}

/** Everything at one moment: the two sides of the books must be of the same snapshot. */
export async function selectClusterFigures(sql: Queryable): Promise<ClusterFigures> {
  const [row] = await sql<ClusterFigures[]>`
    with living as (
      select plane, queue_jobs from worker_leases
      where renewed_at > now() - ${QUEUE_LIMITS.leaseTtlMs} * interval '1 millisecond'
    ), account as materialized (
      select state, count(*) as accounts, sum(moods_granted) as granted, sum(moods_used) as used from accounts group by state
    ), books as materialized (
      select coalesce(sum(granted), 0) as granted, coalesce(sum(used), 0) as used from account
    ), entry as materialized (
      select kind, sum(moods) as moods from ledger_totals group by kind
    ), entries as materialized (
      select coalesce(sum(moods) filter (where kind in ('grant', 'adjustment')), 0) as granted,
        coalesce(sum(case kind when 'charge' then moods when 'refund' then -moods end), 0) as used from entry
    ), covered as (
      select greatest(now(), coalesce(
        min(p.starts_at) filter (where to_regclass(period_partition(t.table_name, p.starts_at)) is null),
        max(p.ends_at))) as until
      from period_tables t left join periods p on p.ends_at > now() group by t.table_name
    )
    select now() as now,
      (select coalesce(jsonb_object_agg(plane, processes), '{}')
        from (select plane, count(*) as processes from living group by plane) p) as workers,
      (select coalesce(jsonb_object_agg(job, nodes), '{}')
        from (select job, count(*) as nodes from living, unnest(queue_jobs) as job group by job) j) as takers,
      (select count(distinct account_id)::int from waiting_shares where is_waiting) as "waitingAccounts",
      (select coalesce(jsonb_object_agg(state, accounts), '{}') from account) as accounts,
      (select coalesce(jsonb_object_agg(kind, moods), '{}') from entry) as entries,
      (books.granted - books.used)::float8 as balance,
      (abs(books.granted - entries.granted) + abs(books.used - entries.used))::float8 as difference,
      (select extract(epoch from min(until) - now())::float8 from covered) as "partitionsAheadS"
    from books, entries`;
  if (row === undefined) throw new Error("One row is always there.");
  return row;
}
