// SQL of the line of waiting tasks, of queue jobs that wait for a media node, and of what is amiss between them and
// their tasks. The key of a run's job is its task's id; that of a preview is made from its template's, so that a newer
// wish replaces an older one.
import type { Queryable } from "../../../shared/db/connect.ts";
import { isOneOf } from "../../../shared/db/sought-ids.ts";
import { DISPATCH_LIMITS, QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import { type PreviewRequest, previewQueueJob } from "../../../shared/templates/template-previews.ts";

/**
 * Takes a task out of the line, or removes its queue job; one that a node works on is kept from being tried again. The
 * line is left first: what it gives to the queue meanwhile is then found there.
 */
export async function leaveQueue(sql: Queryable, taskId: string): Promise<void> {
  await sql`select leave_queue(array[${taskId}::text])`;
  await sql`select graphile_worker.remove_job(${taskId})`;
}

export interface DispatchRound {
  /** Tasks that were moved; null where another control plane is doing so at this moment. */
  readonly dispatched: number | null;
  /** Whether tasks wait that living nodes take, or jobs whose pause is over wait for a turn. */
  readonly isWaiting: boolean;
}

/** Gives the queue the tasks that are next, in the order of fair shares. Where none could be, that costs one look. */
export async function dispatchTasks(sql: Queryable, defaultRunningJobs: number): Promise<DispatchRound> {
  const { readyJobs, accounts } = DISPATCH_LIMITS;
  const { attempts, leaseTtlMs } = QUEUE_LIMITS;
  const [row] = await sql<DispatchRound[]>`
    select line.is_waiting as "isWaiting", case when line.is_waiting then dispatch_tasks(${readyJobs}, ${accounts},
      ${defaultRunningJobs}, ${attempts}, ${leaseTtlMs}) else 0 end as dispatched
    from is_line_waiting(${leaseTtlMs}) as line (is_waiting)`;
  return row ?? { dispatched: null, isWaiting: true };
}

/** Any number; the same in every process. */
const REPAIR_LOCK_KEY = 7_022_211_307;

/** Whether this transaction may compare tasks with queue jobs; two at once would both mend what they find. */
export async function tryQueueRepair(sql: Queryable): Promise<boolean> {
  const [row] = await sql<
    { locked: boolean }[]
  >`select pg_try_advisory_xact_lock(${REPAIR_LOCK_KEY}) as locked`;
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

/** Puts a task in line that has lost its place. */
export async function addToLine(sql: Queryable, taskId: string): Promise<void> {
  await sql`
    with task as (
      select id, account_id, queue_job from tasks where id = ${taskId} and state in ('queued', 'running')
    ), line as (
      insert into waiting_shares as s (queue_job, account_id, waiting, last_ticket)
      select queue_job, account_id, 1, 1 from task
      on conflict (queue_job, account_id) do update set waiting = s.waiting + 1, last_ticket = s.last_ticket + 1
      returning last_ticket
    )
    insert into waiting_tasks (task_id, account_id, queue_job, ticket)
    select task.id, task.account_id, task.queue_job, line.last_ticket from task, line`;
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

function previewKey(templateId: string): string {
  return `preview:${templateId}`;
}

/** All previews share a queue, which does one job at a time: nobody's job must wait for them. Higher numbers run later. */
const PREVIEW_QUEUE = "template-previews";
const PREVIEW_PRIORITY = 50;

export interface PreviewQueueing {
  readonly model: string;
  readonly delayMs: number;
  readonly attempts: number;
}

/** Asks the media nodes that have a model for a preview, in place of an earlier wish for the same template. */
export async function enqueuePreview(
  sql: Queryable,
  request: PreviewRequest,
  { model, delayMs, attempts }: PreviewQueueing,
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${previewQueueJob(model)}, ${JSON.stringify(request)}::text::json,
      queue_name => ${PREVIEW_QUEUE}, run_at => now() + ${delayMs} * interval '1 millisecond',
      max_attempts => ${attempts}::int, job_key => ${previewKey(request.templateId)}, priority => ${PREVIEW_PRIORITY}::int)`;
}

export async function removePreviewJob(sql: Queryable, templateId: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${previewKey(templateId)})`;
}

export interface PreviewJobRow {
  readonly attempts: number;
  readonly max_attempts: number;
  readonly last_error: string | null;
  readonly is_running: boolean;
}

/** The queue job of a template's preview, if there is one; it stays after its last try has failed. */
export async function selectPreviewJob(
  sql: Queryable,
  templateId: string,
): Promise<PreviewJobRow | undefined> {
  const [row] = await sql<PreviewJobRow[]>`
    select attempts::int, max_attempts::int, last_error, locked_at is not null as is_running
    from graphile_worker.jobs where key = ${previewKey(templateId)}`;
  return row;
}
