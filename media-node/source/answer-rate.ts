// Whether a download of several connections brings too little. They count together, since one may carry little by its
// nature, as that of an HLS stream's keys does. And only time counts in which an answer was waited for or under way, since
// the program that downloads also works by itself, as when it merges video and sound. Where an answer ends cannot be seen
// in a tunnel, so time is judged once it has passed: one that ends with bytes of the server was its answer's, and one that
// ends with bytes of the client was not.
import { type RateBound, TransferRate } from "../../shared/network/transfer-rate.ts";

/** One connection of a download. */
export interface RatedConnection {
  /** To be called with what the client sends. */
  readonly noteSent: () => void;
  /** To be called with what comes: whether the download as a whole is too slow by now. */
  readonly isTooSlowWith: (bytes: number) => boolean;
}

/** One for each download, whatever connections it makes. */
export class AnswerRate {
  readonly #rate: TransferRate;
  readonly #now: () => number;
  /** How long answers were waited for or under way, on however many connections at once. */
  #answersMs = 0;
  #countedUntilMs = 0;

  constructor(bound: RateBound, now: () => number = () => performance.now()) {
    this.#rate = new TransferRate(bound, () => this.#answersMs);
    this.#now = now;
  }

  /** Counts a connection on which the client sends something now. */
  connection(): RatedConnection {
    let sinceMs = this.#now();
    return {
      noteSent: () => {
        sinceMs = this.#now();
      },
      isTooSlowWith: (bytes) => {
        const nowMs = this.#now();
        this.#answersMs += nowMs - Math.max(sinceMs, this.#countedUntilMs);
        this.#countedUntilMs = nowMs;
        sinceMs = nowMs;
        return this.#rate.isTooSlowWith(bytes);
      },
    };
  }
}
