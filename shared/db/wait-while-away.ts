// What must be read or written sooner or later, though the database is away now: a call that is made again until it is back.
import { setTimeout as pause } from "node:timers/promises";
import { QUEUE_LIMITS } from "../limits/queue.ts";
import { isUnavailable } from "./classify-error.ts";
import { isLockRefusal } from "./lock-waits.ts";

export interface WaitWhileAway {
  /** On the clock of `performance.now()`. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

/** Whether a failure says that the database cannot be reached now, or that another holds a row. */
export function isAway(error: unknown): boolean {
  return isUnavailable(error) || isLockRefusal(error);
}

/**
 * Calls again while the database cannot be reached or holds a row, until the deadline. A call may have been carried out
 * though its answer was lost: another must then do no harm.
 * @throws the last failure once the signal fires or the deadline has passed, and what says nothing of the database's being away
 */
export async function waitWhileAway<T>(
  call: () => Promise<T>,
  { deadlineMs, signal, onFailure }: WaitWhileAway,
): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isAway(error) || signal.aborted || performance.now() > deadlineMs) throw error;
      onFailure(error);
      await pause(QUEUE_LIMITS.restartPauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
