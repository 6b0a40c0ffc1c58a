// What must be read or written sooner or later, though the database is away now: a call that is made again until it is back.
import { setTimeout as pause } from "node:timers/promises";
import { QUEUE_LIMITS } from "../limits/queue.ts";
import { isUnavailable } from "./classify-error.ts";
import { isLockRefusal } from "./lock-waits.ts";

/**
 * Calls again while the database cannot be reached or holds a row, for at most an hour. A call may have been carried out
 * though its answer was lost: another must then do no harm.
 * @throws the last failure once the signal fires, and what says nothing of the database's being away
 */
export async function waitWhileAway<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<T> {
  const deadline = performance.now() + QUEUE_LIMITS.endTimeoutMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isAway = isUnavailable(error) || isLockRefusal(error);
      if (!isAway || signal.aborted || performance.now() > deadline) throw error;
      onFailure(error);
      await pause(QUEUE_LIMITS.restartPauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
