// The media node's worker: pulls the queue jobs of every kind that this node can run, and keeps the node's lease.
import { startQueueRunner } from "../../shared/db/queue/queue-runner.ts";
import type { QueueHandler } from "../../shared/db/queue/run-queue-job.ts";
import { expireLeasesOfDeadProcesses } from "../../shared/db/queue/worker-leases.ts";
import { CONNECTION_LIMITS } from "../../shared/limits/database.ts";
import { isProcessAlive, readProcessSpace } from "../../shared/process/process-space.ts";
import type { AnnouncedModel, ModelCapability } from "../../shared/schemas/model.ts";
import { queueJobOf, TASK_KIND_NAMES } from "../../shared/tasks/task-kinds.ts";
import { previewQueueJob } from "../../shared/templates/template-previews.ts";
import type { PreviewMaker } from "../pipelines/preview-makers.ts";
import { NODE_KINDS, type NodeKinds } from "./kinds.ts";
import { keepLease } from "./lease.ts";
import { previewJob } from "./preview-job.ts";
import { type NodeServices, taskJob } from "./run-task.ts";

export interface MediaWorker {
  /** Offers these models instead of the ones before. @throws as keepLease, and goes on with what it offered */
  offer(models: readonly AnnouncedModel[]): void;
  /** Takes jobs, or leaves them to other nodes; what runs goes on. */
  takeJobs(isTaking: boolean): void;
  /** Gives work under way back to the queue, and the lease with it. */
  stop(): Promise<void>;
}

export interface MediaWorkerOptions {
  /** Past any pooler, for the queue. */
  readonly databaseUrl: string;
  /** Queue jobs at once. */
  readonly concurrency: number;
  /** What this node offers at first. */
  readonly models: readonly AnnouncedModel[];
  /** False for a node that takes no jobs before it is told to. */
  readonly takesJobs?: boolean;
  /** How previews are made with the models of a capability. */
  readonly previewMakers?: Partial<Record<ModelCapability, PreviewMaker>>;
  /** How tasks of each kind are run. */
  readonly kinds?: NodeKinds;
}

/** What is run with a model has a queue job for each: a node listens for those of its own, so that it takes no other's. */
function handlersOf(
  services: NodeServices,
  { previewMakers = {}, kinds = NODE_KINDS }: MediaWorkerOptions,
  models: readonly AnnouncedModel[],
): Record<string, QueueHandler> {
  const handlers: Record<string, QueueHandler> = {};
  for (const kind of TASK_KIND_NAMES) {
    const { capability: needed, pipeline } = kinds[kind];
    const able = models.filter(({ capability }) => capability === needed).map(({ model }) => model);
    for (const model of needed === null ? [null] : able)
      handlers[queueJobOf(kind, model)] = taskJob(services, pipeline);
  }
  for (const { model, capability } of models) {
    const make = previewMakers[capability];
    if (make !== undefined) handlers[previewQueueJob(model)] = previewJob(services, model, make);
  }
  return handlers;
}

/** A node that is started again where it was killed need not wait for its own lease to run out. */
async function expireDeadNeighbours({ sql, logger }: NodeServices): Promise<void> {
  const space = readProcessSpace();
  if (space === undefined) return;
  const expired = await expireLeasesOfDeadProcesses(sql, space, isProcessAlive);
  if (expired > 0) logger.warn({ expired }, "leases of ended processes of this machine were let run out");
}

export async function startMediaWorker(
  services: NodeServices,
  options: MediaWorkerOptions,
): Promise<MediaWorker> {
  const { databaseUrl, concurrency, models } = options;
  const { leaseSql, nodeId, activeRuns, logger } = services;
  await expireDeadNeighbours(services);
  let isTaking = options.takesJobs ?? true;
  let offered = models;
  const taken = (): Readonly<Record<string, QueueHandler>> =>
    isTaking ? handlersOf(services, options, offered) : {};
  const offer = () => ({ models: offered, queueJobs: Object.keys(taken()) });
  const runner = await startQueueRunner({
    databaseUrl,
    applicationName: "clipmill media-node queue",
    connections: CONNECTION_LIMITS.mediaNode.queue,
    concurrency,
    logger,
    handlers: taken(),
  });
  const { poolIds } = runner;
  const lease = keepLease({ sql: leaseSql, nodeId, poolIds, offered: offer(), activeRuns, logger });
  return {
    offer: (next) => {
      const before = offered;
      offered = next;
      try {
        lease.offer(offer());
      } catch (error) {
        offered = before;
        throw error;
      }
      runner.setHandlers(taken());
    },
    takeJobs: (isToTake) => {
      isTaking = isToTake;
      lease.offer(offer());
      runner.setHandlers(taken());
    },
    stop: async () => {
      const stopped = runner.stop();
      activeRuns.interruptAll();
      await stopped;
      await lease.release();
    },
  };
}
