// Why a child ended where it is not the fault of what it was given to read: a signal, or a want of this machine. Such
// an end is worth another try, here or on another node, and never a reason to refuse the source.
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../shared/errors.ts";
import { CHILD_LIMITS } from "../../shared/limits/processes.ts";
import { asNodeLack, PrintedFailure } from "../../shared/node-lack.ts";
import type { ProcessResult } from "./child-process.ts";

/** What libc, libstdc++, ffmpeg and x264 say when they get no memory, or no memory for another thread. */
const WANT_OF_MEMORY = new RegExp(
  [
    ...["\\b(Cannot|Could not) allocate memory\\b", "\\bbad_alloc\\b", "\\bmalloc of size \\d+ failed\\b"],
    ...["\\bwhile opening (de|en)coder\\b.*\\bResource temporarily unavailable"],
  ].join("|"),
);

/** What libc says at a bound of the fence or of the disk, and of files that are not ours to touch. */
const TOO_LARGE = /File too large$/m;
const REFUSED = /Permission denied$/m;

/** With which ffmpeg says that a signal ended it in order; it says so nowhere else at the level that we ask for. */
const FFMPEG_ENDED_BY_SIGNAL = 255;

const POLITE_SIGNALS: ReadonlySet<string | null> = new Set(["SIGTERM", "SIGINT", "SIGHUP"]);

/**
 * The failure of a task of which a file may not grow further, because of its disk or of the bound of a program's files. It
 * depends on the source, so it is counted as one of the task's; another node may have a disk that takes it.
 */
export function fileTooLarge(cause: unknown): AppError {
  const message = "A file of this work is larger than the appliance may write.";
  return new AppError("INTERNAL", message, { retryable: true, cause });
}

function wasToldToEnd(program: string, { exitCode, killedBy }: ProcessResult): boolean {
  return POLITE_SIGNALS.has(killedBy) || (program === "ffmpeg" && exitCode === FFMPEG_ENDED_BY_SIGNAL);
}

/**
 * Waits a moment for our own end. Service managers send their signal to every process of a service, and a child may be
 * gone before its busy node has heard of it: then its run was interrupted, and did not fail.
 */
async function awaitOwnStop(signal: AbortSignal): Promise<void> {
  await pause(CHILD_LIMITS.stopNoticeMs, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

/** The failure where it is one of this machine; undefined where the child found fault with what it was given. */
function machineFailure(program: string, result: ProcessResult, ownWords: string): AppError | undefined {
  const { exitCode, killedBy, stderr } = result;
  const how = killedBy === null ? `with ${exitCode}` : `by ${killedBy}`;
  const cause = new PrintedFailure(`${program} was ended ${how}: ${stderr}`, ownWords);
  const lack = asNodeLack(cause);
  if (lack !== undefined) return lack;
  // Memory is a failure of the run, which is counted: it may well be the source that takes so much. The system ends what
  // takes too much without a word.
  if (killedBy === "SIGKILL" || WANT_OF_MEMORY.test(ownWords)) {
    return new AppError("OUT_OF_MEMORY", undefined, { cause });
  }
  if (killedBy === "SIGXCPU") return new AppError("TIMED_OUT", undefined, { cause });
  if (killedBy === "SIGXFSZ" || TOO_LARGE.test(ownWords)) return fileTooLarge(cause);
  const isOurs = killedBy !== null || wasToldToEnd(program, result) || REFUSED.test(ownWords);
  return isOurs ? new AppError("INTERNAL", undefined, { retryable: true, cause }) : undefined;
}

/**
 * Throws where a child that ended with something else than 0 did so for a reason of this machine.
 * @param ownWords what it printed without the names and addresses that strangers chose. ffmpeg prints those of its source as
 * information or warnings only, which it is not asked for, or which are left out.
 * @throws NodeLack for a disk that is full or failed and used-up file handles; AppError OUT_OF_MEMORY, TIMED_OUT or INTERNAL, all
 * retryable; `signal.reason` where the run is being stopped
 */
export async function throwIfMachineFailed(
  program: string,
  result: ProcessResult,
  signal: AbortSignal,
  ownWords = result.stderr,
): Promise<void> {
  if (wasToldToEnd(program, result)) await awaitOwnStop(signal);
  const failure = machineFailure(program, result, ownWords);
  if (failure !== undefined) throw failure;
}

const ENCODER_REASON_LENGTH = 300;

/** Why an encoder failed, for the log: what ffmpeg said, which an AppError keeps as its cause. */
export function encoderFailure(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return String(cause).slice(0, ENCODER_REASON_LENGTH);
}
