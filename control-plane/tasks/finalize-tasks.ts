// Ends tasks as their runs reported: state, output or error, the refund where the run failed, and the webhook, in one
// transaction for all that have reported. Safe to repeat: only the call that changes a state enqueues, and a refund
// happens at most once. A queue job for each was rejected: it is written, taken and removed, each by a statement.
import type { Sql } from "../../shared/db/connect.ts";
import { FINISH_LIMITS } from "../../shared/limits.ts";
import type { Logger } from "../../shared/logger.ts";
import { insertRefunds } from "../db/ledger.ts";
import {
  deleteReportedRuns,
  type EndedTask,
  endReportedTasks,
  postponeReportedRun,
  type ReportedRun,
  takeReportedRuns,
} from "../db/reported-runs.ts";
import { enqueueDeliveries } from "../db/webhook-deliveries.ts";

/** What one round has done. */
export interface Finalized {
  readonly reports: number;
  readonly ended: number;
  readonly deliveries: number;
}

async function endTasks(sql: Sql, limit: number, taken: (runs: readonly ReportedRun[]) => void) {
  return sql.begin(async (transaction) => {
    const runs = await takeReportedRuns(transaction, limit);
    taken(runs);
    const runIds = runs.map((run) => run.run_id);
    if (runIds.length === 0) return [];
    const ended = await endReportedTasks(transaction, runIds);
    const idsOf = (isMeant: (task: EndedTask) => boolean) => ended.filter(isMeant).map((task) => task.id);
    await insertRefunds(
      transaction,
      idsOf((task) => task.state === "failed"),
    );
    await enqueueDeliveries(
      transaction,
      idsOf((task) => task.has_callback),
    );
    await deleteReportedRuns(transaction, runIds);
    return ended;
  });
}

/** Ends as many tasks as one statement should. A report that the database does not take is put off by itself. */
export async function finalizeTasks(
  sql: Sql,
  logger: Logger,
  limit: number = FINISH_LIMITS.tasksPerStatement,
): Promise<Finalized> {
  let runs: readonly ReportedRun[] = [];
  try {
    const ended = await endTasks(sql, limit, (taken) => {
      runs = taken;
    });
    for (const { id, run_id, state } of ended)
      logger.info({ taskId: id, runId: run_id, state }, "task finalized");
    const deliveries = ended.filter((task) => task.has_callback).length;
    return { reports: runs.length, ended: ended.length, deliveries };
  } catch (error) {
    const [run] = runs;
    if (run === undefined) throw error;
    if (limit > 1) return finalizeTasks(sql, logger, 1);
    logger.error({ err: error, taskId: run.task_id, runId: run.run_id }, "a task is not finalized yet");
    await postponeReportedRun(sql, run.run_id);
    return { reports: 1, ended: 0, deliveries: 0 };
  }
}
