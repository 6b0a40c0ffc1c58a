// SQL of runs on this plane: giving up those whose node is lost. Media nodes write the rest.
import type { Queryable } from "../../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import type { RunOutcome } from "../../../shared/tasks/task-outcome.ts";

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
    where r.node_id = ${nodeId} and r.ended_at is null and r.state = 'running'`;
}

/**
 * The last runs of running tasks that no node will start again, since as many of their runs as may be have failed or
 * were lost, and that nobody has given up yet. Each is looked up by its task: from a join the planner would read the runs
 * of all tasks that there ever were.
 */
export async function selectExhaustedRuns(sql: Queryable): Promise<{ id: string; task_id: string }[]> {
  return sql<{ id: string; task_id: string }[]>`
    select r.id, r.task_id from tasks t cross join lateral (
      select id, task_id, state, reported_at from runs where task_id = t.id and id = t.current_run_id limit 1
    ) r cross join lateral (
      select count(*) filter (where o.state = 'failed') as failed, count(*) filter (where o.state = 'lost') as lost
      from runs o where o.task_id = t.id
    ) ended
    where t.state = 'running' and r.state in ('failed', 'lost', 'interrupted') and r.reported_at is null
      and (ended.failed >= ${QUEUE_LIMITS.runsPerTask} or ended.lost >= ${QUEUE_LIMITS.lossesPerTask})`;
}

/** Reports an outcome in place of a lost run's node, which ends its task. */
export async function reportLostRun(
  sql: Queryable,
  run: { readonly id: string; readonly task_id: string },
  outcome: RunOutcome,
): Promise<void> {
  await sql`
    with run as (
      update runs set reported_at = now() where task_id = ${run.task_id} and id = ${run.id} and reported_at is null
      returning id, task_id
    )
    insert into reported_runs (run_id, task_id, outcome) select id, task_id, ${sql.json(outcome as never)} from run`;
}

/** Ends a run whose task is not wanted any more. Its node may write nothing of it from then on. */
export async function interruptRun(sql: Queryable, taskId: string, runId: string): Promise<void> {
  await sql`
    update runs set state = 'interrupted', ended_at = now(), updated_at = now()
    where task_id = ${taskId} and id = ${runId} and state = 'running'`;
}

/** Takes a report back that is nowhere any more, so that its task can be run again. */
export async function forgetReport(sql: Queryable, taskId: string, runId: string): Promise<void> {
  await sql`
    update runs set state = 'interrupted', reported_at = null, updated_at = now()
    where task_id = ${taskId} and id = ${runId}`;
}

/** Ends all runs that are under way, in a database in which nobody works yet. Returns how many. */
export async function interruptAllRuns(sql: Queryable): Promise<number> {
  const result = await sql`
    update runs set state = 'interrupted', ended_at = now(), updated_at = now()
    where ended_at is null and state = 'running'`;
  return result.count;
}
