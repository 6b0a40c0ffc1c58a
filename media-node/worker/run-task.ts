// One run from the queue job to its report, the same for every kind of task: start (fenced), pipeline, outcome. Which
// failures end the task and which give it back to the queue is decided here and nowhere else.
import { mkdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Type } from "typebox";
import { isUnavailable } from "../../shared/db/classify-error.ts";
import type { Sql } from "../../shared/db/connect.ts";
import { isLockRefusal } from "../../shared/db/lock-waits.ts";
import { JobGivenBack, type QueueHandler } from "../../shared/db/queue/run-queue-job.ts";
import { AppError, isTaskErrorCode } from "../../shared/errors.ts";
import { newId } from "../../shared/ids.ts";
import { QUEUE_LIMITS } from "../../shared/limits/queue.ts";
import type { Logger } from "../../shared/logger.ts";
import type { NetworkPolicy } from "../../shared/network/network-safety.ts";
import { asNodeLack, NodeLack } from "../../shared/node-lack.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import type { RunOutcome, RunSuccess, TaskError } from "../../shared/tasks/task-outcome.ts";
import {
  countEarlierFailures,
  countEarlierLacks,
  endRunForRetry,
  hasTaskEnded,
  markSurvived,
  type RunOfTask,
  updateProgress,
} from "../db/runs.ts";
import { findTranscript, insertTranscript } from "../db/transcripts.ts";
import type { MediaTools, RunContext } from "../pipelines/run-context.ts";
import { removeWork } from "../pipelines/task-files.ts";
import type { TranscriptIndex } from "../speech/transcripts/transcript-index.ts";
import { type ActiveRuns, Interrupted, Revoked } from "./active-runs.ts";
import type { NodeMetrics, RunEnd } from "./node-metrics.ts";
import { createProgressReporter } from "./progress-reporter.ts";
import type { RunRecords } from "./run-records.ts";
import { storeOutput } from "./store-output.ts";

export interface NodeServices {
  readonly nodeId: string;
  readonly sql: Sql;
  /** On a connection of its own, which nothing else may keep busy. */
  readonly leaseSql: Sql;
  /** On the connections of `sql`. */
  readonly runs: RunRecords;
  readonly storage: ObjectStorage;
  readonly policy: NetworkPolicy;
  readonly tools: MediaTools;
  /** This node's own folder; each run gets one below it. */
  readonly scratchRoot: string;
  readonly activeRuns: ActiveRuns;
  /** Told what a run lacked here. */
  readonly room: { noteLack(lack: NodeLack): void };
  readonly metrics: NodeMetrics;
  readonly logger: Logger;
}

/** A pipeline as this worker sees it: the task's request in, its output or its files out. */
export type Pipeline = (context: RunContext, request: unknown) => Promise<RunSuccess>;

/** The public reason of a failure. What is not an AppError is a defect of ours and stays in the log. */
function taskError(error: unknown): TaskError {
  const known = error instanceof AppError && isTaskErrorCode(error.code) ? error : new AppError("INTERNAL");
  const code = isTaskErrorCode(known.code) ? known.code : "INTERNAL";
  return { code, message: known.message, retryable: known.retryable };
}

interface StartedRun {
  readonly id: string;
  readonly accountId: string;
  readonly taskId: string;
  readonly request: unknown;
}

function runOfTask({ id, taskId }: StartedRun): RunOfTask {
  return { taskId, runId: id };
}

function transcriptIndex(sql: Sql, accountId: string): TranscriptIndex {
  return {
    find: (subject) => findTranscript(sql, accountId, subject),
    add: (entry) => insertTranscript(sql, accountId, entry),
  };
}

/** One call to the system in the usual case, as in removeFolder: recursive ones take several for every run. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch(() => mkdir(path, { recursive: true }));
}

async function removeFolder(path: string): Promise<void> {
  await rmdir(path).catch(() => rm(path, { recursive: true, force: true }));
}

/** The pipeline's outcome. @throws Interrupted, Revoked, NodeLack */
async function runPipeline(services: NodeServices, run: StartedRun, pipeline: Pipeline): Promise<RunOutcome> {
  const { sql, storage, policy, tools, logger } = services;
  const scratchFolder = join(services.scratchRoot, run.id);
  const active = services.activeRuns.begin(runOfTask(run), QUEUE_LIMITS.runTimeoutMs);
  const progress = createProgressReporter(
    (state) => updateProgress(sql, { taskId: run.taskId, runId: run.id, ...state }),
    logger,
  );
  try {
    await makeFolder(scratchFolder);
    const { signal } = active;
    const context = {
      taskId: run.taskId,
      transcripts: transcriptIndex(sql, run.accountId),
      scratchFolder,
      storage,
      policy,
      tools,
      logger,
      signal,
      report: progress.report,
    };
    return { ok: true, ...(await storeOutput(storage, run, await pipeline(context, run.request))) };
  } catch (error) {
    const reason = active.signal.aborted ? active.signal.reason : error;
    if (reason instanceof Interrupted || reason instanceof Revoked) throw reason;
    const lack = asNodeLack(reason);
    if (lack !== undefined) throw lack;
    const failure = taskError(reason);
    logger.warn({ runId: run.id, taskId: run.taskId, err: reason, code: failure.code }, "run failed");
    return { ok: false, error: failure };
  } finally {
    await progress.close();
    active.end();
    await removeFolder(scratchFolder);
  }
}

/** Reports an outcome; the work files of a task that has ended are not needed any more. */
async function report(services: NodeServices, run: StartedRun, outcome: RunOutcome): Promise<void> {
  const reported = await services.runs.report({ ...runOfTask(run), outcome });
  if (reported) await removeWork(services.storage, run.taskId);
  else
    services.logger.warn({ runId: run.id, taskId: run.taskId }, "run was overtaken; its outcome is dropped");
}

/** A task that has ended needs its work files no more, whoever ended it. One that goes on elsewhere does. */
async function removeWorkOfEndedTask(services: NodeServices, taskId: string): Promise<void> {
  if (await hasTaskEnded(services.sql, taskId)) await removeWork(services.storage, taskId);
}

async function isLastRun(services: NodeServices, run: StartedRun): Promise<boolean> {
  return (await countEarlierFailures(services.sql, runOfTask(run))) + 1 >= QUEUE_LIMITS.runsPerTask;
}

async function recordOutcome(services: NodeServices, run: StartedRun, outcome: RunOutcome): Promise<RunEnd> {
  if (outcome.ok || !outcome.error.retryable || (await isLastRun(services, run))) {
    await report(services, run, outcome);
    return outcome.ok ? "succeeded" : "failed";
  }
  await endRunForRetry(services.sql, runOfTask(run), "failed");
  return "retried";
}

/**
 * The run is still its task's while the database is away, since nobody else can say otherwise: what it made is recorded
 * as soon as that can be.
 * @throws Interrupted, Revoked, NodeLack, and errors of the database
 */
async function runOnce(services: NodeServices, run: StartedRun, pipeline: Pipeline): Promise<RunEnd> {
  const { logger, activeRuns } = services;
  const outcome = await runPipeline(services, run, pipeline);
  const deadline = performance.now() + QUEUE_LIMITS.endTimeoutMs;
  for (;;) {
    try {
      return await recordOutcome(services, run, outcome);
    } catch (error) {
      const { stopping } = activeRuns;
      if (!(isUnavailable(error) || isLockRefusal(error)) || stopping.aborted || performance.now() > deadline)
        throw error;
      logger.warn({ runId: run.id, taskId: run.taskId, err: error }, "the end of a run is not written yet");
      await pause(QUEUE_LIMITS.restartPauseMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

/**
 * Ends a run that this node lacked something for. The task is tried again, and that is none of its failures; one that
 * every node lacks it for, such as a source larger than any disk, ends all the same some hours later.
 */
async function endStarvedRun(services: NodeServices, run: StartedRun, lack: NodeLack): Promise<RunEnd> {
  const { sql, logger, room } = services;
  logger.warn({ runId: run.id, taskId: run.taskId, lack: lack.lack, err: lack }, "run lacked something here");
  room.noteLack(lack);
  if ((await countEarlierLacks(sql, runOfTask(run))) + 1 >= QUEUE_LIMITS.starvedRunsPerTask) {
    await report(services, run, { ok: false, error: taskError(lack) });
    return "failed";
  }
  await endRunForRetry(sql, runOfTask(run), "interrupted", lack.lack);
  return "starved";
}

/** Ends a run that was stopped from outside. @throws what is no such stop */
async function endStoppedRun(services: NodeServices, run: StartedRun, stop: unknown): Promise<RunEnd> {
  if (stop instanceof NodeLack) return endStarvedRun(services, run, stop);
  if (stop instanceof Revoked) {
    await markSurvived(services.sql, runOfTask(run));
    await removeWorkOfEndedTask(services, run.taskId);
    return "revoked";
  }
  if (!(stop instanceof Interrupted)) throw stop;
  await endRunForRetry(services.sql, runOfTask(run), "interrupted");
  return "interrupted";
}

/** Ends after which the queue has the task's job again. */
const RETURNED: ReadonlySet<RunEnd> = new Set(["retried", "starved", "interrupted"]);

/**
 * Runs a task's pipeline once. Throws only where the queue should try again: after a failure that may pass, for want of
 * what this node should have had, and, as JobGivenBack, after an interruption.
 */
export async function runTask(services: NodeServices, taskId: string, pipeline: Pipeline): Promise<void> {
  const { runs, nodeId, logger, metrics } = services;
  const runId = newId("run");
  const task = await runs.start({ id: runId, taskId, nodeId });
  if (task === undefined) return removeWorkOfEndedTask(services, taskId);
  const run = { id: runId, taskId, accountId: task.accountId, request: task.request };
  const finish = metrics.startRun(task.kind);
  logger.info({ runId, taskId, kind: task.kind }, "run started");
  let end: RunEnd = "retried";
  try {
    end = await runOnce(services, run, pipeline).catch((stop: unknown) => endStoppedRun(services, run, stop));
  } finally {
    finish(end);
  }
  if (end === "interrupted") throw new JobGivenBack(`run ${runId} was interrupted`);
  if (RETURNED.has(end)) throw new Error(`run ${runId} was ${end}`);
}

const readTaskJob = compileSchema(Type.Object({ taskId: Type.String({ minLength: 1 }) }));

/** What a task ends with whose job or request this node cannot read: that would be so at every try. */
export function unreadable(cause: unknown): AppError {
  const details = cause instanceof AppError ? (cause.details ?? []) : [];
  return new AppError("INTERNAL", undefined, { cause, details, retryable: false });
}

/**
 * The handler of the queue jobs whose tasks this pipeline runs. A job is kept under its task's id, so that also one that
 * cannot be read ends its task.
 */
export function taskJob(services: NodeServices, pipeline: Pipeline): QueueHandler {
  return async ({ payload, key }) => {
    let taskId: string;
    try {
      ({ taskId } = readTaskJob(payload));
    } catch (error) {
      if (key === null) throw error;
      return runTask(services, key, () => Promise.reject(unreadable(error)));
    }
    return runTask(services, taskId, pipeline);
  };
}
