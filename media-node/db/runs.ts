// SQL of runs on this plane. Every statement names the run and does nothing once another run has taken its task over,
// so that a node that was only slow cannot overwrite what came after it.
import type { Queryable } from "../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../shared/limits.ts";
import type { Lack } from "../../shared/node-lack.ts";
import type { RunOutcome } from "../../shared/task-outcome.ts";
import { LEGAL_SOURCES, type ProgressStage, TERMINAL_STATES } from "../../shared/task-states.ts";

export interface StartedTask {
  readonly accountId: string;
  readonly kind: string;
  readonly request: unknown;
}

/**
 * Starts a run: it becomes its task's current one. An older run that never ended is over with that, which is no fault of
 * the task: whether its process died is for the sweep of lost nodes to say. Returns undefined when there is nothing to
 * run: the task has ended, a run of it has reported, or as many runs as it may have had failed or lost their node.
 */
export async function startRun(
  sql: Queryable,
  run: { id: string; taskId: string; nodeId: string },
): Promise<StartedTask | undefined> {
  const { runsPerTask, lossesPerTask } = QUEUE_LIMITS;
  const [task] = await sql<StartedTask[]>`
    with given_up as (
      update runs set state = 'interrupted', ended_at = now() where task_id = ${run.taskId} and state = 'running'
    ), task as (
      update tasks set state = 'running', current_run_id = ${run.id}, updated_at = now()
      where id = ${run.taskId} and state = any (${LEGAL_SOURCES.running as string[]})
        and not exists (
          select from runs where task_id = tasks.id and id = tasks.current_run_id and reported_at is not null)
        and (select count(*) from runs where task_id = ${run.taskId} and state = 'failed') < ${runsPerTask}
        and (select count(*) from runs where task_id = ${run.taskId} and state = 'lost') < ${lossesPerTask}
      returning id, account_id, kind, request
    ), run as (
      insert into runs (id, task_id, node_id) select ${run.id}, id, ${run.nodeId} from task
    )
    select account_id as "accountId", kind, request from task`;
  return task;
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

/** The commit does not wait for the disk: a crash of the database's machine may lose the last moments of progress. */
export async function updateProgress(sql: Queryable, progress: RunProgress): Promise<void> {
  await sql`
    with quickly as materialized (select set_config('synchronous_commit', 'off', true) as value)
    update runs set stage = ${progress.stage}, percent = greatest(percent, ${progress.percent}),
      message = ${progress.message}, updated_at = now()
    from quickly where quickly.value is not null and task_id = ${progress.taskId} and id = ${progress.runId} and state = 'running'`;
}

/**
 * Records how a run ended, for a control plane to end its task, in one statement. False when the run was overtaken: then
 * nothing happened.
 */
export async function reportRun(
  sql: Queryable,
  { taskId, runId }: RunOfTask,
  outcome: RunOutcome,
): Promise<boolean> {
  const result = await sql`
    with run as (
      update runs set state = ${outcome.ok ? "succeeded" : "failed"}, reported_at = now(),
        percent = case when ${outcome.ok} then 100 else percent end,
        message = case when ${outcome.ok} then 'Finishing' else message end, ended_at = now(), updated_at = now()
      from tasks
      where runs.task_id = ${taskId} and runs.id = ${runId} and runs.state = 'running' and tasks.id = ${taskId}
        and tasks.current_run_id = runs.id and tasks.state = 'running'
      returning runs.id, runs.task_id
    )
    insert into reported_runs (run_id, task_id, outcome) select id, task_id, ${sql.json(outcome as never)} from run`;
  return result.count === 1;
}

/** Ends a run whose task will be tried again, unless it was overtaken. */
export async function endRunForRetry(
  sql: Queryable,
  { taskId, runId }: RunOfTask,
  state: "failed" | "interrupted",
  lack: Lack | null = null,
): Promise<void> {
  await sql`
    update runs set state = ${state}, lack = ${lack}, ended_at = now(), updated_at = now()
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
  const rows = await sql<{ id: string }[]>`
    select asked.id from unnest(${runs.map((run) => run.taskId)}::text[], ${runs.map((run) => run.runId)}::text[])
      as asked (task_id, id)
    where not exists (select from runs r join tasks t on t.id = r.task_id
      where r.task_id = asked.task_id and r.id = asked.id and r.state = 'running' and t.current_run_id = r.id
        and t.state = 'running')`;
  return rows.map((row) => row.id);
}

export async function hasTaskEnded(sql: Queryable, taskId: string): Promise<boolean> {
  const rows = await sql`
    select from tasks where id = ${taskId} and state = any (${TERMINAL_STATES as string[]})`;
  return rows.length === 1;
}
