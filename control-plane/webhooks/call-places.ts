// The places in which one control plane makes its calls. Some are closed to receivers that are not known to answer
// quickly, so that those which do always find one; who gets a free place is decided in the database, for all control
// planes together.
import { WEBHOOK_LIMITS } from "../../shared/limits.ts";
import type { ClaimedDelivery, FreePlaces } from "../db/due-deliveries.ts";

type PlaceLimits = Pick<typeof WEBHOOK_LIMITS, "concurrency" | "toNew" | "toSlow">;
type Holder = Pick<ClaimedDelivery, "accountId" | "standing">;

export class CallPlaces {
  readonly #limits: PlaceLimits;
  readonly #holders = new Set<Holder>();

  constructor(limits: PlaceLimits = WEBHOOK_LIMITS) {
    this.#limits = limits;
  }

  enter(holder: Holder): void {
    this.#holders.add(holder);
  }

  leave(holder: Holder): void {
    this.#holders.delete(holder);
  }

  /** What may be claimed now; `all` is 0 where nothing may. */
  free(): FreePlaces {
    const busy = new Map<string, number>();
    let toNew = 0;
    let toSlow = 0;
    for (const { accountId, standing } of this.#holders) {
      busy.set(accountId, (busy.get(accountId) ?? 0) + 1);
      if (standing === "new") toNew += 1;
      else if (standing !== "quick") toSlow += 1;
    }
    return {
      all: this.#limits.concurrency - this.#holders.size,
      toNew: this.#limits.toNew - toNew,
      toSlow: this.#limits.toSlow - toSlow,
      busy,
    };
  }
}
