// The places in which one control plane makes its calls. Some are closed to receivers that are not known to answer
// quickly, so that those which do always find one; who gets a free place is decided in the database, for all control
// planes together.
import { WEBHOOK_LIMITS } from "../../shared/limits/webhooks.ts";
import type { BusyPlaces, ClaimedDelivery, FreePlaces } from "../db/due-deliveries.ts";

type PlaceLimits = Pick<typeof WEBHOOK_LIMITS, "concurrency" | "toNew" | "toSlow">;
type Holder = Pick<ClaimedDelivery, "accountId" | "standing">;

export class CallPlaces {
  readonly #limits: PlaceLimits;
  readonly #holders = new Set<Holder>();

  constructor(limits: PlaceLimits = WEBHOOK_LIMITS) {
    this.#limits = limits;
  }

  /** Takes a place for a call that was claimed: `free` had one. The same object leaves it. */
  enter(holder: Holder): void {
    this.#holders.add(holder);
  }

  leave(holder: Holder): void {
    this.#holders.delete(holder);
  }

  /** What may be claimed now; `all` is 0 where nothing may. */
  free(): FreePlaces {
    const busy = new Map<string, BusyPlaces>();
    const sum = { all: 0, toNew: 0, toSlow: 0 };
    for (const { accountId, standing } of this.#holders) {
      const ofAccount = busy.get(accountId) ?? { all: 0, toNew: 0, toSlow: 0 };
      busy.set(accountId, ofAccount);
      for (const count of [sum, ofAccount]) {
        count.all += 1;
        if (standing === "new") count.toNew += 1;
        else if (standing !== "quick") count.toSlow += 1;
      }
    }
    return {
      all: this.#limits.concurrency - sum.all,
      toNew: this.#limits.toNew - sum.toNew,
      toSlow: this.#limits.toSlow - sum.toSlow,
      busy,
    };
  }
}
