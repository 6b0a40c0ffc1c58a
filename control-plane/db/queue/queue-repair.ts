// SQL that compares open tasks with the line and the queue, a part of each at a time: tasks that stand in neither, and
// queue jobs that nobody wants any more. What mends them is in worker/repair-queue.ts.
import { ADVISORY_LOCKS } from "../../../shared/db/advisory-locks.ts";
import type { Queryable } from "../../../shared/db/connect.ts";
import { isOneOf } from "../../../shared/db/partition-pruning.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import { previewQueueJob } from "../../../shared/templates/template-previews.ts";

/**
 * Whether this transaction may compare tasks with queue jobs, by a lock that is not waited for and ends with
 * it; two at once would both mend what they find.
 */
export async function tryQueueRepair(sql: Queryable): Promise<boolean> {
  const [row] = await sql<
    { locked: boolean }[]
  >`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.queueRepair}) as locked`;
  return row?.locked === true;
}

export interface ComparedTasks {
  /** The last that was looked at; null where none is left behind it. */
  readonly lastId: string | null;
  /** Those that do not stand in line, in their order. */
  readonly outside: readonly string[];
}

/**
 * Compares the next open tasks behind this one, at most `limit`, with the line. The two are subtracted from each other as
 * sets, because most open tasks stand in line: to look each up took ten times as long.
 */
export async function compareWithLine(
  sql: Queryable,
  afterId: string,
  limit: number,
): Promise<ComparedTasks> {
  const [row] = await sql<ComparedTasks[]>`
    with open_task as materialized (
      select id from tasks where state in ('queued', 'running') and id > ${afterId} order by id limit ${limit}
    ), outside as (
      select id from open_task
      except select task_id from waiting_tasks
        where task_id > ${afterId} and task_id <= (select max(id) from open_task)
    )
    select (select case when count(*) = ${limit} then max(id) end from open_task) as "lastId",
      array(select id from outside order by id) as outside`;
  return row ?? { lastId: null, outside: [] };
}

export interface JoblessTask {
  readonly id: string;
  /** The run that has reported what is nowhere any more. */
  readonly reported_run_id: string | null;
}

/**
 * Those of these tasks that are open, that no living node works on, that do not stand in line, that have no queue job
 * that may still be run, and whose run's report does not wait to end them.
 */
export async function selectJoblessTasks(sql: Queryable, taskIds: readonly string[]): Promise<JoblessTask[]> {
  const isUsable = sql`(j.is_available or j.locked_at is not null)`;
  return sql<JoblessTask[]>`
    select t.id, case when r.reported_at is not null then r.id end as reported_run_id
    from tasks t left join runs r on r.task_id = t.id and r.id = t.current_run_id
    where ${isOneOf(sql, "t.id", taskIds)} and t.state in ('queued', 'running')
      and not (r.state = 'running' and exists (select from worker_leases l where l.id = r.node_id))
      and not exists (select from waiting_tasks w where w.task_id = t.id)
      and not exists (select from graphile_worker._private_jobs j where j.key = t.id and ${isUsable})
      and not exists (select from reported_runs p where p.run_id = r.id)
    order by t.id`;
}

/** Ids of queue jobs behind this one, in their order. */
export async function selectQueueJobs(sql: Queryable, afterId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id::text from graphile_worker._private_jobs where id > ${afterId}::bigint order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * Removes those of these queue jobs that nobody works on and that nobody wants any more: runs without an open task, and
 * previews without a key, as graphile-worker leaves one that was replaced or taken back while a node that has died since
 * worked on it. Returns how many there were.
 */
export async function removeUnwantedJobs(sql: Queryable, jobIds: readonly string[]): Promise<number> {
  const rows = await sql`
    select graphile_worker.complete_jobs(array(
      select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
      where j.id = any (${jobIds as string[]}::bigint[]) and j.locked_at is null
        and (n.identifier like 'run-%' and not exists (
            select from tasks t where t.id = j.key and t.state in ('queued', 'running'))
          or n.identifier like ${previewQueueJob("%")} and j.key is null)))`;
  return rows.length;
}

/**
 * Has those of these queue jobs tried now whose pause is longer than any: the clock was set back meanwhile. Returns how many
 * there were.
 */
export async function hastenRetries(sql: Queryable, jobIds: readonly string[]): Promise<number> {
  const result = await sql`
    update graphile_worker._private_jobs set run_at = now()
    where id = any (${jobIds as string[]}::bigint[]) and locked_at is null
      and run_at > now() + ${QUEUE_LIMITS.maxRetryPauseMs} * interval '1 millisecond'`;
  return result.count;
}
