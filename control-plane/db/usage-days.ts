// SQL that sums hours of usage and charges up to whole days, which reports of long ranges read.
import { ADVISORY_LOCKS } from "../../shared/db/advisory-locks.ts";
import type { Sql } from "../../shared/db/connect.ts";
import { PERIOD_LIMITS } from "../../shared/limits/database.ts";

/**
 * Sums the next days up that were over long enough ago, in one transaction, and says how many they were; 0 where none is
 * left, or another process is at it. Accounts are gone through one by one: an index finds each one's hours, and none all
 * hours of a day.
 */
export async function sumNextDays(sql: Sql): Promise<number> {
  return sql.begin(async (transaction) => {
    // Of thousands of accounts, or after weeks in which no control plane ran, it takes longer than requests' statements may.
    const [lock] = await transaction<{ isOurs: boolean }[]>`
      select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.usageDays}) as "isOurs", set_config('statement_timeout', '0', true)`;
    if (lock?.isOurs !== true) return 0;
    const [days] = await transaction<{ first: string; end: string; count: number }[]>`
      with first as (
        select coalesce(end_day, least(
          (select min(h.hour) from accounts a cross join lateral (
            select hour from usage_hours where account_id = a.id order by hour limit 1) h) at time zone 'UTC',
          (select min(h.hour) from accounts a cross join lateral (
            select hour from charge_hours where account_id = a.id order by hour limit 1) h) at time zone 'UTC')::date) as day
        from summed_days
      ), span as (
        select day, least(day + ${PERIOD_LIMITS.daysPerSum}::integer,
          (now() at time zone 'UTC')::date - ${PERIOD_LIMITS.hoursOnlyDays}::integer) as end_day from first
      )
      select day::text as first, end_day::text as end, end_day - day as count from span where end_day > day`;
    if (days === undefined) return 0;
    const { first, end, count } = days;
    await transaction`
      insert into charge_days (account_id, day, kind, tasks, base_moods, charged_moods)
      select a.id, h.day, h.kind, h.tasks, h.base_moods, h.charged_moods from accounts a cross join lateral (
        select (hour at time zone 'UTC')::date as day, kind, sum(tasks) as tasks, sum(base_moods) as base_moods,
          sum(charged_moods) as charged_moods
        from charge_hours where account_id = a.id
          and hour >= ${first}::date::timestamp at time zone 'UTC' and hour < ${end}::date::timestamp at time zone 'UTC'
        group by 1, 2) h`;
    await transaction`
      insert into usage_days (account_id, day, method, endpoint, requests, duration_ms)
      select a.id, h.day, h.method, h.endpoint, h.requests, h.duration_ms from accounts a cross join lateral (
        select (hour at time zone 'UTC')::date as day, method, endpoint, sum(requests) as requests,
          sum(duration_ms) as duration_ms
        from usage_hours where account_id = a.id
          and hour >= ${first}::date::timestamp at time zone 'UTC' and hour < ${end}::date::timestamp at time zone 'UTC'
        group by 1, 2, 3) h`;
    await transaction`update summed_days set end_day = ${end}::date`;
    return count;
  });
}
