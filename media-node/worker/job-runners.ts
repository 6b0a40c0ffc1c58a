// The queue runners of a node: one for jobs that keep cores busy and, if models run on devices, one for jobs that keep devices
// busy. Each has its own places and connections. One runner for both was rejected: the queue hands out jobs in the order of
// their times, so that long jobs would end up in all places.
import { isDeepStrictEqual } from "node:util";
import { type QueueRunner, startQueueRunner } from "../../shared/db/queue/queue-runner.ts";
import type { QueueHandler } from "../../shared/db/queue/run-queue-job.ts";
import type { PlaceUse } from "../../shared/db/queue/worker-leases.ts";
import { CONNECTION_LIMITS } from "../../shared/limits/database.ts";
import type { Logger } from "../../shared/logger.ts";
import type { RunPlaces, RunResource } from "../threads/runs-at-once.ts";

export type QueueHandlers = Readonly<Record<string, QueueHandler>>;

export interface JobRunnersOptions {
  /** Past any pooler. */
  readonly databaseUrl: string;
  readonly places: RunPlaces;
  /** The handlers of the jobs that are taken now, optionally only of those that keep one resource busy. */
  readonly handlers: (resource?: RunResource) => QueueHandlers;
  readonly logger: Logger;
}

export interface JobRunners {
  /** The names under which this process locks jobs now. */
  poolIds(): string[];
  /** Whether `handlers` would have the runners take other jobs than they do. */
  isOutdated(): boolean;
  /** Takes what `handlers` says from now on; jobs under way end as they began. */
  update(): void;
  /** Places, and how many of them jobs have: also those that are no runs of tasks. */
  use(): PlaceUse[];
  /** Takes no new job and waits for those under way. */
  stop(): Promise<void>;
}

const POOLS = { cores: "queue", devices: "deviceQueue" } as const satisfies Record<RunResource, string>;

interface OwnRunner {
  readonly resource: RunResource;
  readonly runner: QueueRunner;
  readonly handlers: () => QueueHandlers;
  taken: string[];
}

async function startRunner(
  resource: RunResource,
  handlers: () => QueueHandlers,
  { databaseUrl, places, logger }: JobRunnersOptions,
): Promise<OwnRunner> {
  const pool = POOLS[resource];
  const first = handlers();
  const runner = await startQueueRunner({
    databaseUrl,
    applicationName: `clipmill media-node ${pool}`,
    connections: CONNECTION_LIMITS.mediaNode[pool],
    concurrency: places[resource],
    logger,
    handlers: first,
  });
  return { resource, runner, handlers, taken: Object.keys(first) };
}

/** Starts pulling jobs at once. @throws when the database cannot be reached now */
export async function startJobRunners(options: JobRunnersOptions): Promise<JobRunners> {
  const { places, handlers } = options;
  const parts =
    places.devices === 0
      ? [startRunner("cores", () => handlers(), options)]
      : [
          startRunner("cores", () => handlers("cores"), options),
          startRunner("devices", () => handlers("devices"), options),
        ];
  const started = await Promise.allSettled(parts);
  const runners = started.filter((each) => each.status === "fulfilled").map(({ value }) => value);
  const stop = async (): Promise<void> => {
    await Promise.all(runners.map(({ runner }) => runner.stop()));
  };
  const failed = started.find((each) => each.status === "rejected");
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return {
    poolIds: () => runners.flatMap(({ runner }) => runner.poolIds),
    isOutdated: () => runners.some((own) => !isDeepStrictEqual(Object.keys(own.handlers()), own.taken)),
    update: () => {
      for (const own of runners) {
        const next = own.handlers();
        own.taken = Object.keys(next);
        own.runner.setHandlers(next);
      }
    },
    use: () =>
      runners.map(({ resource, runner }) => ({
        resource,
        places: places[resource],
        busy: runner.jobsUnderWay(),
      })),
    stop,
  };
}
