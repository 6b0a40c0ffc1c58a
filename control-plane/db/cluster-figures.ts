// SQL of what operators watch of the whole appliance: living processes, who takes which queue job, accounts that wait, and
// the ledger's totals. All of it is read from counters and from tables that stay small, whatever the number of tasks; but
// for the books, which are the sums of all accounts. To count those up as they change was rejected: each create would pay
// for it, and a sum that a statement forgot could not be told from one that holds.
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
  /** Accounts that wait for an operator. */
  readonly pendingAccounts: number;
  /** Moods by kind of entry. */
  readonly entries: Readonly<Record<string, number>>;
  /** For how long from now each table has partitions without a gap, by the one that has the fewest. */
  readonly partitionsAheadS: number;
}

/** The sums of all accounts. */
export interface Books {
  /** By state. */
  readonly accounts: Readonly<Record<string, number>>;
  /** What accounts were granted less what they have used. */
  readonly balance: number;
  /** How far the accounts' totals and the entries' are apart, in moods; 0 where the books hold. */
  readonly difference: number;
}

/**
 * Goes through all accounts, 2,600 pages of the database for 100,000 of them: keep the answer for a while. Both sides are
 * of one moment.
 */
export async function selectBooks(sql: Queryable): Promise<Books> {
  const [row] = await sql<Books[]>`
    with account as materialized (
      select state, count(*) as accounts, sum(moods_granted) as granted, sum(moods_used) as used from accounts group by state
    ), books as materialized (
      select coalesce(sum(granted), 0) as granted, coalesce(sum(used), 0) as used from account
    ), entries as materialized (
      select coalesce(sum(moods) filter (where kind in ('grant', 'adjustment')), 0) as granted,
        coalesce(sum(case kind when 'charge' then moods when 'refund' then -moods end), 0) as used from ledger_totals
    )
    select (select coalesce(jsonb_object_agg(state, accounts), '{}') from account) as accounts,
      (books.granted - books.used)::float8 as balance,
      (abs(books.granted - entries.granted) + abs(books.used - entries.used))::float8 as difference
    from books, entries`;
  if (row === undefined) throw new Error("One row is always there.");
  return row;
}

/** Everything at one moment. */
export async function selectClusterFigures(sql: Queryable): Promise<ClusterFigures> {
  const [row] = await sql<ClusterFigures[]>`
    with living as (
      select plane, queue_jobs from worker_leases
      where renewed_at > now() - ${QUEUE_LIMITS.leaseTtlMs} * interval '1 millisecond'
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
      (select count(*)::int from accounts where state = 'PENDING') as "pendingAccounts",
      (select coalesce(jsonb_object_agg(kind, moods), '{}')
        from (select kind, sum(moods) as moods from ledger_totals group by kind) e) as entries,
      (select extract(epoch from min(until) - now())::float8 from covered) as "partitionsAheadS"`;
  if (row === undefined) throw new Error("One row is always there.");
  return row;
}
