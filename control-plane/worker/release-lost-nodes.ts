// Notices worker processes that stopped renewing their lease and gives their work back to the queue within seconds.
// Any number of control planes may sweep at once: deleting a lease elects the one that deals with it.
//
// Most runs that end with their process are not at fault: somebody stopped it, its machine failed, the database was away. A
// run therefore counts against its task only if no other machine lost its nodes at the same time while this process's own
// renewals went through, and if it had come no further than the runs before it. A node that was only slow says so when it
// comes back. A task that takes its node or machine down each time is given up after QUEUE_LIMITS.lossesPerTask runs.
import type { Sql, TransactionSql } from "../../shared/db/connect.ts";
import {
  deleteLostLeases,
  type EndedLease,
  type EndedProcess,
  expireLeasesOfProcess,
  freeAbandonedJobs,
  releaseJobsOfPools,
} from "../../shared/db/queue/worker-leases.ts";
import type { Logger } from "../../shared/logger.ts";
import type { RunOutcome } from "../../shared/tasks/task-outcome.ts";
import { freeClaims } from "../db/due-deliveries.ts";
import { endRunsOfNode, reportLostRun, selectExhaustedRuns } from "../db/tasks/runs.ts";

/** How a task ends whose every run failed or took its node down. */
const GIVEN_UP: RunOutcome = {
  ok: false,
  error: {
    code: "INTERNAL",
    message: "The media node failed or was lost too often while it worked on this.",
    retryable: true,
  },
};

/** Returns how many queue jobs were freed. */
async function giveWorkBack(transaction: TransactionSql, leases: readonly EndedLease[]): Promise<number> {
  const nodes = leases.filter(({ plane }) => plane === "media-node");
  const maySuspect = new Set(nodes.map(({ host }) => host)).size === 1;
  for (const { id } of nodes) await endRunsOfNode(transaction, id, { maySuspect });
  const poolIds = leases.flatMap((lease) => lease.poolIds);
  const freedJobs = await releaseJobsOfPools(transaction, poolIds);
  if (leases.length > 0) await freeClaims(transaction, poolIds);
  return freedJobs;
}

/**
 * One sweep.
 * @param leaseId this process's own lease, by whose renewals the others are judged
 * @param onLost told the plane of each lost process
 * @returns how many processes were found lost
 */
export async function releaseLostNodes(
  sql: Sql,
  leaseId: string,
  logger: Logger,
  onLost: (plane: string) => void = () => undefined,
): Promise<number> {
  const found = await sql.begin(async (transaction) => {
    const lost = await deleteLostLeases(transaction, leaseId);
    const lostJobs = await giveWorkBack(transaction, lost);
    for (const { id, plane } of lost)
      logger.warn({ lostNodeId: id, plane, freedJobs: lostJobs }, "worker process lost");
    for (const run of await selectExhaustedRuns(transaction)) {
      await reportLostRun(transaction, run, GIVEN_UP);
      logger.warn({ taskId: run.task_id }, "task given up: its runs failed or lost their node too often");
    }
    const freedJobs = await freeAbandonedJobs(transaction, leaseId);
    if (freedJobs > 0) logger.warn({ freedJobs }, "jobs of ended pools given back to the queue");
    return lost;
  });
  for (const { plane } of found) onLost(plane);
  return found.length;
}

/**
 * Gives back the work of a process that the caller saw end, without waiting for its lease to expire. A control plane's sweep
 * later finds and counts the lease, because the caller has no metrics.
 * @returns how many leases it still held: none after an orderly stop
 */
export async function releaseEndedProcess(sql: Sql, process: EndedProcess, logger: Logger): Promise<number> {
  return sql.begin(async (transaction) => {
    const ended = await expireLeasesOfProcess(transaction, process);
    const freedJobs = await giveWorkBack(transaction, ended);
    for (const { id, plane } of ended)
      logger.info({ lostNodeId: id, plane, freedJobs }, "the work of an ended process is given back");
    return ended.length;
  });
}
