// Who may be called now, so that a slow or dead receiver delays nobody else: each host and each account has its own
// bound on the calls under way, and hosts that were slow share a part of all places, so that some are always left for
// those that answer quickly. Counted per process: a cluster allows as many times more as it has control planes.
import { WEBHOOK_LIMITS } from "../../shared/limits.ts";

type SlotLimits = Pick<
  typeof WEBHOOK_LIMITS,
  "perAccount" | "perQuickHost" | "perOtherHost" | "slowAfterMs" | "slowHosts" | "rememberedHosts"
>;

interface HostState {
  open: number;
  /** How long its last answer took; undefined before the first. */
  lastMs: number | undefined;
  /** The time on the process's clock when a place is expected for the delivery that is put back next. */
  nextTurnAtMs: number;
}

/** A place in which one call may be made. */
export interface DeliverySlot {
  /** Frees the place and remembers how long the receiver took; undefined where it was not called to the end. */
  leave(durationMs: number | undefined): void;
}

export class DeliverySlots {
  readonly #limits: SlotLimits;
  readonly #hosts = new Map<string, HostState>();
  readonly #openByAccount = new Map<string, number>();
  #slowOpen = 0;

  constructor(limits: SlotLimits = WEBHOOK_LIMITS) {
    this.#limits = limits;
  }

  /** A place for a call to this host on this account's behalf, or undefined when it has to wait. */
  tryEnter(host: string, accountId: string): DeliverySlot | undefined {
    const state = this.#stateOf(host);
    const slow = this.#isSlow(state);
    const openOfAccount = this.#openByAccount.get(accountId) ?? 0;
    if (state.open >= this.#bound(state) || openOfAccount >= this.#limits.perAccount) return undefined;
    if (slow && this.#slowOpen >= this.#limits.slowHosts) return undefined;
    this.#count(state, accountId, slow, 1);
    return {
      leave: (durationMs) => {
        state.lastMs = durationMs ?? state.lastMs;
        this.#count(state, accountId, slow, -1);
      },
    };
  }

  /**
   * How long a delivery that found no place should wait. Those of one host are told one after the other, as fast as
   * it answers: a crowd that came back all at once would only keep the queue busy.
   */
  putBackMs(host: string, nowMs: number = performance.now()): number {
    const { shortestPutBackMs, longestPutBackMs } = WEBHOOK_LIMITS;
    const state = this.#stateOf(host);
    const spacingMs = (state.lastMs ?? this.#limits.slowAfterMs) / this.#bound(state);
    state.nextTurnAtMs = Math.min(Math.max(nowMs, state.nextTurnAtMs) + spacingMs, nowMs + longestPutBackMs);
    return Math.max(shortestPutBackMs, Math.round(state.nextTurnAtMs - nowMs));
  }

  #isSlow({ lastMs }: HostState): boolean {
    return lastMs !== undefined && lastMs > this.#limits.slowAfterMs;
  }

  #bound(state: HostState): number {
    const isQuick = state.lastMs !== undefined && !this.#isSlow(state);
    return isQuick ? this.#limits.perQuickHost : this.#limits.perOtherHost;
  }

  #stateOf(host: string): HostState {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    if (this.#hosts.size >= this.#limits.rememberedHosts) this.#forgetIdleHosts();
    const state: HostState = { open: 0, lastMs: undefined, nextTurnAtMs: 0 };
    this.#hosts.set(host, state);
    return state;
  }

  #forgetIdleHosts(): void {
    for (const [host, state] of this.#hosts) if (state.open === 0) this.#hosts.delete(host);
  }

  #count(state: HostState, accountId: string, slow: boolean, change: 1 | -1): void {
    state.open += change;
    if (slow) this.#slowOpen += change;
    const open = (this.#openByAccount.get(accountId) ?? 0) + change;
    if (open === 0) this.#openByAccount.delete(accountId);
    else this.#openByAccount.set(accountId, open);
  }
}
