// SQL of runs on this plane. Every statement names the run and does nothing once another run has taken its task over,
// so that a node that was only slow cannot overwrite what came after it.
import type { Queryable } from "../../shared/db/connect.ts";
import { addFinalizeJob } from "../../shared/db/finalize-job.ts";
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
        and not exists (select from runs where id = tasks.current_run_id and outcome is not null)
        and (select count(*) from runs where task_id = ${run.taskId} and state = 'failed') < ${runsPerTask}
        and (select count(*) from runs where task_id = ${run.taskId} and state = 'lost') < ${lossesPerTask}
      returning id, account_id, kind, request
    ), run as (
      insert into runs (id, task_id, node_id) select ${run.id}, id, ${run.nodeId} from task
    )
    select account_id as "accountId", kind, request from task`;
  return task;
}

export interface RunProgress {
  readonly runId: string;
  readonly stage: ProgressStage;
  /** 0 to 100; a lower one than before is ignored. */
  readonly percent: number;
  readonly message: string;
}

export async function updateProgress(sql: Queryable, progress: RunProgress): Promise<void> {
  await sql`
    update runs set stage = ${progress.stage}, percent = greatest(percent, ${progress.percent}),
      message = ${progress.message}, updated_at = now()
    where id = ${progress.runId} and state = 'running'`;
}

/**
 * Records how a run ended and enqueues its task's finalization, in one statement. False when the run was overtaken:
 * then nothing happened.
 */
export async function reportRun(sql: Queryable, runId: string, outcome: RunOutcome): Promise<boolean> {
  const rows = await sql`
    with run as (
      update runs set state = ${outcome.ok ? "succeeded" : "failed"}, outcome = ${sql.json(outcome as never)},
        percent = case when ${outcome.ok} then 100 else percent end,
        message = case when ${outcome.ok} then 'Finishing' else message end, ended_at = now(), updated_at = now()
      from tasks
      where runs.id = ${runId} and runs.state = 'running' and tasks.id = runs.task_id
        and tasks.current_run_id = runs.id and tasks.state = 'running'
      returning runs.id, runs.task_id
    )
    select ${addFinalizeJob(sql)} is not null from run`;
  return rows.length === 1;
}

/** Ends a run whose task will be tried again, unless it was overtaken. */
export async function endRunForRetry(
  sql: Queryable,
  runId: string,
  state: "failed" | "interrupted",
  lack: Lack | null = null,
): Promise<void> {
  await sql`
    update runs set state = ${state}, lack = ${lack}, ended_at = now(), updated_at = now()
    where id = ${runId} and state = 'running'`;
}

/** Says of a run that was taken for lost that its process lives: then it did not take its node down. */
export async function markSurvived(sql: Queryable, runId: string): Promise<void> {
  await sql`update runs set state = 'interrupted', updated_at = now()
    where id = ${runId} and state = 'lost' and outcome is null`;
}

/** Failures of a run's task so far, without the run itself. */
export async function countEarlierFailures(sql: Queryable, runId: string): Promise<number> {
  const [row] = await sql<{ failures: number }[]>`
    select count(other.id)::int as failures from runs r
    join runs other on other.task_id = r.task_id and other.id <> r.id and other.state = 'failed'
    where r.id = ${runId}`;
  return row?.failures ?? 0;
}

/** Runs of a run's task that ended for want of what their node should have had, without the run itself. */
export async function countEarlierLacks(sql: Queryable, runId: string): Promise<number> {
  const [row] = await sql<{ lacks: number }[]>`
    select count(other.id)::int as lacks from runs r
    join runs other on other.task_id = r.task_id and other.id <> r.id and other.lack is not null
    where r.id = ${runId}`;
  return row?.lacks ?? 0;
}

/** Which of these runs are no longer their task's business: overtaken, given up, cancelled, or gone with it. */
export async function selectRevokedRuns(sql: Queryable, runIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select asked.id from unnest(${runIds as string[]}::text[]) as asked (id)
    where not exists (select from runs r join tasks t on t.id = r.task_id
      where r.id = asked.id and r.state = 'running' and t.current_run_id = r.id and t.state = 'running')`;
  return rows.map((row) => row.id);
}

export async function hasTaskEnded(sql: Queryable, taskId: string): Promise<boolean> {
  const rows = await sql`
    select from tasks where id = ${taskId} and state = any (${TERMINAL_STATES as string[]})`;
  return rows.length === 1;
}
