// Compares open tasks with the queue, a part of each at a time: a task without a queue job gets a new one, and a queue
// job without an open task goes. Every change of the two is one transaction, so that neither should be; where it is all
// the same, by a fault of ours or by a hand in the tables, nobody must be charged for what never ends.
import type { Sql, TransactionSql } from "../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../shared/limits.ts";
import type { Logger } from "../../shared/logger.ts";
import {
  addToLine,
  removeTasklessJobs,
  selectJoblessTasks,
  selectOpenTasks,
  selectQueueJobs,
  tryQueueRepair,
} from "../db/queue-jobs.ts";
import { forgetReport } from "../db/runs.ts";

export interface QueueRepair {
  /** Compares the next part. How many tasks and jobs were amiss; 0 while another control plane compares. */
  sweep(): Promise<number>;
}

async function giveJobs(
  transaction: TransactionSql,
  taskIds: readonly string[],
  logger: Logger,
): Promise<number> {
  const jobless = await selectJoblessTasks(transaction, taskIds);
  for (const task of jobless) {
    if (task.reported_run_id !== null) await forgetReport(transaction, task.id, task.reported_run_id);
    await addToLine(transaction, task.id);
    logger.error({ taskId: task.id }, "an open task had no place in the queue and was given one");
  }
  return jobless.length;
}

export function createQueueRepair(sql: Sql, logger: Logger): QueueRepair {
  const limit = QUEUE_LIMITS.comparedPerSweep;
  let lastTask = "";
  let lastJob = "0";
  return {
    sweep: () =>
      sql.begin(async (transaction) => {
        if (!(await tryQueueRepair(transaction))) return 0;
        const taskIds = await selectOpenTasks(transaction, lastTask, limit);
        const jobIds = await selectQueueJobs(transaction, lastJob, limit);
        lastTask = taskIds.length < limit ? "" : (taskIds.at(-1) ?? "");
        lastJob = jobIds.length < limit ? "0" : (jobIds.at(-1) ?? "0");
        const given = await giveJobs(transaction, taskIds, logger);
        const removed = await removeTasklessJobs(transaction, jobIds);
        if (removed > 0) logger.error({ removed }, "queue jobs without an open task were removed");
        return given + removed;
      }),
  };
}
