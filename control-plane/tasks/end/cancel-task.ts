// Cancels a task. The change of state is conditional, as for every end of a task: of concurrent cancels and a finalization
// exactly one ends the task, refunds it and makes its webhook due. A run under way is ended in the same transaction, so
// that nothing of it is recorded any more; its node learns of it with the next beat of its lease and stops.
import type { Sql, TransactionSql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import type { Logger } from "../../../shared/logger.ts";
import type { TaskSurfaceName } from "../../../shared/tasks/task-kinds.ts";
import type { TaskError } from "../../../shared/tasks/task-outcome.ts";
import { insertRefunds } from "../../db/ledger.ts";
import { leaveQueue } from "../../db/queue/waiting-line.ts";
import { repeatOnCollision } from "../../db/repeat-statement.ts";
import { hasReportedFailure } from "../../db/tasks/reported-runs.ts";
import { interruptRun } from "../../db/tasks/runs.ts";
import { removeFilesOfCancelled } from "../../db/tasks/task-deletions.ts";
import { endTaskEarly, type TaskEndedEarly, type TaskRow } from "../../db/tasks/tasks.ts";
import { makeDeliveriesDue } from "../../db/webhook-deliveries.ts";
import { readTask } from "../read/read-task.ts";
import { logTaskEnd } from "./log-task-end.ts";

export interface CancelServices {
  readonly sql: Sql;
  readonly logger: Logger;
}

const CANCELLED: TaskError = {
  code: "CANCELLED",
  message: "The task was cancelled at its owner's request.",
  retryable: false,
};

/** Ends the task as cancelled. Undefined when it had ended before. */
async function cancelOnce(transaction: TransactionSql, taskId: string): Promise<TaskEndedEarly | undefined> {
  const ended = await endTaskEarly(transaction, taskId, CANCELLED);
  if (ended === undefined) return undefined;
  const { run_id: runId } = ended;
  if (runId !== null) {
    await interruptRun(transaction, taskId, runId);
    await removeFilesOfCancelled(transaction, taskId);
  }
  // Asked once the run can report no more: what had failed before the cancel came is given back as what failed.
  if (runId === null || (await hasReportedFailure(transaction, runId)))
    await insertRefunds(transaction, [taskId]);
  await leaveQueue(transaction, taskId);
  await makeDeliveriesDue(transaction, [taskId]);
  return ended;
}

/** Repeats after a deadlock: a node that takes a task over locks the old run before the task. */
async function cancel(sql: Sql, taskId: string): Promise<TaskEndedEarly | undefined> {
  const once = async (): Promise<TaskEndedEarly | undefined> =>
    sql.begin((transaction) => cancelOnce(transaction, taskId));
  return repeatOnCollision(QUEUE_LIMITS.cancelAttempts, once);
}

/**
 * Cancels a task of this account and returns it. Its charge comes back in full when no run had started, or its run had
 * failed already.
 * @throws AppError NOT_FOUND; ALREADY_TERMINAL when the task has ended, by another cancel too
 */
export async function cancelTask(
  { sql, logger }: CancelServices,
  accountId: string,
  surface: TaskSurfaceName,
  taskId: string,
): Promise<TaskRow> {
  const task = await readTask(sql, accountId, surface, taskId);
  const ended = await cancel(sql, task.id);
  if (ended === undefined) throw new AppError("ALREADY_TERMINAL");
  logTaskEnd(logger, "task cancelled", ended);
  return readTask(sql, accountId, surface, taskId);
}
