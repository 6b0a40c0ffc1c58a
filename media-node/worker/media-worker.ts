// The media node's worker: pulls the queue jobs of every kind that this node can run, and keeps the node's lease.
import { isDeepStrictEqual } from "node:util";
import {
  expireLeasesOfDeadProcesses,
  type LeasedCompute,
  type LeasedMachine,
  type PlaceUse,
  selectDeviceQueueJobs,
} from "../../shared/db/queue/worker-leases.ts";
import { isProcessAlive, readProcessSpace } from "../../shared/process/process-space.ts";
import type { AnnouncedModel } from "../../shared/schemas/model.ts";
import type { RunPlaces } from "../threads/runs-at-once.ts";
import { startJobRunners } from "./job-runners.ts";
import { keepLease } from "./lease.ts";
import type { NodeDrain } from "./node-drain.ts";
import type { NodeServices } from "./node-services.ts";
import { TakenJobs, type TakenJobsOptions } from "./taken-jobs.ts";

export interface MediaWorker {
  /** Offers these models instead of the ones before. @throws as keepLease, and goes on with what it offered */
  offer(models: readonly AnnouncedModel[]): void;
  /** Takes jobs, or leaves them, or those for devices, to other nodes; what runs goes on. */
  takeJobs(isTaking: boolean, onDevices?: boolean): void;
  /** Queue jobs that it works on. */
  jobsUnderWay(): number;
  /** Its places, and how many of them these jobs have. */
  places(): readonly PlaceUse[];
  /** Gives work under way back to the queue, and the lease with it. */
  stop(): Promise<void>;
}

export interface MediaWorkerOptions extends TakenJobsOptions {
  /** Past any pooler, for the queue. */
  readonly databaseUrl: string;
  /** Queue jobs at once. */
  readonly places: RunPlaces;
  /** What this node offers at first. */
  readonly models: readonly AnnouncedModel[];
  /** False for a node that takes no jobs before it is told to. */
  readonly takesJobs?: boolean;
  readonly drain?: NodeDrain;
  /** What this node computes on now, for operators. */
  readonly compute?: () => LeasedCompute;
  /** What is told of this process now. */
  readonly machine?: () => LeasedMachine;
  /** Called after each renewal of the lease. */
  readonly onBeat?: () => void;
}

/** A node that is started again where it was killed need not wait for its own lease to run out. */
async function expireDeadNeighbours({ sql, logger }: NodeServices): Promise<void> {
  const space = readProcessSpace();
  if (space === undefined) return;
  const expired = await expireLeasesOfDeadProcesses(sql, space, isProcessAlive);
  if (expired > 0) logger.warn({ expired }, "leases of ended processes of this machine were let run out");
}

/**
 * Takes jobs at once unless `takesJobs` is false, and holds a lease from its first beat on. Before that,
 * leases of killed processes of this machine are let run out.
 * @throws where the database cannot be reached; as `keepLease` for a model that clients could not use
 */
export async function startMediaWorker(
  services: NodeServices,
  options: MediaWorkerOptions,
): Promise<MediaWorker> {
  const { databaseUrl, places, models, compute, machine, drain, onBeat } = options;
  const { leaseSql, nodeId, activeRuns, logger } = services;
  await expireDeadNeighbours(services);
  const jobs = new TakenJobs(services, options, { models, isTaking: options.takesJobs ?? true });
  jobs.onDevicesElsewhere = new Set(await selectDeviceQueueJobs(leaseSql, nodeId));
  const handlers = jobs.handlers.bind(jobs);
  const runners = await startJobRunners({ databaseUrl, places, handlers, logger });
  let offered = jobs.offer();
  const lease = keepLease({
    sql: leaseSql,
    nodeId,
    poolIds: runners.poolIds,
    places: runners.use,
    offered,
    activeRuns,
    onDevicesElsewhere: (queueJobs) => {
      jobs.onDevicesElsewhere = new Set(queueJobs);
      const { deviceQueueJobs } = jobs.offer();
      if (runners.isOutdated() || !isDeepStrictEqual(deviceQueueJobs, offered.deviceQueueJobs)) apply();
    },
    compute,
    machine,
    drain,
    onBeat,
    logger,
  });
  /** Tells the lease and the queue what is taken from now on. @throws as keepLease */
  const apply = (): void => {
    const next = jobs.offer();
    lease.offer(next);
    offered = next;
    runners.update();
    logger.info({ queueJobs: next.queueJobs, onDevices: next.deviceQueueJobs }, "jobs that are taken");
  };
  return {
    offer: (next) => {
      const before = jobs.models;
      jobs.models = next;
      try {
        apply();
      } catch (error) {
        jobs.models = before;
        throw error;
      }
    },
    takeJobs: (isToTake, onDevices = true) => {
      jobs.isTaking = isToTake;
      jobs.isTakingOnDevices = onDevices;
      apply();
    },
    jobsUnderWay: () => runners.use().reduce((sum, { busy }) => sum + busy, 0),
    places: runners.use,
    stop: async () => {
      const stopped = runners.stop();
      activeRuns.interruptAll();
      await stopped;
      await lease.release();
    },
  };
}
