// Compares open tasks with the queue, a part of each at a time: a task without a queue job gets a new one, a queue job
// that nobody wants any more goes, one that would wait longer than any pause is due, and what is counted of the line is
// recounted. Every change of these is one transaction, so that nothing should be amiss; where it is all the same, by a
// fault of ours or by a hand in the tables, nobody must be charged for what never ends.
import type { Sql, TransactionSql } from "../../shared/db/connect.ts";
import { REPAIR_LIMITS } from "../../shared/limits/queue.ts";
import type { Logger } from "../../shared/logger.ts";
import {
  compareWithLine,
  hastenRetries,
  removeUnwantedJobs,
  selectJoblessTasks,
  selectQueueJobs,
  tryQueueRepair,
} from "../db/queue/queue-repair.ts";
import { addToLine } from "../db/queue/waiting-line.ts";
import { countFlows, FIRST_FLOW, recountFlow, restoreClock } from "../db/queue/waiting-shares.ts";
import { hastenReportedRuns } from "../db/tasks/reported-runs.ts";
import { forgetReport } from "../db/tasks/runs.ts";

export interface QueueRepair {
  /** Compares the next part. How many tasks and jobs were amiss; 0 while another control plane compares. */
  sweep(): Promise<number>;
}

async function giveJobs(
  transaction: TransactionSql,
  taskIds: readonly string[],
  logger: Logger,
): Promise<number> {
  if (taskIds.length === 0) return 0;
  const jobless = await selectJoblessTasks(transaction, taskIds);
  for (const task of jobless) {
    if (task.reported_run_id !== null) await forgetReport(transaction, task.id, task.reported_run_id);
    await addToLine(transaction, task.id);
    logger.error({ taskId: task.id }, "an open task had no place in the queue and was given one");
  }
  return jobless.length;
}

/** Recounts the next flows. Counting a long line takes long, so that a walk through all begins only now and then. */
class ShareRepair {
  readonly #logger: Logger;
  #after = FIRST_FLOW;
  #beginsAt = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** How many flows were counted wrongly. */
  async sweep(transaction: TransactionSql): Promise<number> {
    if (performance.now() < this.#beginsAt) return 0;
    const { flowsPerSweep, walkMs } = REPAIR_LIMITS;
    const flows = await countFlows(transaction, this.#after, flowsPerSweep);
    const amiss = flows.filter(({ told, counted }) => told !== counted);
    for (const flow of amiss) {
      await recountFlow(transaction, flow);
      this.#logger.error(flow, "an account's waiting tasks were counted wrongly and are recounted");
    }
    const isWalkOver = flows.length < flowsPerSweep;
    this.#after = isWalkOver ? FIRST_FLOW : (flows.at(-1) ?? FIRST_FLOW);
    if (isWalkOver && amiss.length === 0) this.#beginsAt = performance.now() + walkMs;
    return amiss.length;
  }
}

/** Compares the next open tasks, and the next queue jobs. */
class PlaceRepair {
  readonly #logger: Logger;
  #lastTask = "";
  #lastJob = "0";

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** How many tasks and jobs were amiss. */
  async sweep(transaction: TransactionSql): Promise<number> {
    const { tasksPerSweep, jobsPerSweep } = REPAIR_LIMITS;
    const tasks = await compareWithLine(transaction, this.#lastTask, tasksPerSweep);
    const jobIds = await selectQueueJobs(transaction, this.#lastJob, jobsPerSweep);
    const given = await giveJobs(transaction, tasks.outside, this.#logger);
    const removed = await removeUnwantedJobs(transaction, jobIds);
    if (removed > 0) this.#logger.error({ removed }, "queue jobs that nobody wants any more were removed");
    const hastened = (await hastenRetries(transaction, jobIds)) + (await hastenReportedRuns(transaction));
    if (hastened > 0)
      this.#logger.warn(
        { hastened },
        "queue jobs or reports waited for a time that the clock was set back from",
      );
    this.#lastTask = tasks.lastId ?? "";
    this.#lastJob = jobIds.length < jobsPerSweep ? "0" : (jobIds.at(-1) ?? "0");
    return given + removed + hastened;
  }
}

async function repairClock(transaction: TransactionSql, logger: Logger): Promise<number> {
  if (!(await restoreClock(transaction))) return 0;
  logger.error("the queue's clock was missing and is made again");
  return 1;
}

/** Repairs what the queue and the tables of tasks say differently of each other. */
export function createQueueRepair(sql: Sql, logger: Logger): QueueRepair {
  const places = new PlaceRepair(logger);
  const shares = new ShareRepair(logger);
  return {
    sweep: () =>
      sql.begin(async (transaction) => {
        if (!(await tryQueueRepair(transaction))) return 0;
        const misplaced = await places.sweep(transaction);
        const recounted = await shares.sweep(transaction);
        return misplaced + recounted + (await repairClock(transaction, logger));
      }),
  };
}
