// Which cards decode and encode video, and how many sessions of either each has under way: numbers in memory that all
// threads of the node share. A card takes only so many, since each holds some of the memory that models need, and
// drivers refuse more. What a card fails at is the processor's, and a card that keeps failing rests, since each failure
// costs up to the time in which a stuck ffmpeg is given up.
import { BroadcastChannel, getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { SharedNumbers } from "../../threads/shared-numbers.ts";

/** What a card is used for; it has places for each. */
export type CardUse = "decoding" | "encoding";

export interface CardBounds {
  /** Sessions at once, on each card. */
  readonly places: number;
  /** A card that fails at so many one after another is left alone for so long. */
  readonly failuresInRow: number;
  readonly restMs: number;
}

export interface CardStatus {
  /** By CUDA's number. */
  readonly card: number;
  /** Sessions under way. */
  readonly active: number;
  /** Sessions begun so far, and those of them whose work the processor had to do again. */
  readonly begun: number;
  readonly failed: number;
  /** Whether it is left alone for a while, having failed again and again. */
  readonly isResting: boolean;
}

/** A decode that the processor had to make again. */
export interface CardFailure {
  readonly card: number;
  readonly reason: string;
}

/** A place on a card, to be given back once. */
export interface CardPlace {
  readonly card: number;
  giveBack(hasFailed: boolean): void;
  /** The failure was the source's: the processor failed at it too. */
  forgive(): void;
}

interface SharedCards {
  readonly cards: readonly number[];
  readonly bounds: CardBounds;
  readonly memory: SharedArrayBuffer;
  /** When it was made, which the cards' times count from. */
  readonly madeMs: number;
}

const KEY = "clipmill:cards:";
const FAILURES = "clipmill:cardFailures";
const NUMBERS_PER_CARD = 5;
const [ACTIVE, BEGUN, FAILED, FAILED_IN_ROW, RESTS_UNTIL_S] = [0, 1, 2, 3, 4] as const;

export class CardSessions {
  readonly bounds: CardBounds;
  readonly #cards: readonly number[];
  readonly #numbers: SharedNumbers;
  readonly #madeMs: number;

  private constructor({ cards, bounds, memory, madeMs }: SharedCards) {
    this.#cards = cards;
    this.bounds = bounds;
    this.#numbers = new SharedNumbers(memory, NUMBERS_PER_CARD);
    this.#madeMs = madeMs;
  }

  /** Lets this thread and those that start from here on use the cards so. */
  static publish(use: CardUse, cards: readonly number[], bounds: CardBounds): CardSessions {
    const memory = SharedNumbers.memoryFor(cards.length, NUMBERS_PER_CARD);
    const shared: SharedCards = { cards, bounds, memory, madeMs: Date.now() };
    setEnvironmentData(KEY + use, shared);
    return new CardSessions(shared);
  }

  /** This thread and those that start from here on know of no cards for this. */
  static withdraw(use: CardUse): void {
    setEnvironmentData(KEY + use, undefined);
  }

  /** Undefined where no card is used so. */
  static find(use: CardUse): CardSessions | undefined {
    const shared = getEnvironmentData(KEY + use) as SharedCards | undefined;
    return shared === undefined ? undefined : new CardSessions(shared);
  }

  /**
   * Takes a place on the card with the fewest sessions under way; undefined where all are full or rest.
   * @param only the one card that will do
   */
  take(only?: number): CardPlace | undefined {
    for (;;) {
      const counts = this.#cards.map((card, place) =>
        this.#isResting(place) || (only !== undefined && card !== only)
          ? Number.POSITIVE_INFINITY
          : this.#numbers.load(place, ACTIVE),
      );
      const fewest = Math.min(...counts);
      const place = counts.indexOf(fewest);
      const card = this.#cards[place];
      if (card === undefined || fewest >= this.bounds.places) return undefined;
      // Another thread may have taken a place meanwhile.
      if (!this.#numbers.replace(place, ACTIVE, fewest, fewest + 1)) continue;
      this.#numbers.add(place, BEGUN, 1);
      return this.#placeOn(card, place);
    }
  }

  /** Of all cards that do not rest, sessions under way. */
  get active(): number {
    return this.status().reduce((sum, { active, isResting }) => sum + (isResting ? 0 : active), 0);
  }

  status(): CardStatus[] {
    return this.#cards.map((card, place) => ({
      card,
      active: this.#numbers.load(place, ACTIVE),
      begun: this.#numbers.load(place, BEGUN),
      failed: this.#numbers.load(place, FAILED),
      isResting: this.#isResting(place),
    }));
  }

  #placeOn(card: number, place: number): CardPlace {
    return {
      card,
      giveBack: (hasFailed) => {
        this.#numbers.add(place, ACTIVE, -1);
        if (hasFailed) this.#countFailure(place);
        else this.#numbers.store(place, FAILED_IN_ROW, 0);
      },
      forgive: () => {
        this.#numbers.add(place, FAILED, -1);
        this.#numbers.store(place, FAILED_IN_ROW, 0);
        this.#numbers.store(place, RESTS_UNTIL_S, 0);
      },
    };
  }

  #countFailure(place: number): void {
    const { failuresInRow, restMs } = this.bounds;
    this.#numbers.add(place, FAILED, 1);
    this.#numbers.add(place, FAILED_IN_ROW, 1);
    if (this.#numbers.load(place, FAILED_IN_ROW) < failuresInRow) return;
    const untilS = Math.ceil((Date.now() + restMs - this.#madeMs) / 1_000);
    this.#numbers.store(place, RESTS_UNTIL_S, untilS);
  }

  #isResting(place: number): boolean {
    return Date.now() - this.#madeMs < this.#numbers.load(place, RESTS_UNTIL_S) * 1_000;
  }
}

/** Any thread tells of its cards' failures; the one that writes the log hears of them. */
export function tellCardFailure(failure: CardFailure): void {
  const channel = new BroadcastChannel(FAILURES);
  channel.postMessage(failure);
  channel.close();
}

/** Hears of failures in all threads of this process. Keeps nothing alive; call the result to hear no more. */
export function onCardFailure(hear: (failure: CardFailure) => void): () => void {
  const channel = new BroadcastChannel(FAILURES);
  channel.onmessage = ({ data }) => hear(data as CardFailure);
  channel.unref();
  return () => channel.close();
}
