// SQL of usage: requests and charges, each by second and by hour, and by day once a day is long over (usage-days.ts).
// Seconds and hours are written by the same statement. A range is read from days, as far as whole ones are summed up, then
// from hours, and only its edges from the large tables of seconds. Charges are summed by the statements that charge
// (create-tasks.ts) and take back (withdrawals.ts).
import assert from "node:assert/strict";
import type { Queryable } from "../../shared/db/connect.ts";

/** Requests of one account to one endpoint that were answered in one second. */
export interface UsageCount {
  readonly accountId: string;
  /** How long ago the middle of that second was; below 0 where it is still to come. */
  readonly ageS: number;
  readonly method: string;
  readonly endpoint: string;
  readonly requests: number;
  readonly durationMs: number;
}

/**
 * Adds counts, at the database's time, by which charges are summed, too: control planes' clocks may differ. Rows are locked
 * in the order of their keys, since several processes write the same ones. Returns how far the database is in its second, in
 * seconds.
 */
export async function insertUsage(sql: Queryable, counts: readonly UsageCount[]): Promise<number> {
  const accountIds = counts.map((count) => count.accountId);
  const ages = counts.map((count) => count.ageS);
  const methods = counts.map((count) => count.method);
  const endpoints = counts.map((count) => count.endpoint);
  const requests = counts.map((count) => count.requests);
  const durations = counts.map((count) => count.durationMs);
  const [row] = await sql<{ fraction: number }[]>`
    with counts as (
      select account_id, date_trunc('second', least(now(), now() - make_interval(secs => age))) as second, method, endpoint,
        requests, duration_ms
      from unnest(${accountIds}::text[], ${ages}::float8[], ${methods}::text[], ${endpoints}::text[],
        ${requests}::int[], ${durations}::float8[]) as c (account_id, age, method, endpoint, requests, duration_ms)
    ), hours as (
      insert into usage_hours as h (account_id, hour, method, endpoint, requests, duration_ms)
      select account_id, date_trunc('hour', second, 'UTC'), method, endpoint, sum(requests), sum(duration_ms)
      from counts group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (account_id, hour, method, endpoint) do update
        set requests = h.requests + excluded.requests, duration_ms = h.duration_ms + excluded.duration_ms
    ), seconds as (
      insert into usage_seconds as s (account_id, second, method, endpoint, requests, duration_ms)
      select account_id, second, method, endpoint, sum(requests), sum(duration_ms)
      from counts group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (account_id, second, method, endpoint) do update
        set requests = s.requests + excluded.requests, duration_ms = s.duration_ms + excluded.duration_ms
    )
    select extract(epoch from clock_timestamp() - date_trunc('second', clock_timestamp()))::float8 as fraction`;
  assert(row !== undefined, "One row is always there.");
  return row.fraction;
}

/** A stretch of time of one account, from inclusive, to exclusive. */
export interface UsageRange {
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
}

export interface RequestRow {
  /** `YYYY-MM-DD` in UTC in sums by day, otherwise null. */
  readonly day: string | null;
  /** In sums by endpoint, otherwise null. */
  readonly endpoint: string | null;
  readonly method: string | null;
  readonly requests: number;
  readonly duration_ms: number;
}

/**
 * The range's whole hours, its whole days as far as they are summed up, and its edges. Where seconds are no longer kept,
 * a range begins and ends with whole hours.
 */
function edgesOf(sql: Queryable, { from, to }: UsageRange) {
  return sql`
    with kept as (
      select coalesce(max(ends_at), '-infinity') as since from periods where usage_dropped_at is not null
    ), wanted as (
      select case when ${from}::timestamptz < since then date_trunc('hour', ${from}::timestamptz, 'UTC')
          else date_trunc('second', ${from}::timestamptz) end as starts,
        case when ${to}::timestamptz < since and ${from}::timestamptz < ${to}::timestamptz
          then date_trunc('hour', ${to}::timestamptz - interval '1 microsecond', 'UTC') + interval '1 hour'
          else ${to}::timestamptz end as ends
      from kept
    ), hours as (
      select starts, ends, date_trunc('hour', starts - interval '1 microsecond', 'UTC') + interval '1 hour' as first_hour,
        date_trunc('hour', ends, 'UTC') as last_hour
      from wanted
    ), days as (
      select hours.*, ((first_hour - interval '1 microsecond') at time zone 'UTC')::date + 1 as first_day,
        least((last_hour at time zone 'UTC')::date, coalesce(end_day, '-infinity')) as last_day
      from hours, summed_days
    )
    select starts, ends, first_hour, last_hour, first_day, last_day,
      -- Hours before the whole days, and behind them; where there are no such days, all are before.
      case when first_day < last_day then first_day::timestamp at time zone 'UTC' else last_hour end as hours_end,
      case when first_day < last_day then last_day::timestamp at time zone 'UTC' else last_hour end as hours_start
    from days`;
}

/**
 * An account's rows in the edges of a range, each with the time `at` that it begins, from the table of each grain.
 * @param name what the tables are named after @param columns of all three tables
 */
function rowsInEdges(
  sql: Queryable,
  accountId: string,
  name: "usage" | "charge",
  columns: readonly string[],
) {
  const [days, hours, seconds] = [sql(`${name}_days`), sql(`${name}_hours`), sql(`${name}_seconds`)];
  const picked = sql(columns);
  return sql`
    select day::timestamp at time zone 'UTC' as at, ${picked} from ${days}, edges
    where account_id = ${accountId} and day >= first_day and day < last_day
    union all
    select hour, ${picked} from ${hours}, edges
    where account_id = ${accountId} and hour >= first_hour and hour < hours_end
    union all
    select hour, ${picked} from ${hours}, edges
    where account_id = ${accountId} and hour >= hours_start and hour < last_hour
    union all
    select second, ${picked} from ${seconds}, edges
    where account_id = ${accountId} and second >= starts and second < least(first_hour, ends)
    union all
    select second, ${picked} from ${seconds}, edges
    where account_id = ${accountId} and second >= greatest(last_hour, first_hour) and second < ends`;
}

/** Requests in a range: one row by day, one by endpoint and method, and one over all, which has only nulls. */
export async function selectRequests(sql: Queryable, range: UsageRange): Promise<RequestRow[]> {
  const { accountId } = range;
  return sql<RequestRow[]>`
    with edges as materialized (${edgesOf(sql, range)}), counts as (
      ${rowsInEdges(sql, accountId, "usage", ["method", "endpoint", "requests", "duration_ms"])}
    ), by_day as (
      -- By day first: a year has tens of thousands of rows, and each would be grouped three times.
      select (at at time zone 'UTC')::date as day, endpoint, method, sum(requests) as requests, sum(duration_ms) as duration_ms
      from counts group by 1, 2, 3
    )
    select to_char(day, 'YYYY-MM-DD') as day, endpoint, method,
      coalesce(sum(requests), 0)::float8 as requests, coalesce(sum(duration_ms), 0)::float8 as duration_ms
    from by_day group by grouping sets ((1), (2, 3), ())`;
}

export interface ChargeRow {
  readonly day: string | null;
  /** A task kind in sums by kind, otherwise null. */
  readonly kind: string | null;
  /** Exact decimals, as text. */
  readonly base_moods: string;
  readonly charged_moods: string;
}

/** What was charged in a range: one row by day, one by kind, and one over all, which has only nulls. */
export async function selectCharges(sql: Queryable, range: UsageRange): Promise<ChargeRow[]> {
  const { accountId } = range;
  return sql<ChargeRow[]>`
    with edges as materialized (${edgesOf(sql, range)}), charges as (
      ${rowsInEdges(sql, accountId, "charge", ["kind", "tasks", "base_moods", "charged_moods"])}
    ), by_day as (
      select (at at time zone 'UTC')::date as day, kind, sum(base_moods) as base_moods, sum(charged_moods) as charged_moods
      from charges where tasks > 0 group by 1, 2
    )
    select to_char(day, 'YYYY-MM-DD') as day, kind,
      coalesce(sum(base_moods), 0) as base_moods, coalesce(sum(charged_moods), 0) as charged_moods
    from by_day group by grouping sets ((1), (2), ())`;
}
