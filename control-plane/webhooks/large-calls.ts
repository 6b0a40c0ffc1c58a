// Bounds how many calls with large bodies a control plane makes at once: a transcript of six hours has 9 MB, which TLS
// encrypts into as much again. A backlog of such deliveries could otherwise end the process for lack of memory, and the
// next one, which claims the same deliveries. Some places are closed to receivers that are not known to be quick: those
// which hang would have them all. Of the others one account has some, or its receivers that hang would keep those of others
// from their first calls.
import { WEBHOOK_LIMITS } from "../../shared/limits/webhooks.ts";
import { Semaphore } from "../../shared/semaphore.ts";
import { unlessAborted } from "../../shared/unless-aborted.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import type { ClaimedDelivery } from "../db/due-deliveries.ts";

const {
  largeCalls,
  largeToDoubtful,
  largeToDoubtfulOfOne,
  largeCallWaitMs,
  concurrency: waiting,
} = WEBHOOK_LIMITS;

/** To whose receiver a call goes, and what is known of that. */
export type LargeCall = Pick<ClaimedDelivery, "accountId" | "standing">;

export class LargeCalls {
  readonly #places = new Semaphore({ atOnce: largeCalls, waiting });
  readonly #toDoubtful = new Semaphore({ atOnce: largeToDoubtful, waiting });
  /** Of accounts that have such calls, each with how many it has, those that wait included. */
  readonly #toDoubtfulOf = new Map<string, { readonly places: Semaphore; calls: number }>();

  /**
   * Waits for a place, so shortly that the call can still end within its claim. Call what it returns to leave the place;
   * a repeat does nothing.
   * @throws AppError UNAVAILABLE where none is free in time; the signal's reason when it fires first
   */
  enter(call: LargeCall, signal: AbortSignal): Promise<() => void> {
    const leave = (late: () => void): void => late();
    return unlessAborted(withTimeout(largeCallWaitMs, this.#take(call), leave), signal, leave);
  }

  #take({ accountId, standing }: LargeCall): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const stay = (): Promise<void> => this.#places.run(() => new Promise<void>((leave) => resolve(leave)));
      const inTurn = (): Promise<void> => this.#toDoubtful.run(stay);
      (standing === "quick" ? stay() : this.#ofAccount(accountId, inTurn)).catch(reject);
    });
  }

  async #ofAccount(accountId: string, work: () => Promise<void>): Promise<void> {
    const account = this.#toDoubtfulOf.get(accountId) ?? {
      places: new Semaphore({ atOnce: largeToDoubtfulOfOne, waiting }),
      calls: 0,
    };
    this.#toDoubtfulOf.set(accountId, account);
    account.calls += 1;
    try {
      await account.places.run(work);
    } finally {
      account.calls -= 1;
      if (account.calls === 0) this.#toDoubtfulOf.delete(accountId);
    }
  }
}
