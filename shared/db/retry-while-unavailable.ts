// Repeats a call that must succeed sooner or later, while the database is unavailable.
import { setTimeout as pause } from "node:timers/promises";
import { QUEUE_LIMITS } from "../limits/queue.ts";
import { isUnavailable } from "./classify-error.ts";
import { isLockRefusal } from "./lock-waits.ts";

export interface RetryWhileUnavailable {
  /** On the clock of `performance.now()`. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

/** Whether a failure says that the database cannot be reached now, or that another transaction holds a row. */
export function isUnavailableOrLocked(error: unknown): boolean {
  return isUnavailable(error) || isLockRefusal(error);
}

/**
 * Repeats a call while the database cannot be reached or a row is locked, until the deadline. The call must be idempotent: it
 * may have been carried out though its answer was lost.
 * @throws the last failure once the signal fires or the deadline has passed, and any other failure at once
 */
export async function retryWhileUnavailable<T>(
  call: () => Promise<T>,
  { deadlineMs, signal, onFailure }: RetryWhileUnavailable,
): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isUnavailableOrLocked(error) || signal.aborted || performance.now() > deadlineMs) throw error;
      onFailure(error);
      await pause(QUEUE_LIMITS.restartPauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
