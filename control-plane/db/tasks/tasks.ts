// SQL of tasks on this plane: reading them for their owner, and moving them to their end. They are created by
// create-tasks.ts, and media nodes move a task to `running` with statements of their own.
import type { Queryable } from "../../../shared/db/connect.ts";
import { isOneOf, isWithinIdRange } from "../../../shared/db/partition-pruning.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import type { GenerationResult, TaskError } from "../../../shared/tasks/task-outcome.ts";
import { LEGAL_SOURCES, type ProgressStage, type TaskState } from "../../../shared/tasks/task-states.ts";

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
  /** What people call what it was made of; null where that is nothing. */
  readonly name: string | null;
  readonly callback_url: string | null;
  readonly request_hash: Uint8Array;
  /** Exact decimals, as text. */
  readonly base_moods: string;
  readonly charged_moods: string;
  readonly extra_moods: string;
  readonly refunded_moods: string;
  readonly result: readonly GenerationResult[];
  readonly output: Readonly<Record<string, unknown>> | null;
  /** Where an output lies that is too large for the row. */
  readonly output_key: string | null;
  readonly error: TaskError | null;
  /** The span of its create; null where that was not traced. */
  readonly traceparent: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** When its first run began. */
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  /** When its account had its files removed. */
  readonly deleted_at: Date | null;
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
  /** Tasks that come before one between two tries, where that was read, too: see withQueuePositions. */
  readonly queued_before: number | null;
  /** Whether a living media node takes the queue job of a task that may wait for one; null for all other tasks. */
  readonly is_taken: boolean | null;
  /** Of one that none takes: what a living media node lacks that could run it and takes no job for want of that. */
  readonly node_shortage: string | null;
}

/** Whether a run of it has ended without ending it, and the next one has not started. */
export function waitsBetweenTries({ run_state, is_taken }: TaskRow): boolean {
  return run_state !== null && is_taken !== null;
}

/** A condition on a column of task ids that may say in which partitions to look. */
type Among = (column: string) => ReturnType<Queryable>;

/** A time of a delivery as the API writes times; JSON built by the database would lose the form. */
function isoTime(sql: Queryable, column: string) {
  return sql`to_char(${sql(`d.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function deliveriesOf(sql: Queryable, isAmong: Among) {
  return sql`
    coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'status', d.state, 'attempts', d.attempts,
      'max_attempts', d.max_attempts, 'last_attempt_at', ${isoTime(sql, "last_attempt_at")},
      'next_retry_at', ${isoTime(sql, "next_retry_at")}, 'delivered_at', ${isoTime(sql, "delivered_at")},
      'last_status_code', d.last_status_code, 'last_error', d.last_error) order by d.id)
      from webhook_deliveries d where d.task_id = t.id ${isAmong("d.task_id")}), '[]')`;
}

/** That the lease `l` was renewed within the period of one. */
function lives(sql: Queryable) {
  return sql`l.renewed_at >= now() - ${QUEUE_LIMITS.leaseTtlMs} * interval '1 millisecond'`;
}

/** What one of the nodes lacks that would run the task `t` if they lacked nothing. */
function shortageOfNodes(sql: Queryable) {
  return sql`
    (select min(l.shortage) from worker_leases l where l.plane = 'media-node' and not l.is_draining and ${lives(sql)}
      and (t.model is null or t.model = any (l.models)))`;
}

/** When the first run of the task `t` began: a look at the few runs of one task, and none for a task that waits for it. */
function startOf(sql: Queryable, isAmong: Among) {
  return sql`
    case when t.current_run_id is not null
      then (select min(f.started_at) from runs f where f.task_id = t.id ${isAmong("f.task_id")}) end`;
}

/**
 * @param ids which of them may be meant; null where that is not known before
 * @param fields those of lists leave out outputs and deliveries
 */
function selectTasks(sql: Queryable, ids: readonly string[] | null, fields: "all" | "listed" = "all") {
  const isWhole = fields === "all";
  const isAmong: Among = (column) => (ids === null ? sql`` : sql`and ${isWithinIdRange(sql, column, ids)}`);
  const waits = sql`t.state in ('queued', 'running') and r.state is distinct from 'running' and r.reported_at is null`;
  // The same set for all tasks, which is read once: "exists" would go through the nodes for each that waits.
  const isTaken = sql`t.queue_job in (select unnest(l.queue_jobs) from worker_leases l where ${lives(sql)})`;
  return sql`
    select t.id, t.kind, t.state, t.model, t.template_id, t.name, t.callback_url, t.request_hash, t.base_moods,
      t.charged_moods, t.extra_moods, t.refunded_moods, t.result, t.error, t.traceparent, t.created_at, t.updated_at,
      t.completed_at, t.deleted_at, ${startOf(sql, isAmong)} as started_at,
      ${isWhole ? sql`t.output, t.output_key` : sql`null as output, null as output_key`},
      ${isWhole ? deliveriesOf(sql, isAmong) : sql`'[]'::jsonb`} as deliveries,
      r.state as run_state, r.stage as run_stage, r.percent as run_percent, r.message as run_message,
      r.updated_at as run_updated_at, r.id as run_id, t.revision, r.revision as run_revision,
      null::int as queued_before,
      case when ${waits} then ${isTaken} end as is_taken,
      -- Most tasks that wait are taken; for each of the others this reads all nodes.
      case when ${waits} and not ${isTaken} then ${shortageOfNodes(sql)} end as node_shortage
    from tasks t left join lateral (
      -- The limit keeps the planner from reading all runs at once, which it takes for cheaper than a look for each.
      select * from runs where runs.task_id = t.id and runs.id = t.current_run_id ${isAmong("runs.task_id")} limit 1
    ) r on true`;
}

/** A task of this account, with its current run. */
export async function selectTask(
  sql: Queryable,
  accountId: string,
  taskId: string,
): Promise<TaskRow | undefined> {
  const [row] = await sql<TaskRow[]>`
    ${selectTasks(sql, [taskId])} where t.id = ${taskId} and t.account_id = ${accountId}`;
  return row;
}

/** What a task's row holds for the media node. */
export async function selectTaskRequest(sql: Queryable, taskId: string): Promise<unknown> {
  const [row] = await sql<{ request: unknown }[]>`select request from tasks where id = ${taskId}`;
  return row?.request;
}

/** Tasks by id, newest first. Whose they are was decided by whoever found the ids. */
export async function selectTasksById(sql: Queryable, ids: readonly string[]): Promise<TaskRow[]> {
  if (ids.length === 0) return [];
  return sql<TaskRow[]>`${selectTasks(sql, ids)} where ${isOneOf(sql, "t.id", ids)} order by t.id desc`;
}

/** The same without outputs and deliveries, which lists do not show. */
export async function selectListedTasks(sql: Queryable, ids: readonly string[]): Promise<TaskRow[]> {
  if (ids.length === 0) return [];
  return sql<
    TaskRow[]
  >`${selectTasks(sql, ids, "listed")} where ${isOneOf(sql, "t.id", ids)} order by t.id desc`;
}

/** An idempotency key counts for one account and one kind of task. */
export interface IdempotencyKey {
  readonly accountId: string;
  readonly kind: string;
  readonly key: string;
}

/** The task that was created with an idempotency key. */
export async function selectTaskByIdempotencyKey(
  sql: Queryable,
  { accountId, kind, key }: IdempotencyKey,
): Promise<TaskRow | undefined> {
  const [row] = await sql<TaskRow[]>`${selectTasks(sql, null)}
    where t.id = (select task_id from idempotency_keys
      where account_id = ${accountId} and kind = ${kind} and key = ${key})`;
  return row;
}

export interface UnrunnableTask {
  readonly id: string;
  readonly account_id: string;
  readonly kind: string;
  readonly model: string | null;
  /** The last run, which gave the task up. */
  readonly current_run_id: string | null;
  /** See TaskRow. */
  readonly node_shortage: string | null;
}

/**
 * Open tasks that no media node works on and that none can: no living one takes their queue job, nor did for this long.
 * Found in the line and in the queue by their queue jobs, of which there are few, and not among all tasks.
 */
export async function selectUnrunnableTasks(
  sql: Queryable,
  { waitMs, limit, except = [] }: { waitMs: number; limit: number; except?: readonly string[] },
): Promise<UnrunnableTask[]> {
  const waitedFor = sql`now() - ${waitMs} * interval '1 millisecond'`;
  return sql<UnrunnableTask[]>`
    with untaken as materialized (
      select n.name from (
        select name from waiting_queue_jobs() as w (name)
        union select identifier from graphile_worker._private_tasks where identifier like 'run-%'
      ) n left join queue_job_offers o on o.queue_job = n.name
      where coalesce(o.offered_at, '-infinity') < ${waitedFor}
        and not exists (select from worker_leases l where n.name = any (l.queue_jobs) and ${lives(sql)})
    ), waiting as (
      select w.task_id from untaken cross join lateral (
        select task_id from waiting_tasks
        where queue_job = untaken.name and waiting_since < ${waitedFor}
        order by waiting_since limit ${limit + except.length}
      ) w
      union all
      select j.key from untaken join graphile_worker._private_tasks n on n.identifier = untaken.name
      join graphile_worker._private_jobs j on j.task_id = n.id where j.locked_at is null
    )
    -- Each is looked up by its id: from a join the planner may read all open tasks, and all runs.
    select t.id, t.account_id, t.kind, t.model, t.current_run_id, ${shortageOfNodes(sql)} as node_shortage
    from waiting cross join lateral (
      select id, account_id, kind, model, state, current_run_id, created_at from tasks where id = waiting.task_id limit 1
    ) t left join lateral (
      select id, state, reported_at from runs where task_id = t.id and id = t.current_run_id limit 1
    ) r on true
    where t.state in ('queued', 'running') and t.created_at < ${waitedFor} and t.id <> all (${except as string[]})
      and (r.id is null or r.state in ('interrupted', 'lost', 'failed') and r.reported_at is null)
    order by t.created_at limit ${limit}`;
}

/** A task that was ended as failed. */
export interface TaskEndedEarly {
  readonly id: string;
  readonly account_id: string;
  /** Its last run's; null where none had started. */
  readonly run_id: string | null;
  readonly kind: string;
  readonly state: "failed";
  /** Since it was created. */
  readonly age_s: number;
  /** Until its first run began, or until now. */
  readonly waited_s: number;
  readonly error_code: string;
}

/** Ends a task as failed whatever its runs do. Undefined when it had ended before. */
export async function endTaskEarly(
  sql: Queryable,
  taskId: string,
  error: TaskError,
): Promise<TaskEndedEarly | undefined> {
  const [ended] = await sql<TaskEndedEarly[]>`
    update tasks set state = 'failed', error = ${sql.json(error as never)}, completed_at = now(), updated_at = now()
    where id = ${taskId} and state = any (${LEGAL_SOURCES.failed as string[]})
    returning id, account_id, current_run_id as run_id, kind, state,
      extract(epoch from now() - created_at)::float8 as age_s,
      extract(epoch from coalesce((select min(started_at) from runs where task_id = ${taskId}), now()) - created_at)::float8
        as waited_s, error ->> 'code' as error_code`;
  return ended;
}
