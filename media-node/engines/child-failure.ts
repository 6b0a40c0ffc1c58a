// Why a child ended where it is not the fault of what it was given to read: a signal, or a want of this machine. Such
// an end is worth another try, here or on another node, and never a reason to refuse the source.
import { AppError } from "../../shared/errors.ts";
import { asNodeLack } from "../../shared/node-lack.ts";
import type { ProcessResult } from "./child-process.ts";

/** What libc, libstdc++, ffmpeg and x264 say when they get no memory, or no memory for another thread. */
const WANT_OF_MEMORY = new RegExp(
  [
    ...["\\b(Cannot|Could not) allocate memory\\b", "\\bbad_alloc\\b", "\\bmalloc of size \\d+ failed\\b"],
    ...["\\bwhile opening (de|en)coder\\b.*\\bResource temporarily unavailable"],
  ].join("|"),
);

/** What libc says at a bound of the fence, and of files that are not ours to touch. */
const OTHER_WANT = /File too large|Read-only file system|Permission denied/;

/** With which ffmpeg says that a signal ended it in order; it says so nowhere else at the level that we ask for. */
const FFMPEG_ENDED_BY_SIGNAL = 255;

function endedBySignal(program: string, { exitCode, killedBy }: ProcessResult): boolean {
  return killedBy !== null || (program === "ffmpeg" && exitCode === FFMPEG_ENDED_BY_SIGNAL);
}

/**
 * The failure of a child that ended with something else than 0, where it is one of this machine; undefined where the
 * child itself found fault with what it was given.
 * @returns NodeLack for a full disk and used-up file handles; OUT_OF_MEMORY, TIMED_OUT, or INTERNAL, all retryable
 */
export function machineFailure(program: string, result: ProcessResult): AppError | undefined {
  const { exitCode, killedBy, stderr } = result;
  const how = killedBy === null ? `with ${exitCode}` : `by ${killedBy}`;
  const cause = new Error(`${program} was ended ${how}: ${stderr}`);
  const lack = asNodeLack(cause);
  if (lack !== undefined) return lack;
  // Memory is a failure of the run, which is counted: it may well be the source that takes so much. The system ends what
  // takes too much without a word.
  if (killedBy === "SIGKILL" || WANT_OF_MEMORY.test(stderr)) {
    return new AppError("OUT_OF_MEMORY", undefined, { cause });
  }
  if (killedBy === "SIGXCPU") return new AppError("TIMED_OUT", undefined, { cause });
  const isOurs = OTHER_WANT.test(stderr) || endedBySignal(program, result);
  return isOurs ? new AppError("INTERNAL", undefined, { retryable: true, cause }) : undefined;
}
