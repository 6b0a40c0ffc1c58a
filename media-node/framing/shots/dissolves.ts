// Finds dissolves: the picture in the middle of one is the mean of those before and after it, pixel by pixel, which a
// moving camera or a moving subject hardly ever makes it. Fades from and to black are found the same way, and do no harm.
// Looking for a plateau of differences (twin comparison) was rejected: pans have it too.

/** Time from the middle of a dissolve to the pictures that are compared with it; half a usual dissolve, or less. */
const REACH_S = 0.32;
/** By how much the picture may differ from that mean, in parts of what changes from before to after. */
const MIN_LIKENESS = 3;

export class DissolveMeter {
  readonly #reach: number;
  /** The last 2 · reach + 1 frames, the oldest first. */
  readonly #recent: Uint8Array[] = [];
  readonly #strengths: number[] = [];

  constructor(frameRate: number) {
    this.#reach = Math.max(1, Math.round(REACH_S * frameRate));
  }

  /** @param frame kept by reference until it is no longer needed */
  push(frame: Uint8Array): void {
    this.#recent.push(frame);
    if (this.#recent.length > 2 * this.#reach + 1) this.#recent.shift();
    const [before, middle] = [this.#recent[0], this.#recent[this.#reach]];
    const isFull = this.#recent.length === 2 * this.#reach + 1;
    const isKnown = isFull && before !== undefined && middle !== undefined;
    this.#strengths.push(isKnown ? strengthOf(before, middle, frame) : 0);
  }

  /** For each frame how much changes around it, 0 to 1, where it looks like the middle of a dissolve; else 0. */
  result(): Float32Array {
    const strengths = new Float32Array(this.#strengths.length);
    strengths.set(this.#strengths.slice(this.#reach));
    return strengths;
  }
}

function strengthOf(before: Uint8Array, middle: Uint8Array, after: Uint8Array): number {
  let change = 0;
  let offMean = 0;
  for (let pixel = 0; pixel < middle.length; pixel += 1) {
    const [a, m, b] = [before[pixel] ?? 0, middle[pixel] ?? 0, after[pixel] ?? 0];
    change += Math.abs(a - b);
    offMean += Math.abs(2 * m - a - b);
  }
  return Math.max(0, change - MIN_LIKENESS * (offMean / 2)) / middle.length / 255;
}
