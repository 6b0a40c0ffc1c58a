// The control plane's worker: starts its queue jobs, its lease, its loops and its sweeps, and stops them together.
import type { Sql } from "../../shared/db/connect.ts";
import { deleteLease } from "../../shared/db/queue/worker-leases.ts";
import { QUEUE_LIMITS, REPAIR_LIMITS } from "../../shared/limits/queue.ts";
import { type Repetition, repeatEvery } from "../../shared/repeat.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { bringBuiltInTemplates } from "../catalog/bring-templates.ts";
import type { FileRetention } from "../db/expired-files.ts";
import { type PlaneQueueOptions, startPlaneQueueJobs } from "./plane-queue-jobs.ts";
import { type PollingLoop, startPollingLoop } from "./polling-loop.ts";
import { releaseLostNodes } from "./release-lost-nodes.ts";
import { createQueueRepair } from "./repair-queue.ts";
import { type DeliveryRunnerOptions, startDeliveries } from "./start-deliveries.ts";
import { startFileSweeps } from "./start-file-sweeps.ts";
import { startDispatcher, startFinalizer, sweepUnrunnableTasks, type TaskLoopOptions } from "./task-loops.ts";
import { createWorkMetrics, type WorkMetrics } from "./work-metrics.ts";
import { keepLease, type WorkerLeaseOptions } from "./worker-lease.ts";

export interface ControlWorker {
  /** To be called when tasks were put in line. */
  tasksCreated(): void;
  /** To be called when webhooks were made due. */
  deliveriesDue(): void;
  stop(): Promise<void>;
}

export interface ControlWorkerOptions
  extends DeliveryRunnerOptions,
    PlaneQueueOptions,
    WorkerLeaseOptions,
    TaskLoopOptions {
  /** Of the sweeps for files alone. */
  readonly expirySql: Sql;
  readonly storage: ObjectStorage;
  readonly fileRetention: FileRetention;
}

/** Frees what nodes that are gone had taken. */
function sweepLostNodes(
  { sql, nodeId, logger }: ControlWorkerOptions,
  onLeaseLost: WorkMetrics["leaseLost"],
): Repetition {
  return repeatEvery(QUEUE_LIMITS.sweepIntervalMs, "sweep for lost nodes", logger, async () => {
    await releaseLostNodes(sql, nodeId, logger, onLeaseLost);
  });
}

function startRepairs({ sql, logger }: ControlWorkerOptions): PollingLoop {
  const repair = createQueueRepair(sql, logger);
  return startPollingLoop("repair of the queue", REPAIR_LIMITS, logger, async () =>
    (await repair.sweep()) > 0 ? "soon" : "idle",
  );
}

/** Starts the worker's loops and sweeps. @throws when the database cannot be reached now */
export async function startControlWorker(options: ControlWorkerOptions): Promise<ControlWorker> {
  const { nodeId, sql, expirySql, logger, registry } = options;
  const metrics = createWorkMetrics(registry);
  const runner = await startPlaneQueueJobs(options);
  const deliveries = startDeliveries(options);
  // Of models that are known already; those of new ones come when a media node announces them.
  await bringBuiltInTemplates(sql, logger).catch((error: unknown) =>
    logger.error({ err: error }, "built-in templates not brought"),
  );
  const taskEnd = { onEnded: metrics.taskEnded, onDeliveriesDue: () => deliveries.wake() };
  const finalizer = startFinalizer(options, taskEnd);
  // What nodes take now they report soon: the finalizer, which may look only twice a second by now, looks more often.
  const dispatcher = startDispatcher(options, () => finalizer.wake());
  const parts: readonly { stop(): Promise<void> }[] = [
    runner,
    deliveries,
    keepLease(options, () => [...runner.poolIds, deliveries.claimer]),
    finalizer,
    dispatcher,
    sweepLostNodes(options, metrics.leaseLost),
    startRepairs(options),
    sweepUnrunnableTasks(options, taskEnd),
    startFileSweeps({ ...options, sql: expirySql }),
  ];
  return {
    tasksCreated: () => dispatcher.wake(),
    deliveriesDue: () => deliveries.wake(),
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()));
      // Without a database the lease runs out by itself.
      await deleteLease(sql, nodeId).catch((error: unknown) =>
        logger.warn({ err: error }, "lease not given back"),
      );
    },
  };
}
