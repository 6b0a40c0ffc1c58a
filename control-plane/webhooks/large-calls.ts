// Bounds how many calls with large bodies a control plane makes at once: a transcript of six hours has 9 MB, which TLS
// encrypts into as much again. A backlog of such deliveries could otherwise end the process for lack of memory, and the
// next one, which claims the same deliveries.
import { WEBHOOK_LIMITS } from "../../shared/limits/webhooks.ts";
import { Semaphore } from "../../shared/semaphore.ts";
import { unlessAborted } from "../../shared/unless-aborted.ts";
import { withTimeout } from "../../shared/with-timeout.ts";

export class LargeCalls {
  readonly #places = new Semaphore({
    atOnce: WEBHOOK_LIMITS.largeCalls,
    waiting: WEBHOOK_LIMITS.concurrency,
  });

  /**
   * Waits for a place, so shortly that the call can still end within its claim. Call what it returns to leave the place.
   * @throws AppError UNAVAILABLE where none is free in time; the signal's reason when it fires first
   */
  enter(signal: AbortSignal, waitMs: number = WEBHOOK_LIMITS.largeCallWaitMs): Promise<() => void> {
    const leave = (late: () => void): void => late();
    return unlessAborted(withTimeout(waitMs, this.#take(), leave), signal, leave);
  }

  #take(): Promise<() => void> {
    return new Promise((resolve, reject) => {
      this.#places.run(() => new Promise<void>((leave) => resolve(leave))).catch(reject);
    });
  }
}
