// Transfers that never stand still, but move so slowly that nobody waits for them: a byte a second keeps any bound of
// silence, and with it a place, from running out. Looked at as bytes come, without a timer: where none come, the bound of
// silence counts.

/** So many bytes must come in each window. */
export interface RateBound {
  readonly windowMs: number;
  readonly bytes: number;
}

/** One for each transfer; its first window begins now. */
export class TransferRate {
  readonly #bound: RateBound;
  readonly #now: () => number;
  #beganMs: number;
  #bytes = 0;

  constructor(bound: RateBound, now: () => number = () => performance.now()) {
    this.#bound = bound;
    this.#now = now;
    this.#beganMs = now();
  }

  /** Whether a window has passed in which fewer bytes came than have to, these included. */
  isTooSlowWith(bytes: number): boolean {
    this.#bytes += bytes;
    const nowMs = this.#now();
    if (nowMs - this.#beganMs < this.#bound.windowMs) return false;
    if (this.#bytes < this.#bound.bytes) return true;
    this.#beganMs = nowMs;
    this.#bytes = 0;
    return false;
  }
}
