// The lease of a control plane's worker, which other control planes watch.
import { hostname } from "node:os";
import type { Sql } from "../../shared/db/connect.ts";
import { renewLease } from "../../shared/db/queue/worker-leases.ts";
import { QUEUE_LIMITS } from "../../shared/limits/queue.ts";
import type { Logger } from "../../shared/logger.ts";
import { machineMemoryBytes } from "../../shared/process/machine-memory.ts";
import { readProcessSpace } from "../../shared/process/process-space.ts";
import { VERSION } from "../../shared/process/version.ts";
import { type Repetition, repeatEvery } from "../../shared/repeat.ts";

export interface WorkerLeaseOptions {
  readonly sql: Sql;
  /** Under which this process holds its lease. */
  readonly nodeId: string;
  readonly logger: Logger;
}

/**
 * Renews this process's lease.
 * @param poolIds the pools and claimers that take work in its name
 */
export function keepLease(
  { sql, nodeId, logger }: WorkerLeaseOptions,
  poolIds: () => readonly string[],
): Repetition {
  const lease = {
    id: nodeId,
    plane: "control-plane",
    host: hostname(),
    pid: process.pid,
    processSpace: readProcessSpace() ?? null,
    models: [],
    queueJobs: [],
    machine: { version: VERSION, memoryBytes: machineMemoryBytes(), shortage: null },
  } as const;
  return repeatEvery(QUEUE_LIMITS.leaseRenewalMs, "lease renewal", logger, () =>
    renewLease(sql, { ...lease, poolIds: poolIds() }),
  );
}
