// SQL of runs on this plane. Every statement names the run and does nothing once another run has taken its task over,
// so that a node that was only slow cannot overwrite what came after it.
import type { Queryable } from "../../shared/db/connect.ts";
import { isOneOf, isWithinIdRange } from "../../shared/db/partition-pruning.ts";
import type { JobLock } from "../../shared/db/queue/queue-ends.ts";
import { RUN_BATCH_LIMITS } from "../../shared/limits/nodes.ts";
import { QUEUE_LIMITS } from "../../shared/limits/queue.ts";
import type { Lack } from "../../shared/node-lack.ts";
import { storableJson } from "../../shared/storable-json.ts";
import type { RunOutcome } from "../../shared/tasks/task-outcome.ts";
import {
  LEGAL_SOURCES,
  type ProgressStage,
  type TaskState,
  TERMINAL_STATES,
} from "../../shared/tasks/task-states.ts";

export interface StartedTask {
  readonly accountId: string;
  readonly kind: string;
  readonly request: unknown;
  /** Since its creation. */
  readonly ageS: number;
  /** The span of its create; null where that was not traced. */
  readonly traceparent: string | null;
}

export interface NewRun {
  readonly id: string;
  readonly taskId: string;
  readonly nodeId: string;
  /** Under which the task's queue job was taken. */
  readonly job: JobLock;
}

/** Whoever holds a run's row, or its task's, must hold up no other run, nor a connection for long. */
const LOCK_TIMEOUT = `${RUN_BATCH_LIMITS.lockTimeoutMs}ms`;

/**
 * Starts runs of different tasks, all with one flush: each becomes its task's current one. An older run that never ended
 * is over with that, which is no fault of the task: whether its process died is for the sweep of lost nodes to say.
 * Undefined stands for each task where there is nothing to run: it has ended, a run of it has reported, as many runs
 * as it may have had failed or lost their node, or its queue job is no longer locked as it was taken.
 *
 * A statement may outlive its connection and arrive when its job was given back and a later run works. So it starts only
 * what is still locked under the very lock it names, and holds the job's row until its commit. Whoever ends that lock
 * writes that row, and so waits: a start takes its task over before its job can be given to anybody else, or finds the
 * lock gone, also where it waited for that very write, since a row is read again once it is held. Then it changes nothing,
 * neither the task nor its older runs. The start of the next try names a lock that is younger than the end of the one
 * before: it sees what any earlier start has done, and is not refused because the answer to one was lost. Who holds
 * the task's row and wants the job's, as a cancel does, meets a start crosswise for the lock timeout at most.
 * @throws where a row is held for too long: then nothing happened to any
 */
export async function startRuns(
  sql: Queryable,
  runs: readonly NewRun[],
): Promise<(StartedTask | undefined)[]> {
  const { runsPerTask, lossesPerTask } = QUEUE_LIMITS;
  const runIds = runs.map((run) => run.id);
  const taskIds = runs.map((run) => run.taskId);
  const jobIds = runs.map(({ job }) => job.jobId);
  // Times from the database lose what is below a millisecond on their way.
  const tasks = await sql<(StartedTask & { runId: string })[]>`
    with patience as materialized (
      select set_config('lock_timeout', ${LOCK_TIMEOUT}, true) as lock_timeout
    ), job as materialized (
      select taken.run_id, taken.task_id, taken.node_id
      from patience, graphile_worker._private_jobs j, unnest(${runIds}::text[], ${taskIds}::text[],
        ${runs.map((run) => run.nodeId)}::text[], ${jobIds}::bigint[], ${runs.map(({ job }) => job.lockedBy)}::text[],
        ${runs.map(({ job }) => job.lockedAt?.toISOString() ?? null)}::text[]::timestamptz[]
      ) as taken (run_id, task_id, node_id, job_id, locked_by, locked_at)
      where lock_timeout is not null and j.id = any (${jobIds}::bigint[]) and j.id = taken.job_id
        and j.locked_by = taken.locked_by and abs(extract(epoch from j.locked_at - taken.locked_at)) < 0.002
      for share of j
    ), given_up as (
      update runs set state = 'interrupted', ended_at = now()
      from job where ${isOneOf(sql, "runs.task_id", taskIds)} and runs.task_id = job.task_id and state = 'running'
    ), task as (
      update tasks set state = 'running', updated_at = now(), current_run_id = job.run_id
      from job
      where ${isOneOf(sql, "tasks.id", taskIds)} and tasks.id = job.task_id
        and state = any (${LEGAL_SOURCES.running as string[]}) and (
          select count(*) filter (where r.state = 'failed') < ${runsPerTask}
            and count(*) filter (where r.state = 'lost') < ${lossesPerTask}
            and count(*) filter (where r.id = tasks.current_run_id and r.reported_at is not null) = 0
          from runs r where r.task_id = tasks.id and ${isWithinIdRange(sql, "r.task_id", taskIds)})
      returning id, account_id, kind, request, current_run_id, job.node_id,
        extract(epoch from now() - created_at)::float8 as age_s, traceparent
    ), run as (
      insert into runs (id, task_id, node_id) select current_run_id, id, node_id from task
    )
    select current_run_id as "runId", account_id as "accountId", kind, request,
      age_s as "ageS", traceparent from task`;
  const byRun = new Map(tasks.map(({ runId, ...task }) => [runId, task]));
  return runIds.map((id) => byRun.get(id));
}

/** Of which task a run is, and which. */
export interface RunOfTask {
  readonly taskId: string;
  readonly runId: string;
}

export interface RunProgress extends RunOfTask {
  readonly stage: ProgressStage;
  /** 0 to 100; a lower one than before is ignored. */
  readonly percent: number;
  readonly message: string;
}

/**
 * The commit does not wait for the disk: a crash of the database's machine may lose the last moments of progress.
 * @throws where the run's row is held for too long
 */
export async function updateProgress(sql: Queryable, progress: RunProgress): Promise<void> {
  await sql`
    with quickly as materialized (
      select set_config('synchronous_commit', 'off', true) || set_config('lock_timeout', ${LOCK_TIMEOUT}, true) as value
    )
    update runs set stage = ${progress.stage}, percent = greatest(percent, ${progress.percent}),
      message = ${progress.message}, updated_at = now()
    from quickly where quickly.value is not null and task_id = ${progress.taskId} and id = ${progress.runId} and state = 'running'`;
}

export interface RunReport extends RunOfTask {
  readonly outcome: RunOutcome;
}

/**
 * Records how runs ended, for a control plane to end their tasks, all with one flush. False stands for each run that was
 * overtaken: nothing happened to it.
 * @throws where a row is held for too long: then nothing happened to any
 */
export async function reportRuns(sql: Queryable, reports: readonly RunReport[]): Promise<boolean[]> {
  const runIds = reports.map((report) => report.runId);
  const taskIds = reports.map((report) => report.taskId);
  const succeeded = reports.filter((report) => report.outcome.ok).map((report) => report.runId);
  const reported = await sql<{ id: string }[]>`
    with patience as materialized (
      select set_config('lock_timeout', ${LOCK_TIMEOUT}, true) as lock_timeout
    ), run as (
      update runs r set state = case when r.id = any (${succeeded}::text[]) then 'succeeded' else 'failed' end,
        reported_at = now(), percent = case when r.id = any (${succeeded}::text[]) then 100 else percent end,
        message = case when r.id = any (${succeeded}::text[]) then 'Finishing' else message end,
        ended_at = now(), updated_at = now()
      from tasks t, patience
      where lock_timeout is not null and ${isOneOf(sql, "r.task_id", taskIds)} and r.id = any (${runIds}::text[])
        and r.state = 'running' and ${isOneOf(sql, "t.id", taskIds)} and t.id = r.task_id and t.current_run_id = r.id
        and t.state = 'running'
      returning r.id, r.task_id
    ), report as (
      insert into reported_runs (run_id, task_id, outcome)
      select id, task_id, (${reports.map((report) => storableJson(report.outcome))}::text[])[
        array_position(${runIds}::text[], id)]::jsonb from run
    )
    select id from run`;
  const done = new Set(reported.map(({ id }) => id));
  return runIds.map((id) => done.has(id));
}

/** Why a run ends whose task will be tried again. */
export type RetryReason =
  | { readonly state: "failed" /** What people are told. */; readonly message: string }
  | { readonly state: "interrupted"; readonly lack?: Lack };

/** Ends a run whose task will be tried again, unless it was overtaken. */
export async function endRunForRetry(
  sql: Queryable,
  { taskId, runId }: RunOfTask,
  reason: RetryReason,
): Promise<void> {
  const { message, lack } = { message: null, lack: null, ...reason };
  await sql`
    update runs set state = ${reason.state}, lack = ${lack}, message = ${message}, ended_at = now(), updated_at = now()
    where task_id = ${taskId} and id = ${runId} and state = 'running'`;
}

/** Says of a run that was taken for lost that its process lives: then it did not take its node down. */
export async function markSurvived(sql: Queryable, { taskId, runId }: RunOfTask): Promise<void> {
  await sql`update runs set state = 'interrupted', updated_at = now()
    where task_id = ${taskId} and id = ${runId} and state = 'lost' and reported_at is null`;
}

/** Failures of a run's task so far, without the run itself. */
export async function countEarlierFailures(sql: Queryable, { taskId, runId }: RunOfTask): Promise<number> {
  const [row] = await sql<{ failures: number }[]>`
    select count(*)::int as failures from runs where task_id = ${taskId} and id <> ${runId} and state = 'failed'`;
  return row?.failures ?? 0;
}

/** Runs of a run's task that ended for want of what their node should have had, without the run itself. */
export async function countEarlierLacks(sql: Queryable, { taskId, runId }: RunOfTask): Promise<number> {
  const [row] = await sql<{ lacks: number }[]>`
    select count(*)::int as lacks from runs where task_id = ${taskId} and id <> ${runId} and lack is not null`;
  return row?.lacks ?? 0;
}

/** Which of these runs are no longer their task's business: overtaken, given up, cancelled, or gone with it. */
export async function selectRevokedRuns(sql: Queryable, runs: readonly RunOfTask[]): Promise<string[]> {
  const taskIds = runs.map((run) => run.taskId);
  const rows = await sql<{ id: string }[]>`
    select asked.id from unnest(${taskIds}::text[], ${runs.map((run) => run.runId)}::text[])
      as asked (task_id, id)
    where not exists (select from runs r join tasks t on t.id = r.task_id
      where r.task_id = asked.task_id and r.id = asked.id and r.state = 'running' and t.current_run_id = r.id
        and t.state = 'running' and ${isOneOf(sql, "r.task_id", taskIds)} and ${isOneOf(sql, "t.id", taskIds)})`;
  return rows.map((row) => row.id);
}

/** How a task has ended; undefined of one that goes on, and of one that is not there. */
export async function findTaskEnd(sql: Queryable, taskId: string): Promise<TaskState | undefined> {
  const [row] = await sql<{ state: TaskState }[]>`
    select state from tasks where id = ${taskId} and state = any (${TERMINAL_STATES as string[]})`;
  return row?.state;
}
