// SQL of runs on this plane: reading how one ended, and giving up those whose node is lost. Media nodes write the rest.
import type { Queryable } from "../../shared/db/connect.ts";
import type { RunOutcome } from "../../shared/task-outcome.ts";

/** How a run ended, or undefined where it has not reported. */
export async function selectOutcome(sql: Queryable, runId: string): Promise<RunOutcome | undefined> {
  const [row] = await sql<{ outcome: RunOutcome | null }[]>`select outcome from runs where id = ${runId}`;
  return row?.outcome ?? undefined;
}

/** Marks the running runs of a node as lost. */
export async function loseRunsOfNode(sql: Queryable, nodeId: string): Promise<void> {
  await sql`
    update runs set state = 'lost', ended_at = now(), updated_at = now()
    where node_id = ${nodeId} and state = 'running'`;
}

/**
 * The last runs of running tasks that no node will start again, since as many of their runs as may be have failed or
 * were lost, and that nobody has given up yet.
 */
export async function selectExhaustedRuns(
  sql: Queryable,
  runsPerTask: number,
): Promise<{ id: string; task_id: string }[]> {
  return sql<{ id: string; task_id: string }[]>`
    select r.id, r.task_id from tasks t join runs r on r.id = t.current_run_id
    where t.state = 'running' and r.state in ('failed', 'lost') and r.outcome is null
      and (select count(*) from runs other where other.task_id = t.id and other.state in ('failed', 'lost'))
        >= ${runsPerTask}`;
}

/** Ends a lost run's task with an outcome: records it and enqueues finalization, in one statement. */
export async function reportLostRun(sql: Queryable, runId: string, outcome: RunOutcome): Promise<void> {
  await sql`
    with run as (
      update runs set outcome = ${sql.json(outcome as never)} where id = ${runId} and outcome is null returning id, task_id
    )
    select graphile_worker.add_job('finalize-task', json_build_object('taskId', task_id, 'runId', id)) from run`;
}

/** Ends a run whose task is not wanted any more. Its node may write nothing of it from then on. */
export async function interruptRun(sql: Queryable, runId: string): Promise<void> {
  await sql`
    update runs set state = 'interrupted', ended_at = now(), updated_at = now()
    where id = ${runId} and state = 'running'`;
}
