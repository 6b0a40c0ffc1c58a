// SQL of queue jobs that wait for a media node, and of what is amiss between them and their tasks. The key of a run is its task's id; that of a preview is made from its
// template's, so that a newer wish replaces an older one.
import type { Queryable } from "../../shared/db/connect.ts";
import { FINALIZE_JOB, FINALIZE_KEY_PREFIX } from "../../shared/db/finalize-job.ts";
import { QUEUE_LIMITS } from "../../shared/limits.ts";
import { TASK_KINDS, type TaskKindName } from "../../shared/task-kinds.ts";
import { type PreviewRequest, previewQueueJob } from "../../shared/template-previews.ts";

/** Removes a task's queue job; one that a node works on is kept from being tried again. */
export async function removeQueueJob(sql: Queryable, taskId: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${taskId})`;
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

/** Ids of open tasks behind this one, in their order. */
export async function selectOpenTasks(sql: Queryable, afterId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from tasks where state in ('queued', 'running') and id > ${afterId} order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

export interface JoblessTask {
  readonly id: string;
  readonly kind: TaskKindName;
  readonly queue_job: string;
  /** The run that has reported, where only the end of the task is missing. */
  readonly reported_run_id: string | null;
}

/**
 * Those of these tasks that are open, that no living node works on, and that have no queue job that may still be run:
 * neither one that runs them nor one that ends them.
 */
export async function selectJoblessTasks(sql: Queryable, taskIds: readonly string[]): Promise<JoblessTask[]> {
  const isUsable = sql`(j.is_available or j.locked_at is not null)`;
  return sql<JoblessTask[]>`
    select t.id, t.kind, t.queue_job, case when r.outcome is not null then r.id end as reported_run_id
    from tasks t left join runs r on r.id = t.current_run_id
    where t.id = any (${taskIds as string[]}) and t.state in ('queued', 'running')
      and not (r.state = 'running' and exists (select from worker_leases l where l.id = r.node_id))
      and not exists (select from graphile_worker._private_jobs j
        where j.key in (t.id, ${FINALIZE_KEY_PREFIX} || r.id) and ${isUsable})
    order by t.id`;
}

/** Gives a task the queue job that runs it. */
export async function addTaskJob(sql: Queryable, task: JoblessTask): Promise<void> {
  await sql`
    select graphile_worker.add_job(${task.queue_job}, json_build_object('taskId', ${task.id}::text), job_key => ${task.id},
      max_attempts => ${QUEUE_LIMITS.attempts}::int, priority => ${TASK_KINDS[task.kind].queuePriority}::int)`;
}

/** Ids of queue jobs behind this one, in their order. */
export async function selectQueueJobs(sql: Queryable, afterId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id::text from graphile_worker._private_jobs where id > ${afterId}::bigint order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * Removes those of these queue jobs that nobody works on and that have no open task: whose task has ended, or has
 * another job. Returns how many there were.
 */
export async function removeTasklessJobs(sql: Queryable, jobIds: readonly string[]): Promise<number> {
  const rows = await sql`
    select graphile_worker.complete_jobs(array(
      select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
      where j.id = any (${jobIds as string[]}::bigint[]) and j.locked_at is null and (
        n.identifier like 'run-%' and not exists (
          select from tasks t where t.id = j.key and t.state in ('queued', 'running'))
        or n.identifier = ${FINALIZE_JOB} and j.key is null and not j.is_available)))`;
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
