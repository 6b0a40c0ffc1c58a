// SQL of which queue jobs living media nodes take: tasks that none takes wait a while from the last time on.
import type { Queryable } from "../../shared/db/connect.ts";

/**
 * Writes down that these queue jobs are taken now, unless that was done within the interval; in one order, as in
 * `recordModelOffers`.
 */
export async function recordQueueJobOffers(
  sql: Queryable,
  queueJobs: readonly string[],
  intervalMs: number,
): Promise<void> {
  if (queueJobs.length === 0) return;
  await sql`
    insert into queue_job_offers as o (queue_job, offered_at)
    select distinct queue_job, now() from unnest(${queueJobs as string[]}::text[]) queue_job order by queue_job
    on conflict (queue_job) do update set offered_at = excluded.offered_at
    where o.offered_at <= now() - ${intervalMs} * interval '1 millisecond'`;
}
