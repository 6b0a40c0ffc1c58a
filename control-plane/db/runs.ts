// SQL of runs on this plane: reading how one ended, and giving up those whose node is lost. Media nodes write the rest.
import type { Queryable } from "../../shared/db/connect.ts";
import { addFinalizeJob } from "../../shared/db/finalize-job.ts";
import { QUEUE_LIMITS } from "../../shared/limits.ts";
import type { RunOutcome } from "../../shared/task-outcome.ts";

/** How a run ended, or undefined where it has not reported. */
export async function selectOutcome(sql: Queryable, runId: string): Promise<RunOutcome | undefined> {
  const [row] = await sql<{ outcome: RunOutcome | null }[]>`select outcome from runs where id = ${runId}`;
  return row?.outcome ?? undefined;
}

/**
 * Ends the running runs of a node that is gone. A run is lost, which counts against its task, where its process died
 * by itself and it had not come further than the task's runs before it, as one that takes its node down never does. All
 * others were interrupted.
 */
export async function endRunsOfNode(
  sql: Queryable,
  nodeId: string,
  { maySuspect }: { readonly maySuspect: boolean },
): Promise<void> {
  await sql`
    update runs r set ended_at = now(), updated_at = now(), state = case
      when ${maySuspect} and r.percent < 1 + coalesce(
        (select max(e.percent) from runs e where e.task_id = r.task_id and e.id <> r.id), 0) then 'lost'
      else 'interrupted' end
    where r.node_id = ${nodeId} and r.state = 'running'`;
}

/**
 * The last runs of running tasks that no node will start again, since as many of their runs as may be have failed or
 * were lost, and that nobody has given up yet.
 */
export async function selectExhaustedRuns(sql: Queryable): Promise<{ id: string; task_id: string }[]> {
  return sql<{ id: string; task_id: string }[]>`
    select r.id, r.task_id from tasks t join runs r on r.id = t.current_run_id,
      lateral (select count(*) filter (where o.state = 'failed') as failed,
        count(*) filter (where o.state = 'lost') as lost from runs o where o.task_id = t.id) ended
    where t.state = 'running' and r.state in ('failed', 'lost', 'interrupted') and r.outcome is null
      and (ended.failed >= ${QUEUE_LIMITS.runsPerTask} or ended.lost >= ${QUEUE_LIMITS.lossesPerTask})`;
}

/** Ends a lost run's task with an outcome: records it and enqueues finalization, in one statement. */
export async function reportLostRun(sql: Queryable, runId: string, outcome: RunOutcome): Promise<void> {
  await sql`
    with run as (
      update runs set outcome = ${sql.json(outcome as never)} where id = ${runId} and outcome is null returning id, task_id
    )
    select ${addFinalizeJob(sql)} is not null from run`;
}

/** Ends a run whose task is not wanted any more. Its node may write nothing of it from then on. */
export async function interruptRun(sql: Queryable, runId: string): Promise<void> {
  await sql`
    update runs set state = 'interrupted', ended_at = now(), updated_at = now()
    where id = ${runId} and state = 'running'`;
}

/** Enqueues once more the end of a task whose run has reported. */
export async function addFinalization(sql: Queryable, runId: string): Promise<void> {
  await sql`select ${addFinalizeJob(sql)} is not null from runs run where run.id = ${runId}`;
}
