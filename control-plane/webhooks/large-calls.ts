// Bounds how many calls with large bodies a control plane makes at once: a transcript of six hours has 9 MB, which TLS
// encrypts into as much again. A backlog of such deliveries could otherwise end the process for lack of memory, and the
// next one, which claims the same deliveries. Some places are closed to receivers that are not known to be quick: those
// which hang would have them all.
import { WEBHOOK_LIMITS } from "../../shared/limits/webhooks.ts";
import { Semaphore } from "../../shared/semaphore.ts";
import { unlessAborted } from "../../shared/unless-aborted.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import type { ReceiverStanding } from "../db/due-deliveries.ts";

const { largeCalls, largeToDoubtful, largeCallWaitMs, concurrency: waiting } = WEBHOOK_LIMITS;

export class LargeCalls {
  readonly #places = new Semaphore({ atOnce: largeCalls, waiting });
  readonly #toDoubtful = new Semaphore({ atOnce: largeToDoubtful, waiting });

  /**
   * Waits for a place, so shortly that the call can still end within its claim. Call what it returns to leave the place;
   * a repeat does nothing.
   * @throws AppError UNAVAILABLE where none is free in time; the signal's reason when it fires first
   */
  enter(standing: ReceiverStanding, signal: AbortSignal): Promise<() => void> {
    const leave = (late: () => void): void => late();
    return unlessAborted(withTimeout(largeCallWaitMs, this.#take(standing), leave), signal, leave);
  }

  #take(standing: ReceiverStanding): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const stay = (): Promise<void> => this.#places.run(() => new Promise<void>((leave) => resolve(leave)));
      (standing === "quick" ? stay() : this.#toDoubtful.run(stay)).catch(reject);
    });
  }
}
