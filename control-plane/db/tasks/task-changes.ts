// SQL of watching tasks: how often each has changed, which is the little that event streams ask for all the time.
import type { Queryable } from "../../../shared/db/connect.ts";
import { isWithinIdRange } from "../../../shared/db/partition-pruning.ts";

export interface TaskRevision {
  readonly id: string;
  readonly revision: number;
  /** Of the current run; null before the first. */
  readonly run_revision: number | null;
}

/**
 * How often these tasks and their current runs have changed. Each is looked up by its id, whatever the planner thinks
 * of the tables: one look-up is one partition and two index entries, where a join might read whole tables.
 */
export async function selectTaskRevisions(
  sql: Queryable,
  taskIds: readonly string[],
): Promise<TaskRevision[]> {
  return sql<TaskRevision[]>`
    select task.id, task.revision, run.revision as run_revision
    from unnest(${taskIds as string[]}::text[]) as followed (id)
    cross join lateral (
      select t.id, t.revision, t.current_run_id from tasks t
      where t.id = followed.id and ${isWithinIdRange(sql, "t.id", taskIds)} limit 1
    ) task
    left join lateral (
      select r.revision from runs r
      where r.task_id = task.id and r.id = task.current_run_id and ${isWithinIdRange(sql, "r.task_id", taskIds)} limit 1
    ) run on true`;
}
