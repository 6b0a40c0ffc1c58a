// SQL of places in the queue: where tasks stand in their account's line, what is ready for workers, and how the
// accounts that wait for the same queue job share it. All of it by index and counter: numbering everything that waits
// was rejected, because it walks through hundreds of thousands of tasks for the place of one. Turns are tags of virtual
// time (see 0007-fair-queue.sql).
import type { Queryable } from "../../../shared/db/connect.ts";
import { DISPATCH_LIMITS } from "../../../shared/limits/queue.ts";

/** A task that waits: in its account's line with a ticket, or, without one, among the jobs that workers ask for. */
export interface QueuePlace {
  readonly task_id: string;
  readonly queue_job: string;
  /** Both null without a ticket. */
  readonly account_id: string | null;
  /** Tickets of an account and queue job are counted up by one. */
  readonly ticket: number | null;
}

/** Where these tasks wait; those that do not wait are left out. */
export async function selectQueuePlaces(sql: Queryable, taskIds: readonly string[]): Promise<QueuePlace[]> {
  return sql<QueuePlace[]>`
    select asked.id as task_id, place.queue_job, place.account_id, place.ticket
    from unnest(${taskIds as string[]}::text[]) as asked (id)
    cross join lateral (
      select w.queue_job, w.account_id, w.ticket::float8 as ticket from waiting_tasks w where w.task_id = asked.id
      union all
      select n.identifier, null, null
      from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
      where j.key = asked.id and j.is_available
      limit 1
    ) place`;
}

/** A job that a worker may take now. */
export interface ReadyJob {
  readonly queue_job: string;
  readonly task_id: string;
  /** Null of one that is tried again and was not given a turn yet. */
  readonly tag: number | null;
}

/** The ready jobs of these queue jobs in the order in which workers take them; there are never many. */
export async function selectReadyJobs(
  sql: Queryable,
  queueJobs: readonly string[],
  limit: number,
): Promise<ReadyJob[]> {
  return sql<ReadyJob[]>`
    select n.identifier as queue_job, j.key as task_id,
      case when j.run_at < tags_end() then tag_of_run_at(j.run_at) end as tag
    from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
    where j.id = any (array(select r.id from run_jobs() r where r.is_due and not r.is_locked))
      and n.identifier = any (${queueJobs as string[]}) and j.is_available and j.run_at <= now()
    order by j.priority, j.run_at, j.id limit ${limit}`;
}

/**
 * How an account that has tasks waiting for a queue job comes to its turns: each is 1 / pace after the last, exactly where
 * all of its tasks count alike.
 */
export interface QueueShare {
  readonly queue_job: string;
  readonly account_id: string;
  readonly waiting: number;
  readonly pace: number;
  /** Of its next job. */
  readonly start_tag: number;
  /** Its next task. */
  readonly first_ticket: number;
  readonly first_task_id: string;
}

export interface QueueSharesQuery {
  readonly queueJobs: readonly string[];
  /** These are told in any case, */
  readonly accountIds: readonly string[];
  /** and so many of each queue job. */
  readonly limit: number;
}

/** The accounts that wait for these queue jobs. */
export async function selectQueueShares(
  sql: Queryable,
  { queueJobs, accountIds, limit }: QueueSharesQuery,
): Promise<QueueShare[]> {
  return sql<QueueShare[]>`
    select share.queue_job, share.account_id, share.waiting::float8 as waiting,
      -- The flow's weight in place: a call for each of many accounts took most of the time.
      coalesce(a.share_weight::float8, 1) / greatest(1, (select count(*) from waiting_shares o
        where o.account_id = share.account_id and o.is_waiting)) / next.cost as pace,
      greatest(clock.virtual_time, (select t.finish_tag from flow_turns t
        where t.account_id = share.account_id and t.queue_job = share.queue_job)) as start_tag,
      first.ticket::float8 as first_ticket, first.task_id as first_task_id
    from queue_clock clock cross join unnest(${queueJobs as string[]}::text[]) as asked (queue_job)
    cross join lateral (
      (select s.queue_job, s.account_id, s.waiting, s.first_ticket from waiting_shares s
        where s.queue_job = asked.queue_job and s.is_waiting order by s.account_id limit ${limit})
      union
      select s.queue_job, s.account_id, s.waiting, s.first_ticket from waiting_shares s
        where s.queue_job = asked.queue_job and s.account_id = any (${accountIds as string[]}) and s.is_waiting
    ) share
    left join lateral (select share_weight from accounts where id = share.account_id limit 1) a on true
    cross join lateral (
      select w.ticket, w.task_id from waiting_tasks w
      where w.queue_job = share.queue_job and w.account_id = share.account_id and w.ticket >= share.first_ticket
      order by w.ticket limit 1
    ) first
    cross join lateral (
      -- Of the next few, which lie beside the first: to sum up all that wait would read each of them.
      select avg(n.cost) as cost from (
        select w.cost from waiting_tasks w
        where w.queue_job = share.queue_job and w.account_id = share.account_id and w.ticket >= share.first_ticket
        order by w.ticket limit ${DISPATCH_LIMITS.costsPerPosition}
      ) n
    ) next`;
}
