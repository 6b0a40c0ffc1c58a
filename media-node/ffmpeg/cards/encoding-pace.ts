// How fast cards and the processor have lately encoded, which tells whether a clip is finished sooner by waiting for a
// card or by libx264. Numbers in memory that all threads of the node share; until both are known nobody waits.
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { SharedNumbers } from "../../threads/shared-numbers.ts";

export type EncodedBy = "card" | "software";

const KEY = "clipmill:encodingPace";
const NUMBERS = 4;
/** Milliseconds for a second of video by either, and for a whole session of a card; who waits for a place. */
const [CARD_PER_S, SOFTWARE_PER_S, SESSION, WAITING] = [0, 1, 2, 3] as const;
/** What the newest counts for: a few clips make a new pace. */
const NEWEST = 0.25;

export class EncodingPace {
  readonly #numbers: SharedNumbers;

  private constructor(memory: SharedArrayBuffer) {
    this.#numbers = new SharedNumbers(memory, NUMBERS);
  }

  /** For this thread and those that start from here on. */
  static publish(): EncodingPace {
    const memory = SharedNumbers.memoryFor(1, NUMBERS);
    setEnvironmentData(KEY, memory);
    return new EncodingPace(memory);
  }

  static find(): EncodingPace | undefined {
    const memory = getEnvironmentData(KEY) as SharedArrayBuffer | undefined;
    return memory === undefined ? undefined : new EncodingPace(memory);
  }

  /** Notes what encoding a clip took. */
  note(by: EncodedBy, durationS: number, tookMs: number): void {
    this.#smooth(by === "card" ? CARD_PER_S : SOFTWARE_PER_S, tookMs / Math.max(1, durationS));
    if (by === "card") this.#smooth(SESSION, tookMs);
  }

  /**
   * How long a clip should wait for a place while so many sessions are under way: not at all where libx264 is likely to
   * have finished it sooner, else until that would be so. Waiting thus costs at most twice libx264's time.
   */
  worthwhileWaitMs(durationS: number, activeSessions: number): number {
    const [card, software, session] = [CARD_PER_S, SOFTWARE_PER_S, SESSION].map((at) =>
      this.#numbers.load(0, at),
    ) as [number, number, number];
    if (card === 0 || software === 0) return 0;
    const savedMs = (software - card) * durationS;
    // Sessions end at any time of theirs: of n, the next one after an n+1st of its length.
    const expectedMs = ((this.#numbers.load(0, WAITING) + 1) * session) / (activeSessions + 1);
    return expectedMs < savedMs ? savedMs : 0;
  }

  countWaiting(change: 1 | -1): void {
    this.#numbers.add(0, WAITING, change);
  }

  #smooth(at: number, value: number): void {
    const before = this.#numbers.load(0, at);
    const next = before === 0 ? value : before + NEWEST * (value - before);
    this.#numbers.store(0, at, Math.max(1, Math.round(next)));
  }
}
