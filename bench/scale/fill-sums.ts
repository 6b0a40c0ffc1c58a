// What the statements that create and end tasks, and those that count requests, would have summed up.
import type { Sql } from "../../shared/db/connect.ts";
import { DAYS, SECONDS_DAYS } from "./fill-rows.ts";

/** Hours of requests, from their seconds, and before those as many each hour for the busy account. */
async function insertRequestHours(sql: Sql, busyAccountId: string): Promise<void> {
  await sql`
    insert into usage_hours (account_id, hour, method, endpoint, requests, duration_ms)
    select account_id, date_trunc('hour', second, 'UTC'), method, endpoint, sum(requests), sum(duration_ms)
    from usage_seconds group by 1, 2, 3, 4`;
  await sql`
    insert into usage_hours (account_id, hour, method, endpoint, requests, duration_ms)
    select ${busyAccountId}, date_trunc('hour', now(), 'UTC') - h * interval '1 hour', method, endpoint, 3600, 7200
    from generate_series(${SECONDS_DAYS * 24}::int, ${DAYS * 24}::int) as h,
      (select distinct method, endpoint from usage_hours) e
    on conflict do nothing`;
}

/**
 * What reads a whole table makes a table: the server would read for an insert on one processor.
 * @throws Error where tasks and ledger disagree
 */
export async function insertSums(sql: Sql, busyAccountId: string): Promise<void> {
  await sql`
    create temporary table task_sums as
    select account_id, kind, state, count(*) as tasks, sum(charged_moods - refunded_moods) as moods
    from tasks group by 1, 2, 3`;
  await sql`
    insert into task_counts (account_id, kind, state, slot, tasks)
    select account_id, kind, state, 0, tasks from task_sums`;
  await sql`
    insert into charge_hours (account_id, hour, kind, tasks, base_moods, charged_moods)
    select account_id, date_trunc('hour', created_at, 'UTC'), kind, count(*), sum(base_moods), sum(charged_moods)
    from tasks group by 1, 2, 3`;
  await sql`
    create temporary table ledger_sums as
    select account_id, kind, sum(moods) as moods from ledger_entries group by 1, 2`;
  await sql`
    update accounts a set moods_used = l.used, moods_granted = l.granted from (
      select account_id, coalesce(sum(moods) filter (where kind = 'charge'), 0)
          - coalesce(sum(moods) filter (where kind = 'refund'), 0) as used,
        sum(moods) filter (where kind = 'grant') as granted
      from ledger_sums group by account_id) l where l.account_id = a.id`;
  const [wrong] = await sql`
    select from accounts a left join (select account_id, sum(moods) as moods from task_sums group by 1) t on t.account_id = a.id
    where a.moods_used <> coalesce(t.moods, 0) limit 1`;
  if (wrong !== undefined) throw new Error("The ledger's charges are not those of the tasks.");
  await insertRequestHours(sql, busyAccountId);
}
