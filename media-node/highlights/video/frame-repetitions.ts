// Finds stretches that show again what was seen in the last two minutes, at its own pace or slower. Each short stretch
// is correlated with every earlier one at every pace, by what moves in them: a repetition is a straight line through the
// table of moments now and moments then, as long as it lasts. Comparing the frames themselves was rejected: the same
// camera on the same pitch resembles itself at all times. Time grows with length times reach, and an hour takes seconds.
import {
  type FingerprintMovement,
  fingerprintMovement,
  MIN_ENERGY,
  NOISE_ENERGY,
} from "./fingerprint-movement.ts";
import { correlation, FINGERPRINT_CELLS, type FingerprintGrid } from "./frame-fingerprints.ts";

export interface FrameRepetition {
  /** Slots of the grid: the first, and the one after the last. */
  readonly startSlot: number;
  readonly endSlot: number;
  /** Correlation of what moves, up to 1. */
  readonly score: number;
}

/** A line: from `query` on at `pace`, the frames were those from `slot` on. */
interface Line {
  readonly pace: Pace;
  readonly query: number;
  readonly slot: number;
  readonly score: number;
}

interface Pace {
  /** Share of the original's pace. */
  readonly rate: number;
  readonly past: FingerprintMovement;
}

/** Slots between two looks, and over which changes are taken, in what is shown now. */
const [QUERY_SLOTS, SPAN_SLOTS] = [2, 6];
/** Paces of slow motion, near enough to each other that one in between still fits. */
const RATES = [1, 3 / 4, 3 / 5, 1 / 2, 5 / 12, 1 / 3];
/** Looks that a stretch must match over, to begin with. */
const LOOKS = 6;
/** How far back the original may lie, and how close at least. */
const [REACH_SLOTS, NEAREST_SLOTS] = [480, 8];
/** The least correlation of such a stretch, and of single looks where it is followed further. */
const [MIN_SCORE, MIN_LOOK_SCORE] = [0.8, 0.45];
/** Looks in a row that may fail before the repetition has ended. */
const FAILED_LOOKS = 3;
/** Correlation of the frames themselves, on average. */
const MIN_LIKENESS = 0.6;
/** Movement that fits more moments of the past nearly as well repeats itself: a crowd that claps, a spinning logo. */
const [NEARLY, MAX_FITS, FIT_SLOTS] = [0.85, 3, 4];
const FITS = Math.ceil(REACH_SLOTS / FIT_SLOTS) + 1;

function pastSlot(pace: Pace, slot: number, looks: number): number {
  return slot + Math.round(pace.rate * QUERY_SLOTS * looks);
}

class RepetitionSearch {
  readonly #grid: FingerprintGrid;
  readonly #shown: FingerprintMovement;
  readonly #queryCount: number;
  readonly #lines: (Line | undefined)[];
  /** Best score per query and part of the past. */
  readonly #fits: Float32Array;

  constructor(grid: FingerprintGrid) {
    this.#grid = grid;
    this.#shown = fingerprintMovement(grid, SPAN_SLOTS);
    this.#queryCount = Math.floor(grid.slotCount / QUERY_SLOTS);
    this.#lines = Array.from({ length: this.#queryCount });
    this.#fits = new Float32Array(this.#queryCount * FITS);
  }

  run(): FrameRepetition[] {
    for (const rate of RATES) {
      this.#scan({ rate, past: fingerprintMovement(this.#grid, rate * SPAN_SLOTS) });
    }
    const lines = this.#lines.filter((line) => line !== undefined).filter((line) => !this.#isAmbiguous(line));
    const found: FrameRepetition[] = [];
    for (const line of lines.sort((a, b) => b.score - a.score)) {
      const middle = QUERY_SLOTS * (line.query + LOOKS / 2);
      if (found.some(({ startSlot, endSlot }) => middle >= startSlot && middle < endSlot)) continue;
      const repetition = this.#follow(line);
      if (repetition !== null) found.push(repetition);
    }
    return found.sort((a, b) => a.startSlot - b.startSlot);
  }

  /** Fills in the best line of every query at one pace. */
  #scan(pace: Pace): void {
    const rows = Array.from({ length: LOOKS }, () => new Float64Array(REACH_SLOTS + QUERY_SLOTS * LOOKS));
    for (let query = 0; query < this.#queryCount; query += 1) {
      this.#fillRow(rows[query % LOOKS] as Float64Array, pace, QUERY_SLOTS * query);
      const first = query - LOOKS + 1;
      if (first >= 0 && this.#energyFrom(first) >= (LOOKS / 2) * MIN_ENERGY) this.#score(rows, pace, first);
    }
  }

  /** Products of the changes at `slot` with those at every slot within reach, by how long ago they were. */
  #fillRow(row: Float64Array, { past }: Pace, slot: number): void {
    row.fill(0);
    if (this.#shown.energy[slot] === 0) return;
    const last = Math.min(row.length - 1, slot);
    for (let lag = NEAREST_SLOTS; lag <= last; lag += 1) {
      if (past.energy[slot - lag] === 0) continue;
      row[lag] = dotProduct(this.#shown.cells, slot, past.cells, slot - lag);
    }
  }

  #energyFrom(query: number): number {
    let sum = 0;
    for (let look = 0; look < LOOKS; look += 1) {
      sum += this.#shown.energy[QUERY_SLOTS * (query + look)] as number;
    }
    return sum;
  }

  #score(rows: readonly Float64Array[], pace: Pace, query: number): void {
    const { shots } = this.#grid;
    const slot = QUERY_SLOTS * query;
    const shown = this.#energyFrom(query) + LOOKS * NOISE_ENERGY;
    const lastShot = shots[QUERY_SLOTS * (query + LOOKS - 1)] as number;
    for (let lag = NEAREST_SLOTS; lag <= Math.min(REACH_SLOTS, slot); lag += 1) {
      const past = slot - lag;
      // A repetition is cut to; without a cut in between, it is the same movement that goes on.
      if ((shots[pastSlot(pace, past, LOOKS - 1)] as number) >= lastShot) continue;
      let [product, energy] = [0, LOOKS * NOISE_ENERGY];
      for (let look = 0; look < LOOKS; look += 1) {
        const then = pastSlot(pace, past, look);
        product += (rows[(query + look) % LOOKS] as Float64Array)[slot + QUERY_SLOTS * look - then] as number;
        energy += pace.past.energy[then] as number;
      }
      const score = product / Math.sqrt(shown * energy);
      if (score >= MIN_SCORE) this.#keep({ pace, query, slot: past, score }, lag);
    }
  }

  #keep(line: Line, lag: number): void {
    const fit = line.query * FITS + Math.floor(lag / FIT_SLOTS);
    this.#fits[fit] = Math.max(this.#fits[fit] ?? 0, line.score);
    const best = this.#lines[line.query];
    if (best === undefined || line.score > best.score) this.#lines[line.query] = line;
  }

  #isAmbiguous({ query, score }: Line): boolean {
    const fits = this.#fits.subarray(query * FITS, (query + 1) * FITS);
    const isGood = (fit: number): boolean => (fits[fit] ?? 0) >= NEARLY * score;
    const groups = fits.reduce((count, _, fit) => count + (isGood(fit) && !isGood(fit - 1) ? 1 : 0), 0);
    return groups > MAX_FITS;
  }

  /** From the middle of a line both ways, as far as it holds. Null where the frames themselves are not alike. */
  #follow(line: Line): FrameRepetition | null {
    const middle = line.query + LOOKS / 2;
    const first = this.#lastGood(line, middle, -1);
    const last = this.#lastGood(line, middle, 1);
    const sums = { product: 0, shown: 0, past: 0, likeness: 0 };
    for (let query = first; query <= last; query += 1) {
      const look = this.#look(line, query);
      sums.product += look.product;
      sums.shown += look.shown + NOISE_ENERGY;
      sums.past += look.past + NOISE_ENERGY;
      sums.likeness += this.#likeness(line, query);
    }
    const score = sums.product / Math.sqrt(sums.shown * sums.past);
    if (score < MIN_SCORE || sums.likeness < MIN_LIKENESS * (last - first + 1)) return null;
    return { startSlot: QUERY_SLOTS * first, endSlot: QUERY_SLOTS * last + SPAN_SLOTS, score };
  }

  #lastGood(line: Line, from: number, direction: 1 | -1): number {
    let [good, failed] = [from, 0];
    for (let query = from + direction; failed <= FAILED_LOOKS; query += direction) {
      const look = this.#look(line, query);
      const isGood =
        look.product >= MIN_LOOK_SCORE * Math.sqrt((look.shown + NOISE_ENERGY) * (look.past + NOISE_ENERGY));
      failed = isGood ? 0 : failed + 1;
      if (isGood) good = query;
    }
    return good;
  }

  #look({ pace, query, slot }: Line, at: number): { product: number; shown: number; past: number } {
    const now = QUERY_SLOTS * at;
    const then = pastSlot(pace, slot, at - query);
    const shown = this.#shown.energy[now] ?? 0;
    const past = pace.past.energy[then] ?? 0;
    const product = shown > 0 && past > 0 ? dotProduct(this.#shown.cells, now, pace.past.cells, then) : 0;
    return { product, shown, past };
  }

  #likeness({ pace, query, slot }: Line, at: number): number {
    return correlation(
      this.#fingerprint(QUERY_SLOTS * at),
      this.#fingerprint(pastSlot(pace, slot, at - query)),
    );
  }

  #fingerprint(slot: number): Int16Array {
    return this.#grid.cells.subarray(slot * FINGERPRINT_CELLS, (slot + 1) * FINGERPRINT_CELLS);
  }
}

/** Sum of the products of two slots' cells. */
function dotProduct(first: Int16Array, slot: number, second: Int16Array, otherSlot: number): number {
  let from = slot * FINGERPRINT_CELLS;
  let other = otherSlot * FINGERPRINT_CELLS;
  const end = from + FINGERPRINT_CELLS;
  let sum = 0;
  for (; from < end; from += 1, other += 1) sum += (first[from] as number) * (second[other] as number);
  return sum;
}

/** In time order; none begins in the middle of another. */
export function findFrameRepetitions(grid: FingerprintGrid): FrameRepetition[] {
  return new RepetitionSearch(grid).run();
}
