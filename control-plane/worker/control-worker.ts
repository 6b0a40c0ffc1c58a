// The control plane's worker: handles the queue jobs of this plane, keeps its own lease, and sweeps for lost nodes.
import { hostname } from "node:os";
import type { Sql } from "../../shared/db/connect.ts";
import { startQueueRunner } from "../../shared/db/queue-runner.ts";
import { deleteLease, renewLease } from "../../shared/db/worker-leases.ts";
import { newId } from "../../shared/ids.ts";
import { QUEUE_LIMITS } from "../../shared/limits.ts";
import type { Logger } from "../../shared/logger.ts";
import { repeatEvery } from "../../shared/repeat.ts";
import { type Finalization, finalizeTask } from "../tasks/finalize-task.ts";
import { releaseLostNodes } from "./release-lost-nodes.ts";

const CONCURRENCY = 4;

export interface ControlWorker {
  stop(): Promise<void>;
}

export async function startControlWorker(options: {
  sql: Sql;
  databaseUrl: string;
  logger: Logger;
}): Promise<ControlWorker> {
  const { sql, databaseUrl, logger } = options;
  const runner = await startQueueRunner({
    databaseUrl,
    concurrency: CONCURRENCY,
    logger,
    handlers: {
      "finalize-task": async ({ payload }) => {
        await finalizeTask(sql, payload as Finalization, logger);
      },
    },
  });
  const id = newId("node");
  const lease = {
    id,
    plane: "control-plane",
    poolIds: runner.poolIds,
    host: hostname(),
    pid: process.pid,
  } as const;
  const renewal = repeatEvery(QUEUE_LIMITS.leaseRenewalMs, "lease renewal", logger, () =>
    renewLease(sql, lease),
  );
  const sweep = repeatEvery(QUEUE_LIMITS.sweepIntervalMs, "sweep for lost nodes", logger, async () => {
    await releaseLostNodes(sql, logger);
  });
  return {
    stop: async () => {
      await Promise.all([sweep.stop(), runner.stop(), renewal.stop()]);
      // Without a database the lease runs out by itself.
      await deleteLease(sql, id).catch((error: unknown) =>
        logger.warn({ err: error }, "lease not given back"),
      );
    },
  };
}
