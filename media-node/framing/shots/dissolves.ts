// Finds dissolves: the frame in the middle of one is the mean of those before and after it, pixel by pixel, which a
// moving camera or a moving subject hardly ever makes it. Fades from and to black look so too, but show one scene: they
// are left out, and where one scene fades out and another in, the middle of the black between them stands for both.
// Looking for a plateau of differences (twin comparison) was rejected: pans have it too.
import { isFade, isFlat } from "./light-changes.ts";

/** Time from the middle of a dissolve to the frames that are compared with it; half a usual dissolve, or less. */
const REACH_S = 0.32;
/** By how much the frame may differ from that mean, in parts of what changes from before to after. */
const MIN_LIKENESS = 3;
/** Of the black between two fades: nothing is more of a change. */
const FADE_STRENGTH = 1;

/** For frames of one size and rate; holds those of `REACH_S` to either side of one. */
export class DissolveMeter {
  readonly #reach: number;
  /** The last 2 · reach + 1 frames, the oldest first. */
  readonly #recent: Uint8Array[] = [];
  readonly #strengths: number[] = [];
  readonly #flat: boolean[] = [];

  constructor(frameRate: number) {
    this.#reach = Math.max(1, Math.round(REACH_S * frameRate));
  }

  /** @param frame kept by reference until it is no longer needed */
  push(frame: Uint8Array): void {
    this.#recent.push(frame);
    this.#flat.push(isFlat(frame));
    if (this.#recent.length > 2 * this.#reach + 1) this.#recent.shift();
    const [before, middle] = [this.#recent[0], this.#recent[this.#reach]];
    const isFull = this.#recent.length === 2 * this.#reach + 1;
    // What lies on the two sides of black is not mixed.
    const isThroughFlat = this.#flat.slice(-this.#recent.length).includes(true);
    const isKnown = isFull && !isThroughFlat && before !== undefined && middle !== undefined;
    this.#strengths.push(isKnown ? strengthOf(before, middle, frame) : 0);
  }

  /** For each frame how much changes around it, 0 to 1, where it looks like the middle of a dissolve; else 0. */
  result(): Float32Array {
    const strengths = new Float32Array(this.#strengths.length);
    strengths.set(this.#strengths.slice(this.#reach));
    for (const middle of middlesOfInnerRuns(this.#flat)) strengths[middle] = FADE_STRENGTH;
    return strengths;
  }
}

/** The middles of runs that have something before and behind them. */
function middlesOfInnerRuns(flat: readonly boolean[]): number[] {
  const middles: number[] = [];
  const first = flat.indexOf(false);
  let start = first === -1 ? -1 : flat.indexOf(true, first);
  while (start !== -1) {
    const end = flat.indexOf(false, start);
    if (end === -1) break;
    middles.push(Math.floor((start + end) / 2));
    start = flat.indexOf(true, end);
  }
  return middles;
}

function strengthOf(before: Uint8Array, middle: Uint8Array, after: Uint8Array): number {
  let change = 0;
  let offMean = 0;
  for (let pixel = 0; pixel < middle.length; pixel += 1) {
    const [a, m, b] = [before[pixel] ?? 0, middle[pixel] ?? 0, after[pixel] ?? 0];
    change += Math.abs(a - b);
    offMean += Math.abs(2 * m - a - b);
  }
  const strength = Math.max(0, change - MIN_LIKENESS * (offMean / 2)) / middle.length / 255;
  return strength > 0 && isFade(before, after) ? 0 : strength;
}
