// The control plane's worker: handles the queue jobs of this plane, keeps its own lease, and sweeps for lost nodes.
import { hostname } from "node:os";
import { Type } from "typebox";
import type { Sql } from "../../shared/db/connect.ts";
import { type QueueRunner, startQueueRunner } from "../../shared/db/queue/queue-runner.ts";
import { deleteLease, isSteady, renewLease } from "../../shared/db/queue/worker-leases.ts";
import { CONNECTION_LIMITS } from "../../shared/limits/database.ts";
import { MODEL_OFFER_LIMITS } from "../../shared/limits/nodes.ts";
import { DISPATCH_LIMITS, FINISH_LIMITS, QUEUE_LIMITS, REPAIR_LIMITS } from "../../shared/limits/queue.ts";
import type { Logger } from "../../shared/logger.ts";
import { machineMemoryBytes } from "../../shared/process/machine-memory.ts";
import { readProcessSpace } from "../../shared/process/process-space.ts";
import { VERSION } from "../../shared/process/version.ts";
import { type Repetition, repeatEvery } from "../../shared/repeat.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import {
  BRING_TEMPLATES_JOB,
  type FinishedPreview,
  RECORD_PREVIEW_JOB,
} from "../../shared/templates/template-previews.ts";
import { bringBuiltInTemplates } from "../catalog/bring-templates.ts";
import type { ModelTimes } from "../catalog/models.ts";
import { recordPreview } from "../catalog/record-preview.ts";
import type { FileRetention } from "../db/expired-files.ts";
import { dispatchTasks } from "../db/queue/waiting-line.ts";
import { selectReportsOutlook } from "../db/tasks/reported-runs.ts";
import { failUnrunnableTasks } from "../tasks/end/fail-unrunnable-tasks.ts";
import { finalizeTasks } from "../tasks/end/finalize-tasks.ts";
import { type Pulse, startPulse } from "./pulse.ts";
import { releaseLostNodes } from "./release-lost-nodes.ts";
import { createQueueRepair } from "./repair-queue.ts";
import { type DeliveryRunnerOptions, startDeliveries } from "./start-deliveries.ts";
import { startFileSweeps } from "./start-file-sweeps.ts";
import { createWorkMetrics, type WorkMetrics } from "./work-metrics.ts";

/** Handlers of the few kinds of jobs that are in the queue for this plane. */
const CONCURRENCY = 2;

const readFinishedPreview: (payload: unknown) => FinishedPreview = compileSchema(
  Type.Object({
    templateId: Type.String(),
    previewId: Type.String(),
    files: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.Union([Type.Literal("image"), Type.Literal("video")]),
        storageKey: Type.String(),
        contentType: Type.String(),
        filename: Type.String(),
      }),
    ),
  }),
);

export interface ControlWorker {
  /** To be called when tasks were put in line. */
  tasksCreated(): void;
  /** To be called when webhooks were made due. */
  deliveriesDue(): void;
  stop(): Promise<void>;
}

export interface ControlWorkerOptions extends DeliveryRunnerOptions {
  /** Under which this process holds its lease. */
  readonly nodeId: string;
  /** For the queue, which needs a session of its own: the address of the server, not of a pooler. */
  readonly databaseUrl: string;
  /** Of the sweeps for files alone. */
  readonly expirySql: Sql;
  readonly storage: ObjectStorage;
  readonly fileRetention: FileRetention;
  readonly modelTimes: ModelTimes;
  /** How many jobs an account runs at once, unless it has a bound of its own. */
  readonly accountRunningJobs: number;
}

/** Ends tasks whose runs have reported. While there are none, a round is one statement instead of a transaction. */
function startFinalizer(sql: Sql, logger: Logger, metrics: WorkMetrics, onDeliveriesDue: () => void): Pulse {
  let isAtWork = false;
  return startPulse("ending tasks", FINISH_LIMITS, logger, async () => {
    if (!isAtWork) {
      const { isDue, isExpected } = await selectReportsOutlook(sql);
      if (!isDue) return isExpected ? "soon" : "idle";
    }
    const { tasksPerStatement } = FINISH_LIMITS;
    const { reports, deliveries } = await finalizeTasks(sql, logger, tasksPerStatement, metrics.taskEnded);
    isAtWork = reports > 0;
    if (deliveries > 0) onDeliveriesDue();
    return reports === FINISH_LIMITS.tasksPerStatement ? "at-once" : "soon";
  });
}

/** Handles the rare jobs that stand in the queue for this plane. @throws when the database cannot be reached now */
function startRareJobs({ sql, databaseUrl, logger }: ControlWorkerOptions): Promise<QueueRunner> {
  return startQueueRunner({
    databaseUrl,
    applicationName: "clipmill control-plane queue",
    connections: CONNECTION_LIMITS.controlPlane.queue,
    concurrency: CONCURRENCY,
    logger,
    handlers: {
      [RECORD_PREVIEW_JOB]: async ({ payload }) => {
        await recordPreview(sql, readFinishedPreview(payload), logger);
      },
      [BRING_TEMPLATES_JOB]: async () => {
        await bringBuiltInTemplates(sql, logger);
      },
    },
  });
}

/** Holds this process's lease, with the pools and claimers that take work in its name. */
function keepLease(
  { sql, nodeId, logger }: ControlWorkerOptions,
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

/** Puts waiting tasks in line for media nodes. */
function startDispatcher(
  { sql, logger, accountRunningJobs }: ControlWorkerOptions,
  onDispatched: () => void,
): Pulse {
  return startPulse("dispatching tasks", DISPATCH_LIMITS, logger, async () => {
    const { dispatched, isWaiting } = await dispatchTasks(sql, accountRunningJobs);
    if (dispatched !== null && dispatched > 0) onDispatched();
    // Nodes that take jobs this quickly would empty the queue before the next round.
    if ((dispatched ?? 0) >= DISPATCH_LIMITS.readyJobs / 2) return "at-once";
    return isWaiting ? "soon" : "idle";
  });
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

function startRepairs({ sql, logger }: ControlWorkerOptions): Pulse {
  const repair = createQueueRepair(sql, logger);
  return startPulse("repair of the queue", REPAIR_LIMITS, logger, async () =>
    (await repair.sweep()) > 0 ? "soon" : "idle",
  );
}

/** Fails tasks whose model no node has had for too long. */
function sweepUnrunnable(
  { sql, nodeId, logger, modelTimes }: ControlWorkerOptions,
  onEnded: WorkMetrics["taskEnded"],
  onDeliveriesDue: () => void,
): Repetition {
  return repeatEvery(QUEUE_LIMITS.sweepIntervalMs, "sweep for unrunnable tasks", logger, async () => {
    // After an outage of the appliance or its database, media nodes get time to come back.
    const isSettled = await isSteady(sql, nodeId, MODEL_OFFER_LIMITS.startGraceMs);
    for (let round = 0; isSettled && round < MODEL_OFFER_LIMITS.roundsPerSweep; round += 1) {
      const failed = await failUnrunnableTasks(sql, modelTimes.waitMs, logger, onEnded);
      if (failed > 0) onDeliveriesDue();
      if (failed < MODEL_OFFER_LIMITS.tasksPerSweep) return;
    }
  });
}

/** Starts the worker's loops and sweeps. @throws when the database cannot be reached now */
export async function startControlWorker(options: ControlWorkerOptions): Promise<ControlWorker> {
  const { nodeId, sql, expirySql, logger, registry } = options;
  const metrics = createWorkMetrics(registry);
  const runner = await startRareJobs(options);
  const deliveries = startDeliveries(options);
  // Of models that are known already; those of new ones come when a media node announces them.
  await bringBuiltInTemplates(sql, logger).catch((error: unknown) =>
    logger.error({ err: error }, "built-in templates not brought"),
  );
  const finalizer = startFinalizer(sql, logger, metrics, () => deliveries.wake());
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
    sweepUnrunnable(options, metrics.taskEnded, () => deliveries.wake()),
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
