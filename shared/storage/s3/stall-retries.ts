// Retries of a large transfer while the service fails: not a number of tries, but until the transfer has stalled for a
// while, since what has arrived already would be lost. Pauses grow and have jitter, so that many transfers do not
// come back at once.
import { setTimeout as pause } from "node:timers/promises";
import { S3_LIMITS } from "../../limits/storage.ts";
import { StorageUnavailable } from "../storage-unavailable.ts";

/** The patience of one transfer. */
export class StallRetries {
  #movedAt = performance.now();
  #failures = 0;

  /** Data was sent or received. */
  noteProgress(): void {
    this.#movedAt = performance.now();
    this.#failures = 0;
  }

  /** Waits before the next try. @throws the error where another try is of no use, or the transfer has stalled for too long */
  async afterFailure(error: unknown, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (!(error instanceof StorageUnavailable)) throw error;
    const leftMs = this.#movedAt + S3_LIMITS.stallTimeoutMs - performance.now();
    if (leftMs <= 0) throw error;
    const { minRetryPauseMs, maxRetryPauseMs } = S3_LIMITS;
    const longestMs = Math.min(maxRetryPauseMs, minRetryPauseMs * 2 ** this.#failures, leftMs);
    this.#failures += 1;
    await pause(longestMs * (0.5 + Math.random() / 2), undefined, signal === undefined ? {} : { signal });
  }
}

/** Tries again until the transfer has stalled for too long. @throws the last error */
export async function retryUntilStalled<T>(
  attempt: () => Promise<T>,
  retries: StallRetries,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      const result = await attempt();
      retries.noteProgress();
      return result;
    } catch (error) {
      await retries.afterFailure(error, signal);
    }
  }
}
