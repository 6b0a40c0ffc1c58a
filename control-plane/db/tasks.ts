// SQL of tasks on this plane: creating one, reading it for its owner, and moving it to its end. Media nodes move a
// task to `running` with statements of their own.
import type { Queryable } from "../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../shared/limits.ts";
import type { GenerationResult, TaskError } from "../../shared/task-outcome.ts";
import { LEGAL_SOURCES, type ProgressStage, type TaskState } from "../../shared/task-states.ts";
import { creationLock, type PromisedAnswer } from "./withdrawals.ts";

/** A webhook delivery as the API shows it: times are ISO 8601 text, made by the database. */
export interface TaskDelivery {
  readonly id: string;
  readonly status: "PENDING" | "RETRYING" | "FAILED" | "DELIVERED";
  readonly attempts: number;
  readonly max_attempts: number;
  readonly last_attempt_at: string | null;
  readonly next_retry_at: string | null;
  readonly delivered_at: string | null;
  readonly last_status_code: number | null;
  readonly last_error: string | null;
}

export interface TaskRow {
  readonly id: string;
  readonly kind: string;
  readonly state: TaskState;
  readonly model: string | null;
  readonly template_id: string | null;
  readonly callback_url: string | null;
  readonly request_hash: Uint8Array;
  /** Exact decimals, as text. */
  readonly base_moods: string;
  readonly charged_moods: string;
  readonly extra_moods: string;
  readonly refunded_moods: string;
  readonly result: readonly GenerationResult[];
  readonly output: Readonly<Record<string, unknown>> | null;
  readonly error: TaskError | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly completed_at: Date | null;
  /** Of the current run; all null before the first. */
  readonly run_state: string | null;
  readonly run_stage: ProgressStage | null;
  readonly run_percent: number | null;
  readonly run_message: string | null;
  readonly run_updated_at: Date | null;
  readonly run_id: string | null;
  /** How often the task's row has changed, and its current run's: together they only grow. */
  readonly revision: number;
  readonly run_revision: number | null;
  readonly deliveries: readonly TaskDelivery[];
  /** Waiting tasks of the same kind that came earlier; null unless the task waits for a node. */
  readonly queued_before: number | null;
  /** Whether a living media node takes the queue job of a task that may wait for one; null for all other tasks. */
  readonly is_taken: boolean | null;
}

export interface NewTask {
  readonly id: string;
  readonly accountId: string;
  readonly kind: string;
  readonly model: string | null;
  readonly templateId: string | null;
  readonly request: unknown;
  readonly requestHash: Uint8Array;
  readonly idempotencyKey: string | null;
  readonly callbackUrl: string | null;
  /** The id of the webhook delivery that is planned with the task when it has a callback address. */
  readonly deliveryId: string;
  readonly baseMoods: string;
  readonly queueJob: string;
  readonly queuePriority: number;
  readonly queueAttempts: number;
  /** A statement that begins after its time creates nothing. */
  readonly answer: PromisedAnswer;
}

/** What became of a create: `late` when it began after its time, `uncovered` when the balance is too low. */
export type CreateOutcome = "created" | "late" | "uncovered";

/**
 * Charges the account, writes the task, its ledger entry and its webhook delivery, counts its template's use and
 * enqueues its queue job, in one statement: all of it happens or nothing. The lock comes before the look at the clock,
 * so that a withdrawal after that time finds the task or knows that it never comes (see withdrawals.ts).
 * @throws a unique violation of `tasks_idempotency_key` when the key is taken; then nothing was charged either.
 */
export async function insertChargedTask(sql: Queryable, task: NewTask): Promise<CreateOutcome> {
  const [row] = await sql<{ is_open: boolean; is_created: boolean; queued: boolean }[]>`
    with gate as materialized (
      select case when pg_try_advisory_xact_lock(${creationLock(sql, task.id)})
        then clock_timestamp() <= ${task.answer.by} else false end as is_open
    ), price as (
      select id, round(${task.baseMoods}::numeric * price_multiplier, 4) as moods from accounts, gate
      where id = ${task.accountId} and gate.is_open
    ), account as (
      update accounts set moods_used = moods_used + price.moods from price
      where accounts.id = price.id and moods_granted - moods_used >= price.moods
      returning accounts.id, price.moods
    ), task as (
      insert into tasks (id, account_id, kind, model, template_id, request, request_hash, idempotency_key, callback_url,
        base_moods, charged_moods, answers)
      select ${task.id}, id, ${task.kind}, ${task.model}, ${task.templateId}, ${sql.json(task.request as never)},
        ${task.requestHash}, ${task.idempotencyKey}, ${task.callbackUrl}, ${task.baseMoods}::numeric, moods, array[${task.answer.id}] from account
      returning id, account_id, charged_moods, callback_url, template_id
    ), entry as (
      insert into ledger_entries (account_id, kind, moods, task_id)
      select account_id, 'charge', charged_moods, id from task
    ), delivery as (
      insert into webhook_deliveries (id, task_id, url)
      select ${task.deliveryId}, id, callback_url from task where callback_url is not null
    ), template as (
      update templates set usage_count = usage_count + 1 from task where templates.id = task.template_id
    )
    select gate.is_open, task.id is not null as is_created,
      case when task.id is not null then graphile_worker.add_job(${task.queueJob}, json_build_object('taskId', task.id),
        max_attempts => ${task.queueAttempts}::int, job_key => task.id, priority => ${task.queuePriority}::int) is not null
      end as queued
    from gate left join task on true`;
  if (row?.is_created) return "created";
  return row?.is_open ? "uncovered" : "late";
}

/** A time of a delivery as the API writes times; JSON built by the database would lose the form. */
function isoTime(sql: Queryable, column: string) {
  return sql`to_char(${sql(`d.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function selectTasks(sql: Queryable) {
  return sql`
    select t.id, t.kind, t.state, t.model, t.template_id, t.callback_url, t.request_hash, t.base_moods, t.charged_moods,
      t.extra_moods, t.refunded_moods, t.result, t.output, t.error, t.created_at, t.updated_at, t.completed_at,
      r.state as run_state, r.stage as run_stage, r.percent as run_percent, r.message as run_message,
      r.updated_at as run_updated_at, r.id as run_id, t.revision, r.revision as run_revision,
      coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'status', d.state, 'attempts', d.attempts,
        'max_attempts', d.max_attempts, 'last_attempt_at', ${isoTime(sql, "last_attempt_at")},
        'next_retry_at', ${isoTime(sql, "next_retry_at")}, 'delivered_at', ${isoTime(sql, "delivered_at")},
        'last_status_code', d.last_status_code, 'last_error', d.last_error) order by d.id)
        from webhook_deliveries d where d.task_id = t.id), '[]') as deliveries,
      case when t.state = 'running' and r.state in ('interrupted', 'lost', 'failed') then
        (select count(*)::int from tasks w where w.kind = t.kind and w.state = 'queued' and w.id < t.id) end as queued_before,
      case when t.state in ('queued', 'running') and r.state is distinct from 'running' and r.outcome is null then
        exists (select from worker_leases l where t.queue_job = any (l.queue_jobs)
          and l.renewed_at >= now() - ${QUEUE_LIMITS.leaseTtlMs} * interval '1 millisecond') end as is_taken
    from tasks t left join runs r on r.id = t.current_run_id`;
}

/** A task of this account, with its current run. */
export async function selectTask(
  sql: Queryable,
  accountId: string,
  taskId: string,
): Promise<TaskRow | undefined> {
  const [row] = await sql<
    TaskRow[]
  >`${selectTasks(sql)} where t.id = ${taskId} and t.account_id = ${accountId}`;
  return row;
}

/** Tasks by id, newest first. Whose they are was decided by whoever found the ids. */
export async function selectTasksById(sql: Queryable, ids: readonly string[]): Promise<TaskRow[]> {
  if (ids.length === 0) return [];
  return sql<
    TaskRow[]
  >`${selectTasks(sql)} where t.id = any (${ids as string[]}) order by t.created_at desc, t.id desc`;
}

/** The task that an account created with an idempotency key. */
export async function selectTaskByIdempotencyKey(
  sql: Queryable,
  accountId: string,
  kind: string,
  idempotencyKey: string,
): Promise<TaskRow | undefined> {
  const [row] = await sql<TaskRow[]>`${selectTasks(sql)}
    where t.account_id = ${accountId} and t.kind = ${kind} and t.idempotency_key = ${idempotencyKey}`;
  return row;
}

export interface UnrunnableTask {
  readonly id: string;
  readonly kind: string;
  readonly model: string | null;
  /** The last run, which gave the task up. */
  readonly current_run_id: string | null;
}

/**
 * Open tasks that no media node works on and that none can: no living one takes their queue job, nor did for this long.
 * Oldest first of each queue job. Found from the few queue jobs that there are, not from the many tasks that wait.
 */
export async function selectUnrunnableTasks(
  sql: Queryable,
  { leaseTtlMs, waitMs, limit }: { leaseTtlMs: number; waitMs: number; limit: number },
): Promise<UnrunnableTask[]> {
  const waitedFor = sql`now() - ${waitMs} * interval '1 millisecond'`;
  return sql<UnrunnableTask[]>`
    with untaken as materialized (
      select n.identifier from graphile_worker._private_tasks n
      left join queue_job_offers o on o.queue_job = n.identifier
      where n.identifier like 'run-%' and coalesce(o.offered_at, '-infinity') < ${waitedFor}
        and not exists (select from worker_leases l where n.identifier = any (l.queue_jobs)
          and l.renewed_at >= now() - ${leaseTtlMs} * interval '1 millisecond')
    )
    select t.id, t.kind, t.model, t.current_run_id from untaken join tasks t on t.queue_job = untaken.identifier
    left join runs r on r.id = t.current_run_id
    where t.state in ('queued', 'running') and t.created_at < ${waitedFor}
      and (r.id is null or r.state in ('interrupted', 'lost', 'failed') and r.outcome is null)
    order by t.created_at limit ${limit}`;
}

export interface TaskEnd {
  readonly taskId: string;
  /** The run that ended the task; another run's end is refused. */
  readonly runId: string;
  readonly state: "finished" | "failed";
  readonly output: unknown;
  readonly result: readonly GenerationResult[];
  readonly error: TaskError | null;
}

/** Ends a task, if this run is still its current one and nobody ended it before. Whether it did. */
export async function endTask(sql: Queryable, end: TaskEnd): Promise<boolean> {
  const result = await sql`
    update tasks set state = ${end.state}, output = ${end.output === null ? null : sql.json(end.output as never)},
      result = ${sql.json(end.result as never)}, error = ${end.error === null ? null : sql.json(end.error as never)}, completed_at = now(), updated_at = now()
    where id = ${end.taskId} and current_run_id = ${end.runId} and state = any (${LEGAL_SOURCES[end.state] as string[]})`;
  return result.count === 1;
}

/**
 * Ends a task as failed whatever its runs do. Its current run, null where none had started, or undefined when the
 * task had ended before.
 */
export async function endTaskEarly(
  sql: Queryable,
  taskId: string,
  error: TaskError,
): Promise<{ current_run_id: string | null } | undefined> {
  const [ended] = await sql<{ current_run_id: string | null }[]>`
    update tasks set state = 'failed', error = ${sql.json(error as never)}, completed_at = now(), updated_at = now()
    where id = ${taskId} and state = any (${LEGAL_SOURCES.failed as string[]})
    returning current_run_id`;
  return ended;
}
