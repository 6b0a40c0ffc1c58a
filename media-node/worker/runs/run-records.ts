// Starts and reports of this node's runs, each kind gathered into common statements: runs that begin or end at the same
// moment share a commit. Every run is fenced by its own id in them, as if it had come alone.

import { batchCalls } from "../../../shared/db/batch-calls.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { RUN_BATCH_LIMITS } from "../../../shared/limits/nodes.ts";
import { type NewRun, type RunReport, reportRuns, type StartedTask, startRuns } from "../../db/runs.ts";

export interface RunRecords {
  /** As startRuns for one run. */
  start(run: NewRun): Promise<StartedTask | undefined>;
  /** As reportRuns for one run. */
  report(report: RunReport): Promise<boolean>;
}

/**
 * Records for all runs of a process; calls that come while a statement is under way share the next. One that
 * cannot be written fails alone (see batchCalls).
 */
export function createRunRecords(sql: Sql): RunRecords {
  const { runsPerStatement } = RUN_BATCH_LIMITS;
  return {
    start: batchCalls((runs: readonly NewRun[]) => startRuns(sql, runs), runsPerStatement),
    report: batchCalls((reports: readonly RunReport[]) => reportRuns(sql, reports), runsPerStatement),
  };
}
