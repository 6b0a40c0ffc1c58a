// Runs one queue job for one plane's handler, and writes how it ends before its worker goes on: only under the lock under
// which the job was taken (see queue-ends.ts), and again and again while the database is away.
import { setTimeout as pause } from "node:timers/promises";
import type { JobHelpers } from "graphile-worker";
import type { Pool } from "pg";
import { errorMessage } from "../../error-message.ts";
import { QUEUE_LIMITS } from "../../limits/queue.ts";
import type { Logger } from "../../logger.ts";
import { isWithdrawn, type JobEnd, type JobLock, lockOf, returnJob } from "./queue-ends.ts";

export interface QueueJob {
  readonly payload: unknown;
  /** Under which no second job is kept; null of a job without one. */
  readonly key: string | null;
  /** Under which it was taken, and for which try. */
  readonly lock: JobLock;
}

/**
 * Thrown by a handler whose job was stopped by no fault of its own, as at an orderly shutdown: it is there for everybody
 * at once, and this try does not count.
 */
export class JobGivenBack extends Error {
  override readonly name = "JobGivenBack";
}

/** Thrown by a handler that has logged why its job failed: nothing more is logged, and the job is tried again. */
export class JobFailed extends Error {
  override readonly name = "JobFailed";
}

/**
 * Thrown by a handler that has logged what its machine lacked for the job: it is tried again, soon at first, and this try
 * does not count, unless the job has lacked things for a day.
 */
export class JobStarved extends Error {
  override readonly name = "JobStarved";
}

/**
 * Runs one queue job; throwing makes the queue try again later, or at once for JobGivenBack. The signal fires when the
 * runner was told to stop and the job is still under way some seconds later.
 */
export type QueueHandler = (job: QueueJob, signal: AbortSignal) => Promise<void>;

/** What all jobs of a runner share. */
export interface JobSurroundings {
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
  lock: JobLock,
  { job, abortSignal }: JobHelpers,
  { logger, stopping }: JobSurroundings,
): Promise<JobEnd> {
  try {
    // Taken in the moment of the stop, and not begun.
    if (stopping.aborted) return { kind: "given-back" };
    await handler({ payload: job.payload, key: job.key, lock }, abortSignal);
    return { kind: "completed" };
  } catch (error) {
    if (error instanceof JobGivenBack) return { kind: "given-back" };
    if (error instanceof JobStarved) return { kind: "starved", message: error.message };
    if (!(error instanceof JobFailed)) {
      const { task_identifier: name, id, key: jobKey, attempts } = job;
      logger.error({ job: name, jobId: id, jobKey, attempt: attempts, err: error }, "a queue job failed");
    }
    return { kind: "failed", message: errorMessage(error) };
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
export async function runJob(
  handler: QueueHandler,
  helpers: JobHelpers,
  surroundings: JobSurroundings,
): Promise<void> {
  const { job } = helpers;
  const lock = lockOf(job);
  surroundings.noteJobs(1);
  const end = await endOf(handler, lock, helpers, surroundings);
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
  }
}
