// Keeps a graphile-worker pool running for one plane's handlers. Jobs go straight from the table to a worker (no local
// queue): a job fetched ahead counts as an attempt even when it never starts, and media jobs are long.
//
// A pool gives itself up when a job ends while the database is away, since it cannot write that down. It is then
// started anew, under a new name, until it runs again; the locks of the old name have no lease any more, so that the
// control plane's sweep gives its jobs back to the queue.
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Job,
  type JobHelpers,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type { Pool } from "pg";
import { QUEUE_LIMITS } from "../limits.ts";
import type { Logger } from "../logger.ts";
import { queueLogger } from "./queue-logger.ts";
import { openQueuePool } from "./queue-pool.ts";

export interface QueueJob {
  readonly payload: unknown;
  /** Which try this is, from 1. */
  readonly attempt: number;
}

/**
 * Runs one queue job; throwing makes the queue try again later. The signal fires when the runner was told to stop and
 * the job is still under way some seconds later.
 */
export type QueueHandler = (job: QueueJob, signal: AbortSignal) => Promise<void>;

export interface QueueRunnerOptions {
  readonly databaseUrl: string;
  readonly handlers: Readonly<Record<string, QueueHandler>>;
  readonly concurrency: number;
  /** To the database; as many as the jobs at once and two where not given. */
  readonly connections?: number;
  readonly logger: Logger;
}

export interface QueueRunner {
  /** The names under which this process locks jobs now; the list changes in place when the pool is started anew. */
  readonly poolIds: readonly string[];
  /** Pulls the jobs of these handlers from now on, and of no others; those under way end as they began. */
  setHandlers(handlers: QueueRunnerOptions["handlers"]): void;
  /** Takes no new job and waits for those under way. */
  stop(): Promise<void>;
}

/**
 * Ends of jobs are written in batches: without them graphile-worker 0.18.0 leaves the promise of each write floating,
 * so that one job that ends while the database is away would end the process by an unhandled rejection.
 */
const BATCHED_ENDS = {
  completeJobBatchDelay: QUEUE_LIMITS.endBatchMs,
  failJobBatchDelay: QUEUE_LIMITS.endBatchMs,
} as const;

function describeJob(job: Job): QueueJob {
  return { payload: job.payload, attempt: job.attempts };
}

/** graphile-worker looks for the names that are in the list at that moment, so that it can be changed in place. */
function fillTaskList(tasks: TaskList, handlers: QueueRunnerOptions["handlers"]): void {
  for (const name of Object.keys(tasks)) if (handlers[name] === undefined) delete tasks[name];
  for (const [name, handler] of Object.entries(handlers)) {
    tasks[name] = (_payload: unknown, { job, abortSignal }: JobHelpers) =>
      handler(describeJob(job), abortSignal ?? new AbortController().signal);
  }
}

/** What a pool pulls: names and handlers, and whether it has looked for these names before. */
interface Wanted {
  readonly tasks: TaskList;
  hasLooked: boolean;
}

/**
 * Starts one pool of workers and tells its name. One whose first look for some names fails is ended: graphile-worker
 * 0.18.0 keeps that failure for good (`getTaskDetails` caches the rejected promise) and would never find a job.
 */
async function runOnce(
  options: QueueRunnerOptions,
  wanted: Wanted,
  pgPool: Pool,
  onPool: (poolId: string) => void,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  wanted.hasLooked = false;
  let isBlind = false;
  const markLooked = (): void => {
    wanted.hasLooked = true;
  };
  let runner: Runner | undefined;
  const endIfBlind = (): void => {
    if (isBlind) runner?.stop().catch(() => undefined);
  };
  events.on("pool:create", ({ workerPool }) => onPool(workerPool.id));
  events.on("worker:getJob:empty", markLooked);
  events.on("job:start", markLooked);
  events.on("worker:getJob:error", () => {
    isBlind = !wanted.hasLooked;
    endIfBlind();
  });
  runner = await run({
    pgPool,
    taskList: wanted.tasks,
    concurrency: options.concurrency,
    noHandleSignals: true,
    logger: queueLogger(options.logger),
    events,
    preset: { worker: BATCHED_ENDS },
  });
  endIfBlind();
  return runner;
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

/** Starts pulling jobs at once. @throws when the database cannot be reached now */
export async function startQueueRunner(options: QueueRunnerOptions): Promise<QueueRunner> {
  const { databaseUrl, concurrency, connections = concurrency + 2, logger } = options;
  const pgPool = openQueuePool({ databaseUrl, connections, logger });
  const poolIds: string[] = [];
  const wanted: Wanted = { tasks: {}, hasLooked: false };
  fillTaskList(wanted.tasks, options.handlers);
  const stopped = new AbortController();
  const start = (): Promise<Runner> =>
    runOnce(options, wanted, pgPool, (poolId) => poolIds.splice(0, poolIds.length, poolId));
  let runner: Runner | undefined = await start().catch(async (error: unknown) => {
    await pgPool.end();
    throw error;
  });
  const keepRunning = async (): Promise<void> => {
    while (runner !== undefined) {
      await runner.promise.catch((error: unknown) => logger.error({ err: error }, "queue runner failed"));
      if (stopped.signal.aborted) return;
      logger.warn("the queue runner ended by itself and is started anew");
      runner = await runAnew(start, stopped.signal, logger);
    }
  };
  const running = keepRunning();
  const stop = async (): Promise<void> => {
    stopped.abort();
    // It rejects when it is ending by itself already.
    await runner?.stop().catch(() => undefined);
    await running;
    await pgPool.end();
  };
  let stopping: Promise<void> | undefined;
  return {
    poolIds,
    setHandlers: (handlers) => {
      fillTaskList(wanted.tasks, handlers);
      wanted.hasLooked = false;
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
