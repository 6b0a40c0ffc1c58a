// Starts a graphile-worker pool for one plane's handlers. Jobs go straight from the table to a worker (no local
// queue): a job fetched ahead counts as an attempt even when it never starts, and media jobs are long.

import { EventEmitter } from "node:events";
import { type Job, run, type TaskList, type WorkerEvents } from "graphile-worker";
import type { Logger } from "../logger.ts";
import { queueLogger } from "./queue-logger.ts";

export interface QueueJob {
  readonly payload: unknown;
  /** Which try this is, from 1. */
  readonly attempt: number;
}

/** Runs one queue job; throwing makes the queue try again later. */
export type QueueHandler = (job: QueueJob) => Promise<void>;

export interface QueueRunnerOptions {
  readonly databaseUrl: string;
  readonly handlers: Readonly<Record<string, QueueHandler>>;
  readonly concurrency: number;
  readonly logger: Logger;
}

export interface QueueRunner {
  /** The names under which this process locks jobs. */
  readonly poolIds: readonly string[];
  /** Takes no new job and waits for those under way. */
  stop(): Promise<void>;
}

function describeJob(job: Job): QueueJob {
  return { payload: job.payload, attempt: job.attempts };
}

/** Starts pulling jobs at once. */
export async function startQueueRunner(options: QueueRunnerOptions): Promise<QueueRunner> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(options.handlers).map(([name, handler]) => [
      name,
      (_payload: unknown, helpers: { job: Job }) => handler(describeJob(helpers.job)),
    ]),
  );
  const poolIds: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => poolIds.push(workerPool.id));
  const runner = await run({
    connectionString: options.databaseUrl,
    taskList,
    concurrency: options.concurrency,
    maxPoolSize: options.concurrency + 2,
    noHandleSignals: true,
    logger: queueLogger(options.logger),
    events,
  });
  const ended = runner.promise.catch((error: unknown) =>
    options.logger.error({ err: error }, "queue runner ended"),
  );
  return {
    poolIds,
    stop: async () => {
      await runner.stop();
      await ended;
    },
  };
}
