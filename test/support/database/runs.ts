// Single runs as a media node writes them.
import {
  type NewRun,
  type RunOfTask,
  reportRuns,
  type StartedTask,
  startRuns,
} from "../../../media-node/db/runs.ts";
import type { Queryable } from "../../../shared/db/connect.ts";
import type { RunOutcome } from "../../../shared/tasks/task-outcome.ts";

export async function startRun(sql: Queryable, run: NewRun): Promise<StartedTask | undefined> {
  const [task] = await startRuns(sql, [run]);
  return task;
}

/** Whether the run was still its task's. */
export async function reportRun(sql: Queryable, run: RunOfTask, outcome: RunOutcome): Promise<boolean> {
  const [reported] = await reportRuns(sql, [{ ...run, outcome }]);
  return reported === true;
}
