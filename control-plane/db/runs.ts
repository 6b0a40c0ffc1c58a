// SQL of runs on this plane: reading how one ended, and giving up those whose node is lost. Media nodes write the rest.
import type { Queryable } from "../../shared/db/connect.ts";
import type { RunOutcome } from "../../shared/task-outcome.ts";

/** How a run ended, or undefined where it has not reported. */
export async function selectOutcome(sql: Queryable, runId: string): Promise<RunOutcome | undefined> {
  const [row] = await sql<{ outcome: RunOutcome | null }[]>`select outcome from runs where id = ${runId}`;
  return row?.outcome ?? undefined;
}

/** Marks the running runs of a node as lost and returns those whose tasks have no run left to try. */
export async function loseRunsOfNode(
  sql: Queryable,
  nodeId: string,
  runsPerTask: number,
): Promise<{ id: string; task_id: string }[]> {
  return sql<{ id: string; task_id: string }[]>`
    with lost as (
      update runs set state = 'lost', ended_at = now(), updated_at = now()
      where node_id = ${nodeId} and state = 'running'
      returning id, task_id
    )
    select lost.id, lost.task_id from lost
    where (select count(*) from runs r where r.task_id = lost.task_id and r.id <> lost.id
      and r.state in ('failed', 'lost')) + 1 >= ${runsPerTask}`;
}

/** Ends a lost run's task with an outcome: records it and enqueues finalization, in one statement. */
export async function reportLostRun(sql: Queryable, runId: string, outcome: RunOutcome): Promise<void> {
  await sql`
    with run as (
      update runs set outcome = ${sql.json(outcome as never)} where id = ${runId} and outcome is null returning id, task_id
    )
    select graphile_worker.add_job('finalize-task', json_build_object('taskId', task_id, 'runId', id)) from run`;
}
