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
import { takenJob } from "./queue.ts";

/** Starts a run as for a queue job that was just taken. */
export async function startRun(sql: Queryable, run: Omit<NewRun, "job">): Promise<StartedTask | undefined> {
  const [task] = await startRuns(sql, [{ ...run, job: await takenJob(sql) }]);
  return task;
}

/** Whether the run was still its task's. */
export async function reportRun(sql: Queryable, run: RunOfTask, outcome: RunOutcome): Promise<boolean> {
  const [reported] = await reportRuns(sql, [{ ...run, outcome }]);
  return reported === true;
}
