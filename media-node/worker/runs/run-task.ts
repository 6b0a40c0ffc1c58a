// One run, from the queue job to its report, for every kind of task: start (fenced), pipeline, outcome. Only this file decides
// which failures end the task and which give it back to the queue.
import { setTimeout as pause } from "node:timers/promises";
import { isUnavailable, isValueRefusal } from "../../../shared/db/classify-error.ts";
import { isLockRefusal } from "../../../shared/db/lock-waits.ts";
import type { JobLock } from "../../../shared/db/queue/queue-ends.ts";
import { JobFailed, JobGivenBack } from "../../../shared/db/queue/run-queue-job.ts";
import { retryWhileUnavailable } from "../../../shared/db/retry-while-unavailable.ts";
import { AppError, isSourceFault } from "../../../shared/errors.ts";
import { newId } from "../../../shared/ids.ts";
import { NODE_STOP_LIMITS } from "../../../shared/limits/nodes.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";
import { NodeLack } from "../../../shared/node-lack.ts";
import { StorageUnavailable } from "../../../shared/storage/storage-unavailable.ts";
import type { RunOutcome } from "../../../shared/tasks/task-outcome.ts";
import { inSpan } from "../../../shared/tracing/tracing.ts";
import {
  countEarlierFailures,
  countEarlierLacks,
  endRunForRetry,
  findTaskEnd,
  markSurvived,
  type StartedTask,
} from "../../db/runs.ts";
import { removeKeptSource, removeWork } from "../../pipelines/checkpoints.ts";
import type { RunEnd } from "../metrics/run-metrics.ts";
import type { NodeServices } from "../node-services.ts";
import { Interrupted, Revoked } from "./active-runs.ts";
import { type Pipeline, runOfTask, runPipeline, type StartedRun, taskError } from "./run-pipeline.ts";
import { collectStages } from "./run-stages.ts";

/** The outcome if the database rejects the run's own for its content: another run would make the same one. */
const UNSTORABLE: RunOutcome = {
  ok: false,
  error: taskError(new AppError("INTERNAL", undefined, { retryable: false })),
};

/** Fires when a removal takes too long, which is soon once the node stops; `end` it when it is over. */
function removalBound(stopping: AbortSignal): { readonly signal: AbortSignal; readonly end: () => void } {
  const late = new AbortController();
  const giveUp = (): void => late.abort(new StorageUnavailable());
  let timer = setTimeout(giveUp, STORAGE_LIMITS.removalTimeoutMs);
  const hurry = (): void => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, NODE_STOP_LIMITS.removalMs);
  };
  if (stopping.aborted) hurry();
  else stopping.addEventListener("abort", hurry, { once: true });
  const end = (): void => {
    clearTimeout(timer);
    stopping.removeEventListener("abort", hurry);
  };
  return { signal: late.signal, end };
}

/**
 * Removes the files that an ended task no longer needs: its intermediate files and, if it failed, its source.
 * @throws JobGivenBack if the node stops meanwhile; the storage's error, and StorageUnavailable if it hangs, so that the
 * queue tries again
 */
async function removeEndedFiles(
  { storage, activeRuns: { stopping } }: NodeServices,
  taskId: string,
  isFinished: boolean,
): Promise<void> {
  const { signal, end } = removalBound(stopping);
  const bound = storage.boundTo(signal);
  try {
    await removeWork(bound, taskId);
    if (!isFinished) await removeKeptSource(bound, taskId);
  } catch (error) {
    throw stopping.aborted ? new JobGivenBack(`files of task ${taskId} are to be removed`) : error;
  } finally {
    end();
  }
}

async function report(services: NodeServices, run: StartedRun, outcome: RunOutcome): Promise<RunEnd> {
  if (await services.runs.report({ ...runOfTask(run), outcome })) {
    if (outcome.ok) return "succeeded";
    return isSourceFault(outcome.error.code) ? "refused" : "failed";
  }
  // A client may cancel at any moment, which is nothing that an operator has to look at.
  const isTaskOpen = (await findTaskEnd(services.sql, run.taskId)) === undefined;
  if (isTaskOpen) run.logger.warn("run was overtaken; its outcome is dropped");
  return "revoked";
}

/** Removes a task's intermediate files if it has ended, whoever ended it, and not if it goes on elsewhere. */
async function removeWorkOfEndedTask(services: NodeServices, taskId: string): Promise<void> {
  const end = await findTaskEnd(services.sql, taskId);
  if (end !== undefined) await removeEndedFiles(services, taskId, end === "finished");
}

async function isLastRun(services: NodeServices, run: StartedRun): Promise<boolean> {
  return (await countEarlierFailures(services.sql, runOfTask(run))) + 1 >= QUEUE_LIMITS.runsPerTask;
}

async function recordOutcome(services: NodeServices, run: StartedRun, outcome: RunOutcome): Promise<RunEnd> {
  if (outcome.ok || !outcome.error.retryable || (await isLastRun(services, run))) {
    return report(services, run, outcome);
  }
  await endRunForRetry(services.sql, runOfTask(run), { state: "failed", message: outcome.error.message });
  return "retried";
}

/**
 * Runs the pipeline and records its outcome. While the database is away no other run can take over the task, so this waits
 * until the outcome can be recorded.
 * @throws Interrupted, Revoked, NodeLack, and errors of the database
 */
async function runAndRecord(services: NodeServices, run: StartedRun, pipeline: Pipeline): Promise<RunEnd> {
  const made = await runPipeline(services, run, pipeline);
  const wait = {
    deadlineMs: performance.now() + QUEUE_LIMITS.endTimeoutMs,
    signal: services.activeRuns.stopping,
    onFailure: (err: unknown) => run.logger.warn({ err }, "the end of a run is not written yet"),
  };
  const record = (outcome: RunOutcome): Promise<RunEnd> =>
    retryWhileUnavailable(() => recordOutcome(services, run, outcome), wait);
  try {
    return await record(made);
  } catch (error) {
    if (!isValueRefusal(error)) throw error;
    run.logger.error({ err: error }, "the database refuses what a run made; its task fails");
    return await record(UNSTORABLE);
  }
}

/**
 * Ends a run for which this node lacked something. The task is tried again without a failure being counted; a task that
 * every node lacks something for, such as a source larger than any disk, still ends some hours later.
 */
async function endStarvedRun(services: NodeServices, run: StartedRun, lack: NodeLack): Promise<RunEnd> {
  const { sql, metrics, room } = services;
  run.logger.warn({ lack: lack.lack, err: lack }, "run lacked something here");
  metrics.lacked(lack.lack);
  room.noteLack(lack);
  if ((await countEarlierLacks(sql, runOfTask(run))) + 1 >= QUEUE_LIMITS.starvedRunsPerTask) {
    return report(services, run, { ok: false, error: taskError(lack) });
  }
  await endRunForRetry(sql, runOfTask(run), { state: "interrupted", lack: lack.lack });
  return "starved";
}

/** Ends a run that was stopped from outside. @throws what is no such stop */
async function endStoppedRun(services: NodeServices, run: StartedRun, stop: unknown): Promise<RunEnd> {
  if (stop instanceof NodeLack) return endStarvedRun(services, run, stop);
  if (stop instanceof Revoked) {
    await markSurvived(services.sql, runOfTask(run));
    return "revoked";
  }
  if (!(stop instanceof Interrupted)) throw stop;
  await endRunForRetry(services.sql, runOfTask(run), { state: "interrupted" });
  return "interrupted";
}

/** The ends with which the task ends as well. */
const FINAL: ReadonlySet<RunEnd> = new Set(["succeeded", "refused", "failed"]);
/** The ends after which the queue hands out the task's job again. */
const RETURNED: ReadonlySet<RunEnd> = new Set(["retried", "starved", "interrupted"]);

/** The run as it was started, with its logger and what measures its stages. */
function watchedRun(
  { metrics, logger }: NodeServices,
  ids: { readonly id: string; readonly taskId: string },
  { accountId, kind, request }: StartedTask,
): StartedRun {
  const named = { runId: ids.id, taskId: ids.taskId, accountId, kind };
  return {
    ...ids,
    accountId,
    request,
    stages: collectStages(metrics.stageEnded),
    logger: logger.child(named),
  };
}

/** A run from its start to its end, counted in the metrics and logged. @throws what `endStoppedRun` throws */
async function measuredRun(
  services: NodeServices,
  run: StartedRun,
  kind: string,
  pipeline: Pipeline,
): Promise<RunEnd> {
  const finish = services.metrics.startRun(kind);
  const startedAt = performance.now();
  let end: RunEnd = "retried";
  try {
    end = await runAndRecord(services, run, pipeline).catch((stop: unknown) =>
      endStoppedRun(services, run, stop),
    );
    return end;
  } finally {
    finish(end);
    const durationMs = Math.round(performance.now() - startedAt);
    run.logger.info({ end, durationMs, stagesMs: run.stages.durationsMs() }, "run ended");
  }
}

/**
 * Starts a run; undefined if its task needs none.
 * @throws JobGivenBack if the database does not answer: no try is counted, and any node may take the job after a moment
 */
async function startRun(
  { runs, activeRuns, logger }: NodeServices,
  run: Parameters<NodeServices["runs"]["start"]>[0],
): Promise<StartedTask | undefined> {
  try {
    return await runs.start(run);
  } catch (error) {
    if (!(isUnavailable(error) || isLockRefusal(error))) throw error;
    logger.warn({ taskId: run.taskId, err: error }, "a run could not be started; its job is given back");
    const { stopping } = activeRuns;
    await pause(QUEUE_LIMITS.restartPauseMs, undefined, { signal: stopping }).catch(() => undefined);
    throw new JobGivenBack(`task ${run.taskId} could not be started`);
  }
}

/**
 * Runs a task's pipeline once. Throws only if the queue should try again: JobFailed after a failure that may pass or for lack
 * of something on this node, JobGivenBack after an interruption.
 * @param job the lock under which its queue job was taken
 */
export async function runTask(
  services: NodeServices,
  taskId: string,
  pipeline: Pipeline,
  job: JobLock,
): Promise<void> {
  const { nodeId, metrics } = services;
  const { attempt } = job;
  const id = newId("run");
  const task = await startRun(services, { id, taskId, nodeId, job });
  if (task === undefined) return removeWorkOfEndedTask(services, taskId);
  const run = watchedRun(services, { id, taskId }, task);
  if (attempt === 1) metrics.taskWaited(task.kind, task.ageS);
  run.logger.info({ attempt, waitedMs: Math.round(task.ageS * 1_000) }, "run started");
  const attributes = {
    "clipmill.task_id": taskId,
    "clipmill.run_id": id,
    "clipmill.node_id": nodeId,
    "clipmill.attempt": attempt,
  };
  const span = { kind: "consumer", parent: task.traceparent, attributes } as const;
  const end = await inSpan(`run ${task.kind}`, span, async ({ set, fail }) => {
    const ended = await measuredRun(services, run, task.kind, pipeline);
    set({ "clipmill.end": ended });
    if (ended !== "succeeded") fail(ended);
    return ended;
  });
  // Apart from the run, which has ended as it did, whatever becomes of them.
  if (FINAL.has(end)) await removeEndedFiles(services, taskId, end === "succeeded");
  if (end === "revoked") await removeWorkOfEndedTask(services, taskId);
  if (end === "interrupted") throw new JobGivenBack(`run ${id} was interrupted`);
  if (RETURNED.has(end)) throw new JobFailed(`run ${id} was ${end}`);
}
