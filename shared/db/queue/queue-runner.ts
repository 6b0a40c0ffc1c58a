// Keeps a graphile-worker pool running for one plane's handlers. Jobs go straight from the table to a worker (no local
// queue): a job fetched ahead counts as an attempt even when it never starts, and media jobs are long.
//
// run-queue-job.ts writes how a job ends, before its worker goes on. graphile-worker's own statements for that are not sent
// (queue-takes.ts): if one failed, its pool would give up, and take no job until the longest under way has ended. A failed
// look for new task names does not end the pool either: it is repeated.
//
// A pool that still gives up is restarted under a new name, again and again until it runs; then the locks of the old name are
// released. If even that fails, the old name has no lease any more, so that the control plane's sweep gives its jobs back.
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Job,
  type JobHelpers,
  type Runner,
  run,
  type TaskList,
  type Worker,
  type WorkerEvents,
} from "graphile-worker";
import type { Pool } from "pg";
import { QUEUE_LIMITS } from "../../limits/queue.ts";
import type { Logger } from "../../logger.ts";
import { settleWithin } from "../../settle-within.ts";
import { batchCalls } from "../batch-calls.ts";
import { freeJobsOfEndedPools, type JobLock, removeJobs } from "./queue-ends.ts";
import { queueLogger } from "./queue-logger.ts";
import { openQueuePool } from "./queue-pool.ts";
import { batchTakes } from "./queue-takes.ts";
import { JobGivenBack, type JobSurroundings, type QueueHandler, runJob } from "./run-queue-job.ts";

export interface QueueRunnerOptions {
  /** Past any pooler: the queue listens on one of its connections. */
  readonly databaseUrl: string;
  /** Shown in pg_stat_activity, e.g. "clipmill media-node queue". */
  readonly applicationName: string;
  readonly handlers: Readonly<Record<string, QueueHandler>>;
  readonly concurrency: number;
  /** To the database: one listens, and the others serve any number of jobs in turn. */
  readonly connections: number;
  /** How often it is asked what is locked here without anybody knowing; as in QUEUE_LIMITS unless told. */
  readonly lookAgainMs?: number;
  readonly logger: Logger;
}

export interface QueueRunner {
  /** The names under which this process locks jobs now; the list changes in place when the pool is restarted. */
  readonly poolIds: readonly string[];
  /** Pulls the jobs of these handlers from now on, and no others, if any; those under way end as they began. */
  setHandlers(handlers: QueueRunnerOptions["handlers"]): void;
  /** Jobs that have begun and whose ends are not written yet. */
  jobsUnderWay(): number;
  /** Takes no new job and waits for those under way. */
  stop(): Promise<void>;
}

/** In milliseconds, of each place. */
function pollInterval(concurrency: number): number {
  return Math.max(QUEUE_LIMITS.pollMs, concurrency * QUEUE_LIMITS.pollPerPlaceMs);
}

/** What every runner looks for, so that the list is never empty, which graphile-worker takes for a mistake. */
const NO_JOB_NAME = "none";

const giveBack: QueueHandler = () => Promise.reject(new JobGivenBack());

/**
 * graphile-worker looks for the names that the list shows at that moment, so that it can be changed in place. A job that
 * a look before brings later is given back: a name that is not taken any more stays in the list, and is not shown.
 */
function fillTaskList(
  tasks: TaskList,
  handlers: QueueRunnerOptions["handlers"],
  surroundings: JobSurroundings,
): void {
  const set = (name: string, handler: QueueHandler, enumerable: boolean): void => {
    const value = (_payload: unknown, helpers: JobHelpers) => runJob(handler, helpers, surroundings);
    Object.defineProperty(tasks, name, { value, enumerable, configurable: true });
  };
  for (const name of Object.keys(tasks)) if (handlers[name] === undefined) set(name, giveBack, false);
  for (const [name, handler] of Object.entries({ ...handlers, [NO_JOB_NAME]: giveBack }))
    set(name, handler, true);
}

/**
 * Has graphile-worker 0.18.0 ask for the ids of its names again: it keeps a failure of that for good (`getTaskDetails`
 * caches the rejected promise), under the names in their order, and would never find a job.
 */
function reorderTasks(tasks: TaskList): void {
  const [name] = Object.keys(tasks);
  const task = name === undefined ? undefined : Object.getOwnPropertyDescriptor(tasks, name);
  if (name === undefined || task === undefined) return;
  delete tasks[name];
  Object.defineProperty(tasks, name, task);
}

/** What a pool pulls: names and handlers. */
interface Wanted {
  readonly tasks: TaskList;
  /** Counts the lists of names and their orders, so that a look is known to be for this one or for one before it. */
  version: number;
}

interface PoolEvents {
  readonly onPool: (poolId: string) => void;
  readonly onJobOver: (job: Job) => void;
}

/** Starts one pool of workers and tells its name. */
async function runOnce(
  options: QueueRunnerOptions,
  wanted: Wanted,
  pgPool: Pool,
  { onPool, onJobOver }: PoolEvents,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  const begun = new WeakMap<Worker, number>();
  events.on("pool:create", ({ workerPool }) => onPool(workerPool.id));
  events.on("worker:getJob:start", ({ worker }) => begun.set(worker, wanted.version));
  events.on("worker:getJob:error", ({ worker }) => {
    // Once for all places whose looks fail together: a second time would bring the first order back.
    if (begun.get(worker) !== wanted.version) return;
    reorderTasks(wanted.tasks);
    wanted.version += 1;
  });
  events.on("job:complete", ({ job }) => onJobOver(job));
  return run({
    pgPool,
    taskList: wanted.tasks,
    concurrency: options.concurrency,
    noHandleSignals: true,
    logger: queueLogger(options.logger),
    events,
    preset: { worker: { pollInterval: pollInterval(options.concurrency) } },
  });
}

/** Starts a pool again and again until it runs or nobody wants it any more. */
async function runAnew(
  start: () => Promise<Runner>,
  signal: AbortSignal,
  logger: Logger,
): Promise<Runner | undefined> {
  for (;;) {
    await pause(QUEUE_LIMITS.restartPauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    const runner = await start().catch((error: unknown) =>
      logger.warn({ err: error }, "the queue runner does not start yet"),
    );
    if (!runner) continue;
    if (!signal.aborted) return runner;
    await runner.stop();
  }
}

/** Unlocks what pools that have ended left locked; where that fails, the control plane's sweep does it later. */
async function freeLeftJobs(pgPool: Pool, poolIds: readonly string[], logger: Logger): Promise<void> {
  await freeJobsOfEndedPools(pgPool, poolIds).catch((error: unknown) =>
    logger.warn({ err: error }, "the queue jobs of an ended pool are not unlocked yet"),
  );
}

/** Starts pulling jobs at once. @throws when the database cannot be reached now */
export async function startQueueRunner(options: QueueRunnerOptions): Promise<QueueRunner> {
  const { logger } = options;
  const { pool: pgPool, setBusy, close: closePool } = openQueuePool(options);
  const forgetJob = batchTakes(pgPool, options.concurrency, options.lookAgainMs ?? QUEUE_LIMITS.lookAgainMs);
  let jobs = 0;
  const noteJobs = (change: 1 | -1): void => {
    jobs += change;
    setBusy(jobs > 0);
  };
  const poolIds: string[] = [];
  const wanted: Wanted = { tasks: {}, version: 0 };
  const stopped = new AbortController();
  const removeJob = batchCalls((locks: readonly JobLock[]) => removeJobs(pgPool, locks), options.concurrency);
  const surroundings: JobSurroundings = { pgPool, removeJob, noteJobs, logger, stopping: stopped.signal };
  fillTaskList(wanted.tasks, options.handlers, surroundings);
  const start = (): Promise<Runner> =>
    runOnce(options, wanted, pgPool, {
      onPool: (poolId) => poolIds.splice(0, poolIds.length, poolId),
      onJobOver: forgetJob,
    });
  let runner: Runner | undefined = await start().catch(async (error: unknown) => {
    await closePool();
    throw error;
  });
  const keepRunning = async (): Promise<void> => {
    while (runner !== undefined) {
      await runner.promise.catch((error: unknown) => logger.error({ err: error }, "queue runner failed"));
      const endedIds = [...poolIds];
      if (stopped.signal.aborted) return freeLeftJobs(pgPool, endedIds, logger);
      logger.warn("the queue runner ended by itself and is restarted");
      runner = await runAnew(start, stopped.signal, logger);
      await freeLeftJobs(pgPool, endedIds, logger);
    }
  };
  const running = keepRunning();
  const stop = async (): Promise<void> => {
    stopped.abort();
    const { stopMs, closeMs } = QUEUE_LIMITS;
    // Now and then graphile-worker does not let go of a database that says nothing: what it still holds runs out.
    await settleWithin(stopMs, "the queue's runner", logger, async () => {
      // It rejects when it is ending by itself already.
      await runner?.stop().catch(() => undefined);
      await running;
    });
    await settleWithin(closeMs, "the queue's connections", logger, closePool);
  };
  let stopping: Promise<void> | undefined;
  return {
    poolIds,
    setHandlers: (handlers) => {
      fillTaskList(wanted.tasks, handlers, surroundings);
      wanted.version += 1;
    },
    jobsUnderWay: () => jobs,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
