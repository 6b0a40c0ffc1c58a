// Ends tasks as their runs reported: state, output or error, the refund of what was not made, and the webhook, in one
// transaction for all that have reported. Safe to repeat: only the call that changes a state enqueues, and a refund
// happens at most once. A queue job for each was rejected: it is written, taken and removed, each by a statement.
import type { Sql, TransactionSql } from "../../../shared/db/connect.ts";
import { isLockRefusal } from "../../../shared/db/lock-waits.ts";
import { FINISH_LIMITS } from "../../../shared/limits/queue.ts";
import type { Logger } from "../../../shared/logger.ts";
import { recordSpan } from "../../../shared/tracing/tracing.ts";
import { insertRefunds } from "../../db/ledger.ts";
import { countEndedTasks } from "../../db/operators/ended-hours.ts";
import {
  deleteReportedRuns,
  type EndedTask,
  endReportedTasks,
  postponeReportedRuns,
  type ReportedRun,
  selectRunsHeldAlike,
  takeReportedRun,
  takeReportedRuns,
} from "../../db/tasks/reported-runs.ts";
import { makeDeliveriesDue } from "../../db/webhook-deliveries.ts";
import { logTaskEnd } from "./log-task-end.ts";

/** What one round has done. */
export interface Finalized {
  readonly reports: number;
  readonly ended: number;
  readonly deliveries: number;
}

type Take = (transaction: TransactionSql) => Promise<readonly ReportedRun[]>;

async function endTasks(sql: Sql, take: Take): Promise<EndedTask[]> {
  return sql.begin(async (transaction) => {
    const runs = await take(transaction);
    if (runs.length === 0) return [];
    const ended = await endReportedTasks(transaction, runs);
    const idsOf = (isMeant: (task: EndedTask) => boolean) => ended.filter(isMeant).map((task) => task.id);
    await insertRefunds(
      transaction,
      idsOf((task) => task.is_refunded),
    );
    await makeDeliveriesDue(
      transaction,
      idsOf((task) => task.has_callback),
    );
    await deleteReportedRuns(
      transaction,
      runs.map((run) => run.run_id),
    );
    await countEndedTasks(transaction, ended);
    return ended;
  });
}

/**
 * Ends tasks one by one. A task that the database rejects, or that is locked for too long, is put off and delays no other.
 * If its own row was not the locked one, its account's was: the account's other tasks that need that row are put off, too,
 * instead of waiting for it one after another.
 * @throws when not even that can be written, as in an outage
 */
async function endEach(sql: Sql, runs: readonly ReportedRun[], logger: Logger): Promise<EndedTask[]> {
  const ended: EndedTask[] = [];
  const left = new Set(runs.map((run) => run.run_id));
  for (const { run_id: runId, task_id: taskId } of runs) {
    if (!left.delete(runId)) continue;
    try {
      ended.push(...(await endTasks(sql, (transaction) => takeReportedRun(transaction, runId))));
    } catch (error) {
      logger.error({ err: error, taskId, runId }, "a task is not finalized yet");
      const alike = isLockRefusal(error) ? await selectRunsHeldAlike(sql, runId, [...left]) : [];
      for (const other of alike) left.delete(other);
      if (alike.length > 0) logger.warn({ runId, reports: alike.length }, "an account's row is held");
      await postponeReportedRuns(sql, [runId, ...alike]);
    }
  }
  return ended;
}

/** A span for a task's end, below its create. */
function traceEnd({ id, run_id, state, traceparent: parent }: EndedTask, startedAtMs: number): void {
  const attributes = { "clipmill.task_id": id, "clipmill.run_id": run_id, "clipmill.state": state };
  recordSpan({
    name: "finalize task",
    kind: "consumer",
    attributes,
    parent,
    startedAtMs,
    endedAtMs: Date.now(),
  });
}

/**
 * Ends as many tasks as one statement should, and each by itself where that fails.
 * @param onEnded told each task that was ended, once that is committed
 * @throws when the database cannot be reached; what was taken then waits for the next round
 */
export async function finalizeTasks(
  sql: Sql,
  logger: Logger,
  limit: number = FINISH_LIMITS.tasksPerStatement,
  onEnded: (task: EndedTask) => void = () => undefined,
): Promise<Finalized> {
  const startedAtMs = Date.now();
  let runs: readonly ReportedRun[] = [];
  const ended = await endTasks(sql, async (transaction) => {
    runs = await takeReportedRuns(transaction, limit);
    return runs;
  }).catch((error: unknown) => {
    if (runs.length === 0) throw error;
    logger.warn({ err: error, reports: runs.length }, "tasks could not be ended together; each is by itself");
    return endEach(sql, runs, logger);
  });
  for (const one of ended) {
    onEnded(one);
    traceEnd(one, startedAtMs);
    logTaskEnd(logger, "task finalized", one);
  }
  const deliveries = ended.filter((task) => task.has_callback).length;
  return { reports: runs.length, ended: ended.length, deliveries };
}
