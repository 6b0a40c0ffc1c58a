// The hypotheses of a CTC prefix beam search at one frame, as a struct of arrays that is refilled for each frame and
// never allocates. A hypothesis is what decides the future (a place, such as a node of a tree, and a language model's
// state), the best history that led there, and two scores (natural logarithms, Hannun et al. 2014): of alignments that
// end in a blank and of those that end in the last symbol. Alignments of one history are summed; of two histories with
// one future only the better is kept, because a language model cannot tell them apart any more.
import { selectAscending } from "../../signal/quickselect.ts";
import { LOG_ZERO, logAdd } from "./log-math.ts";

const HASH_BITS = 15;
const EMPTY = -1;
/** Far below the hash table's size, so that chains stay short. */
const CAPACITY = 1 << (HASH_BITS - 1);

/** The `count`-th largest of the first `length` values, which are reordered; linear time. */
export function nthLargest(values: Float64Array, length: number, count: number): number {
  return selectAscending(values, length, length - Math.min(count, length)) as number;
}

/** One frame's hypotheses; index i of every array is one of them. */
export class CtcHypotheses {
  count = 0;
  readonly place = new Int32Array(CAPACITY);
  readonly state = new Int32Array(CAPACITY);
  readonly history = new Int32Array(CAPACITY);
  readonly blankScore = new Float64Array(CAPACITY);
  readonly symbolScore = new Float64Array(CAPACITY);
  /** The best score of a single contribution so far: a lower bound of the best hypothesis. */
  best = LOG_ZERO;
  /** How much worse than the best a hypothesis was allowed to be by the last pruning. */
  spread = Number.POSITIVE_INFINITY;
  /** Sums of both scores as of the last pruning. */
  readonly totals = new Float64Array(CAPACITY);
  readonly #slots = new Int32Array(1 << HASH_BITS).fill(EMPTY);
  readonly #reordered = new Float64Array(CAPACITY);

  clear(): void {
    this.count = 0;
    this.best = LOG_ZERO;
    this.#slots.fill(EMPTY);
  }

  /** Log probability of all alignments of a hypothesis. */
  total(index: number): number {
    return logAdd(this.blankScore[index] as number, this.symbolScore[index] as number);
  }

  /** Adds alignments of `history` that arrive at (place, state). A full set drops its worse half first. */
  add(place: number, state: number, history: number, blankScore: number, symbolScore: number): void {
    const score = Math.max(blankScore, symbolScore);
    if (score > this.best) this.best = score;
    if (this.count === CAPACITY) this.#makeRoom();
    const slot = this.#slotOf(place, state);
    const index = this.#slots[slot] as number;
    if (index === EMPTY) {
      this.#slots[slot] = this.count;
      this.#write(this.count, place, state, history, blankScore, symbolScore);
      this.count += 1;
    } else if (this.history[index] === history) {
      this.blankScore[index] = logAdd(this.blankScore[index] as number, blankScore);
      this.symbolScore[index] = logAdd(this.symbolScore[index] as number, symbolScore);
    } else if (logAdd(blankScore, symbolScore) > this.total(index)) {
      this.#write(index, place, state, history, blankScore, symbolScore);
    }
  }

  /** Keeps the `width` best at most, and none that is more than `threshold` worse than the best. */
  prune(width: number, threshold: number): void {
    let best = LOG_ZERO;
    for (let index = 0; index < this.count; index += 1) {
      const total = this.total(index);
      this.totals[index] = total;
      this.#reordered[index] = total;
      if (total > best) best = total;
    }
    let minTotal = best - threshold;
    if (this.count > width) minTotal = Math.max(minTotal, nthLargest(this.#reordered, this.count, width));
    this.spread = best - minTotal;
    let kept = 0;
    for (let index = 0; index < this.count && kept < width; index += 1) {
      if ((this.totals[index] as number) < minTotal) continue;
      this.#move(index, kept);
      kept += 1;
    }
    this.count = kept;
  }

  #move(from: number, to: number): void {
    this.totals[to] = this.totals[from] as number;
    this.place[to] = this.place[from] as number;
    this.state[to] = this.state[from] as number;
    this.history[to] = this.history[from] as number;
    this.blankScore[to] = this.blankScore[from] as number;
    this.symbolScore[to] = this.symbolScore[from] as number;
  }

  #makeRoom(): void {
    this.prune(CAPACITY / 2, Number.POSITIVE_INFINITY);
    this.#slots.fill(EMPTY);
    for (let index = 0; index < this.count; index += 1) {
      this.#slots[this.#slotOf(this.place[index] as number, this.state[index] as number)] = index;
    }
  }

  #slotOf(place: number, state: number): number {
    const hash = Math.imul(place, 0x9e3779b1) ^ Math.imul(state, 0x85ebca6b);
    let slot = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - HASH_BITS);
    for (;;) {
      const index = this.#slots[slot] as number;
      if (index === EMPTY || (this.place[index] === place && this.state[index] === state)) return slot;
      slot = (slot + 1) & ((1 << HASH_BITS) - 1);
    }
  }

  #write(index: number, place: number, state: number, history: number, blank: number, symbol: number): void {
    this.place[index] = place;
    this.state[index] = state;
    this.history[index] = history;
    this.blankScore[index] = blank;
    this.symbolScore[index] = symbol;
  }
}
