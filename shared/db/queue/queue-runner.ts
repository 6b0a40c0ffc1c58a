// Keeps a graphile-worker pool running for one plane's handlers. Jobs go straight from the table to a worker (no local
// queue): a job fetched ahead counts as an attempt even when it never starts, and media jobs are long.
//
// How a job ends is written here, before its worker goes on, and only under the lock under which it was taken: see
// queue-ends.ts. While the database is away, that is tried again and again.
//
// A pool that gives itself up all the same is started anew, under a new name, until it runs again; what is locked under
// the old name is then unlocked. Where even that fails, the locks of the old name have no lease any more, so that the
// control plane's sweep gives its jobs back to the queue.
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
import { gatherCalls } from "../gather-calls.ts";
import {
  ENDED_JOB_ID,
  freeJobsOfPools,
  isWithdrawn,
  type JobEnd,
  type JobLock,
  lockOf,
  removeJobs,
  returnJob,
} from "./queue-ends.ts";
import { queueLogger } from "./queue-logger.ts";
import { openQueuePool } from "./queue-pool.ts";
import { gatherTakes } from "./queue-takes.ts";

export interface QueueJob {
  readonly payload: unknown;
  /** Under which no second job is kept; null of a job without one. */
  readonly key: string | null;
  /** Which try this is, from 1. */
  readonly attempt: number;
}

/**
 * Thrown by a handler whose job was stopped by no fault of its own, as at an orderly shutdown: it is there for everybody
 * at once, and this try does not count.
 */
export class JobGivenBack extends Error {
  override readonly name = "JobGivenBack";
}

/**
 * Runs one queue job; throwing makes the queue try again later, or at once for JobGivenBack. The signal fires when the
 * runner was told to stop and the job is still under way some seconds later.
 */
export type QueueHandler = (job: QueueJob, signal: AbortSignal) => Promise<void>;

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
  /** The names under which this process locks jobs now; the list changes in place when the pool is started anew. */
  readonly poolIds: readonly string[];
  /** Pulls the jobs of these handlers from now on, and no others, if any; those under way end as they began. */
  setHandlers(handlers: QueueRunnerOptions["handlers"]): void;
  /** Takes no new job and waits for those under way. */
  stop(): Promise<void>;
}

/**
 * graphile-worker's own ends, which end nothing, are written in batches: without them graphile-worker 0.18.0 leaves the
 * promise of each write floating, so that one job that ends while the database is away would end the process by an
 * unhandled rejection.
 */
const BATCHED_ENDS = {
  completeJobBatchDelay: QUEUE_LIMITS.endBatchMs,
  failJobBatchDelay: QUEUE_LIMITS.endBatchMs,
} as const;

/** In milliseconds, of each place. */
function pollInterval(concurrency: number): number {
  return Math.max(QUEUE_LIMITS.pollMs, concurrency * QUEUE_LIMITS.pollPerPlaceMs);
}

/** What all jobs of a runner share. */
interface JobSurroundings {
  readonly pgPool: Pool;
  /** Removes a job that is over, with others that end at the same moment; false where it is another's by now. */
  readonly removeJob: (lock: JobLock) => Promise<boolean>;
  /** Told when a job begins, and when its end is written. */
  readonly noteJobs: (change: 1 | -1) => void;
  readonly logger: Logger;
  /** Aborted when the runner was told to stop. */
  readonly stopping: AbortSignal;
}

async function endOf(
  handler: QueueHandler,
  { job, abortSignal }: JobHelpers,
  { logger, stopping }: JobSurroundings,
): Promise<JobEnd> {
  try {
    // Taken in the moment of the stop, and not begun.
    if (stopping.aborted) return { kind: "given-back" };
    const signal = abortSignal ?? new AbortController().signal;
    await handler({ payload: job.payload, key: job.key, attempt: job.attempts }, signal);
    return { kind: "completed" };
  } catch (error) {
    if (error instanceof JobGivenBack) return { kind: "given-back" };
    const { task_identifier: name, id, attempts } = job;
    logger.error({ job: name, jobId: id, attempt: attempts, err: error }, "a queue job failed");
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

/** Writes an end down, again and again while the database is away. @throws when it stays away, or the runner stops */
async function recordEnd(
  lock: JobLock,
  end: JobEnd,
  { pgPool, removeJob, logger, stopping }: JobSurroundings,
): Promise<boolean> {
  const deadline = performance.now() + QUEUE_LIMITS.endTimeoutMs;
  for (;;) {
    try {
      const isOver = end.kind === "completed" || (await isWithdrawn(pgPool, lock));
      return isOver ? await removeJob(lock) : await returnJob(pgPool, lock, end);
    } catch (error) {
      logger.warn({ jobId: lock.jobId, err: error }, "the end of a queue job is not written yet");
      if (stopping.aborted || performance.now() > deadline) throw error;
      await pause(QUEUE_LIMITS.restartPauseMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

/** Runs a job to its end and writes that down. Whoever holds the job by then is not disturbed. */
async function runJob(
  handler: QueueHandler,
  helpers: JobHelpers,
  surroundings: JobSurroundings,
): Promise<void> {
  const { job } = helpers;
  const lock = lockOf(job);
  surroundings.noteJobs(1);
  const end = await endOf(handler, helpers, surroundings);
  try {
    const isOurs = await recordEnd(lock, end, surroundings);
    if (!isOurs) {
      const details = { job: job.task_identifier, jobId: lock.jobId, end: end.kind };
      surroundings.logger.warn(
        details,
        "a queue job was taken from this worker while it ran; its end is dropped",
      );
    }
  } finally {
    surroundings.noteJobs(-1);
    job.id = ENDED_JOB_ID;
  }
}

/** What a runner without handlers looks for: graphile-worker takes an empty list for a mistake. */
const NO_JOB_NAME = "none";

/** graphile-worker looks for the names that are in the list at that moment, so that it can be changed in place. */
function fillTaskList(
  tasks: TaskList,
  handlers: QueueRunnerOptions["handlers"],
  surroundings: JobSurroundings,
): void {
  for (const name of Object.keys(tasks)) if (handlers[name] === undefined) delete tasks[name];
  if (Object.keys(handlers).length === 0) tasks[NO_JOB_NAME] = () => undefined;
  for (const [name, handler] of Object.entries(handlers)) {
    tasks[name] = (_payload: unknown, helpers: JobHelpers) => runJob(handler, helpers, surroundings);
  }
}

/** What a pool pulls: names and handlers. */
interface Wanted {
  readonly tasks: TaskList;
  /** Counts the lists of names, so that a look is known to be for this one or for one before it. */
  version: number;
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
  onJobOver: (job: Job) => void,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  let foundVersion = -1;
  let isBlind = false;
  const begun = new WeakMap<Worker, number>();
  const markLooked = ({ worker }: { readonly worker: Worker }): void => {
    foundVersion = Math.max(foundVersion, begun.get(worker) ?? -1);
  };
  let runner: Runner | undefined;
  const endIfBlind = (): void => {
    if (isBlind) runner?.stop().catch(() => undefined);
  };
  events.on("pool:create", ({ workerPool }) => onPool(workerPool.id));
  events.on("worker:getJob:start", ({ worker }) => begun.set(worker, wanted.version));
  events.on("worker:getJob:empty", markLooked);
  events.on("job:start", markLooked);
  events.on("job:complete", ({ job }) => onJobOver(job));
  events.on("worker:getJob:error", () => {
    isBlind ||= foundVersion < wanted.version;
    endIfBlind();
  });
  runner = await run({
    pgPool,
    taskList: wanted.tasks,
    concurrency: options.concurrency,
    noHandleSignals: true,
    logger: queueLogger(options.logger),
    events,
    preset: { worker: { ...BATCHED_ENDS, pollInterval: pollInterval(options.concurrency) } },
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

/** Unlocks what pools that have ended left locked; where that fails, the control plane's sweep does it later. */
async function freeLeftJobs(pgPool: Pool, poolIds: readonly string[], logger: Logger): Promise<void> {
  await freeJobsOfPools(pgPool, poolIds).catch((error: unknown) =>
    logger.warn({ err: error }, "the queue jobs of an ended pool are not unlocked yet"),
  );
}

/** Starts pulling jobs at once. @throws when the database cannot be reached now */
export async function startQueueRunner(options: QueueRunnerOptions): Promise<QueueRunner> {
  const { logger } = options;
  const { pool: pgPool, setBusy, close: closePool } = openQueuePool(options);
  const forgetJob = gatherTakes(pgPool, options.concurrency, options.lookAgainMs ?? QUEUE_LIMITS.lookAgainMs);
  let jobs = 0;
  const noteJobs = (change: 1 | -1): void => {
    jobs += change;
    setBusy(jobs > 0);
  };
  const poolIds: string[] = [];
  const wanted: Wanted = { tasks: {}, version: 0 };
  const stopped = new AbortController();
  const removeJob = gatherCalls(
    (locks: readonly JobLock[]) => removeJobs(pgPool, locks),
    options.concurrency,
  );
  const surroundings: JobSurroundings = { pgPool, removeJob, noteJobs, logger, stopping: stopped.signal };
  fillTaskList(wanted.tasks, options.handlers, surroundings);
  const start = (): Promise<Runner> =>
    runOnce(options, wanted, pgPool, (poolId) => poolIds.splice(0, poolIds.length, poolId), forgetJob);
  let runner: Runner | undefined = await start().catch(async (error: unknown) => {
    await closePool();
    throw error;
  });
  const keepRunning = async (): Promise<void> => {
    while (runner !== undefined) {
      await runner.promise.catch((error: unknown) => logger.error({ err: error }, "queue runner failed"));
      const endedIds = [...poolIds];
      if (stopped.signal.aborted) return freeLeftJobs(pgPool, endedIds, logger);
      logger.warn("the queue runner ended by itself and is started anew");
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
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
