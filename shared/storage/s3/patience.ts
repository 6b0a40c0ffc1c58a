// How long a transfer of much data is kept up while the service fails: not a number of tries, but until nothing has moved
// for a while, since what has come already would be lost. Pauses grow and have jitter, so that many transfers do not
// come back at once.
import { setTimeout as pause } from "node:timers/promises";
import { S3_LIMITS } from "../../limits/storage.ts";
import { StorageAway } from "../storage-away.ts";

export class Patience {
  #movedAt = performance.now();
  #failures = 0;

  /** Something has come or gone. */
  noteProgress(): void {
    this.#movedAt = performance.now();
    this.#failures = 0;
  }

  /** Waits before the next try. @throws the error where another try is no use, or it has been long enough */
  async afterFailure(error: unknown, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (!(error instanceof StorageAway)) throw error;
    const leftMs = this.#movedAt + S3_LIMITS.patienceMs - performance.now();
    if (leftMs <= 0) throw error;
    const { minRetryPauseMs, maxRetryPauseMs } = S3_LIMITS;
    const longestMs = Math.min(maxRetryPauseMs, minRetryPauseMs * 2 ** this.#failures, leftMs);
    this.#failures += 1;
    await pause(longestMs * (0.5 + Math.random() / 2), undefined, signal === undefined ? {} : { signal });
  }
}

/** Tries again as long as there is patience. */
export async function withPatience<T>(
  attempt: () => Promise<T>,
  patience: Patience,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      const result = await attempt();
      patience.noteProgress();
      return result;
    } catch (error) {
      await patience.afterFailure(error, signal);
    }
  }
}
