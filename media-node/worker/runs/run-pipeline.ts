// A started run's pipeline in a folder of its own, from its task's request to the outcome that is to be recorded.
import { mkdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "../../../shared/db/connect.ts";
import { isUnavailableOrLocked, retryWhileUnavailable } from "../../../shared/db/retry-while-unavailable.ts";
import { errorCode } from "../../../shared/error-message.ts";
import { AppError, hasErrorCode, isSourceFault, isTaskErrorCode } from "../../../shared/errors.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import type { Logger } from "../../../shared/logger.ts";
import { asNodeLack, NodeLack } from "../../../shared/node-lack.ts";
import { isFileTooLarge } from "../../../shared/storage/free-space.ts";
import type { RunOutcome, RunSuccess, TaskError } from "../../../shared/tasks/task-outcome.ts";
import { unlessAborted } from "../../../shared/unless-aborted.ts";
import { type RunOfTask, selectRevokedRuns, updateProgress } from "../../db/runs.ts";
import { findTranscript, insertTranscript } from "../../db/transcripts.ts";
import { fileTooLarge } from "../../ffmpeg/child-failure.ts";
import type { FoundBundle } from "../../models/find-bundles.ts";
import type { RunContext } from "../../pipelines/run-context.ts";
import type { TranscriptIndex } from "../../speech/transcripts/transcript-index.ts";
import { withShare } from "../../threads/call-context.ts";
import { observeStages } from "../../threads/run-stage.ts";
import type { NodeServices } from "../node-services.ts";
import { Interrupted, Revoked } from "./active-runs.ts";
import { createProgressReporter } from "./progress-reporter.ts";
import type { RunStages } from "./run-stages.ts";
import { storeOutput } from "./store-output.ts";

/** A pipeline as this worker sees it: the task's request in, its output or its files out. */
export type Pipeline = (context: RunContext, request: unknown) => Promise<RunSuccess>;

/** Whether Node.js ended a thread at the bound of its heap. */
function isOutOfHeap(error: unknown): boolean {
  return errorCode(error) === "ERR_WORKER_OUT_OF_MEMORY";
}

/** The public reason of a failure. What is not an AppError is a defect of ours and stays in the log. */
export function taskError(error: unknown): TaskError {
  const defect = new AppError(isOutOfHeap(error) ? "OUT_OF_MEMORY" : "INTERNAL");
  const other = isFileTooLarge(error) ? fileTooLarge(error) : defect;
  const known = error instanceof AppError && isTaskErrorCode(error.code) ? error : other;
  const code = isTaskErrorCode(known.code) ? known.code : "INTERNAL";
  return { code, message: known.message, retryable: known.retryable };
}

export interface StartedRun {
  readonly id: string;
  readonly accountId: string;
  readonly taskId: string;
  readonly request: unknown;
  readonly stages: RunStages;
  /** Its lines name the run, its task and its account. */
  readonly logger: Logger;
}

/** What every write of a run names, by which it is fenced. */
export function runOfTask({ id, taskId }: StartedRun): RunOfTask {
  return { taskId, runId: id };
}

/**
 * Kept transcripts only save time, and a run that waits for the database has not failed: while the database stays away, none
 * is found or kept.
 */
function transcriptIndex(sql: Sql, run: StartedRun, signal: AbortSignal): TranscriptIndex {
  const { logger } = run;
  const onFailure = (err: unknown): void => logger.warn({ err }, "a run waits for the database");
  const patiently = async <T>(call: () => Promise<T>, otherwise: T): Promise<T> => {
    const deadlineMs = performance.now() + QUEUE_LIMITS.transcriptWaitMs;
    try {
      return await retryWhileUnavailable(call, { deadlineMs, signal, onFailure });
    } catch (error) {
      if (signal.aborted || !isUnavailableOrLocked(error)) throw error;
      logger.warn({ err: error }, "a run goes on without kept transcripts");
      return otherwise;
    }
  };
  return {
    find: (subject) => patiently(() => findTranscript(sql, run.accountId, subject), undefined),
    add: (entry) => patiently(() => insertTranscript(sql, runOfTask(run), entry), false),
  };
}

function identityOf({ folder, manifest: { name, version } }: FoundBundle): string {
  return `${folder} ${name} ${version}`;
}

/**
 * The lack behind a run that could not use a model because a model was removed or replaced since the run began: other nodes
 * may have it. The node offers from then on what is left.
 */
async function lostModel(
  { installed }: NodeServices,
  before: readonly FoundBundle[],
  failure: unknown,
): Promise<NodeLack | undefined> {
  if (!hasErrorCode(failure, "MODEL_UNAVAILABLE")) return undefined;
  await installed.readAgain();
  const left = new Set(installed.bundles().map(identityOf));
  if (before.every((bundle) => left.has(identityOf(bundle)))) return undefined;
  return new NodeLack("model", { cause: failure });
}

/**
 * The revocation of a run that the database no longer has as its task's; undefined of any other, and where the database does
 * not answer. A cancellation comes with the next beat of the lease; until then its client may have removed the files that
 * the run reads.
 */
async function revocationOf(sql: Sql, run: StartedRun): Promise<Revoked | undefined> {
  try {
    return (await selectRevokedRuns(sql, [runOfTask(run)])).length > 0 ? new Revoked() : undefined;
  } catch (error) {
    if (!isUnavailableOrLocked(error)) throw error;
    return undefined;
  }
}

/**
 * Why a run ended early. A stop from outside takes precedence over what the run threw, and ends the search for a lost model.
 */
async function reasonOfEnd(
  services: NodeServices,
  run: StartedRun,
  { models, signal }: { readonly models: readonly FoundBundle[]; readonly signal: AbortSignal },
  error: unknown,
): Promise<unknown> {
  const lookUp = async (): Promise<unknown> =>
    (await revocationOf(services.sql, run)) ?? (await lostModel(services, models, error)) ?? error;
  try {
    signal.throwIfAborted();
    return asNodeLack(error) ?? (await unlessAborted(lookUp(), signal));
  } catch (thrown) {
    const reason = signal.aborted ? signal.reason : thrown;
    return asNodeLack(reason) ?? reason;
  }
}

/** One call to the system in the usual case, as in removeFolder: recursive ones take several for every run. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch(() => mkdir(path, { recursive: true }));
}

async function removeFolder(path: string): Promise<void> {
  await rmdir(path).catch(() => rm(path, { recursive: true, force: true }));
}

/** The pipeline's outcome. @throws Interrupted, Revoked, NodeLack */
export async function runPipeline(
  services: NodeServices,
  run: StartedRun,
  pipeline: Pipeline,
): Promise<RunOutcome> {
  const { sql, policy, tools } = services;
  const { logger } = run;
  const models = services.installed.bundles();
  const scratchFolder = join(services.scratchRoot, run.id);
  const active = services.activeRuns.begin(runOfTask(run), QUEUE_LIMITS.runTimeoutMs);
  const progress = createProgressReporter(
    (state) => updateProgress(sql, { taskId: run.taskId, runId: run.id, ...state }),
    logger,
  );
  try {
    await makeFolder(scratchFolder);
    const { signal } = active;
    const storage = services.storage.boundTo(signal);
    const context = {
      taskId: run.taskId,
      transcripts: transcriptIndex(sql, run, signal),
      scratchFolder,
      storage,
      policy,
      tools,
      logger,
      signal,
      report: progress.report,
    };
    const work = (): Promise<RunSuccess> => withShare(run.id, () => pipeline(context, run.request));
    const made = await active.run(() => observeStages(run.stages.ended, work));
    return { ok: true, ...(await storeOutput(storage, run, made)) };
  } catch (error) {
    const reason = await reasonOfEnd(services, run, { models, signal: active.signal }, error);
    if (reason instanceof Interrupted || reason instanceof Revoked || reason instanceof NodeLack)
      throw reason;
    const failure = taskError(reason);
    if (isSourceFault(failure.code))
      logger.info({ err: reason, code: failure.code }, "run refused its source");
    else logger.warn({ err: reason, code: failure.code }, "run failed");
    return { ok: false, error: failure };
  } finally {
    await progress.close();
    active.end();
    // What was made stands, whatever keeps its folder; that goes with the node's own.
    await removeFolder(scratchFolder).catch((error: unknown) =>
      logger.warn({ err: error }, "the run's scratch folder was not removed"),
    );
  }
}
