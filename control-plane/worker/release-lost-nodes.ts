// Notices worker processes that stopped renewing their lease and gives their work back to the queue within seconds.
// Any number of control planes may sweep at once: deleting a lease elects the one that deals with it.
import type { Sql } from "../../shared/db/connect.ts";
import { deleteExpiredLeases, freeAbandonedJobs } from "../../shared/db/worker-leases.ts";
import { QUEUE_LIMITS } from "../../shared/limits.ts";
import type { Logger } from "../../shared/logger.ts";
import type { RunOutcome } from "../../shared/task-outcome.ts";
import { loseRunsOfNode, reportLostRun, selectExhaustedRuns } from "../db/runs.ts";

/** How a task ends whose every run took its node down. */
const GIVEN_UP: RunOutcome = {
  ok: false,
  error: {
    code: "INTERNAL",
    message: `The media node failed or was lost ${QUEUE_LIMITS.runsPerTask} times while it worked on this.`,
    retryable: true,
  },
};

/** One sweep. Returns how many processes were found lost. */
export async function releaseLostNodes(sql: Sql, logger: Logger): Promise<number> {
  return sql.begin(async (transaction) => {
    const lost = await deleteExpiredLeases(transaction, QUEUE_LIMITS.leaseTtlMs);
    for (const nodeId of lost) {
      await loseRunsOfNode(transaction, nodeId);
      logger.warn({ nodeId }, "worker process lost");
    }
    for (const run of await selectExhaustedRuns(transaction, QUEUE_LIMITS.runsPerTask)) {
      await reportLostRun(transaction, run.id, GIVEN_UP);
      logger.warn({ taskId: run.task_id }, "task given up: every run of it failed or lost its node");
    }
    const freedPools = await freeAbandonedJobs(transaction, QUEUE_LIMITS.leaseTtlMs);
    if (freedPools > 0) logger.warn({ freedPools }, "jobs of lost processes given back to the queue");
    return lost.length;
  });
}
