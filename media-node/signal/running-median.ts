// The median of the values around each value of a curve, which a swell shorter than half the window does not move.
// Each window is sorted by itself: curves have two values a second, and an hour of them takes a tenth of a second.

export interface RunningMedianOptions {
  /** Values on each side that count; at the ends there are fewer. */
  readonly reach: number;
  /** Values between two answers; the answer is constant in between. */
  readonly step: number;
}

/** The middle one of the values that are known, the lower of two; NaN where none is known. */
export function medianOf(values: Float32Array): number {
  const sorted = values.toSorted();
  // NaN is sorted to the end.
  let known = sorted.length;
  while (known > 0 && Number.isNaN(sorted[known - 1])) known -= 1;
  return sorted[(known - 1) >> 1] ?? Number.NaN;
}

/**
 * The median of `2 * reach + 1` values around the middle of each step, repeated for all values of that step:
 * as long as `values`. NaN counts for nothing; a window without a known value gives NaN.
 */
export function runningMedian(values: Float32Array, { reach, step }: RunningMedianOptions): Float32Array {
  const medians = new Float32Array(values.length);
  for (let from = 0; from < values.length; from += step) {
    const middle = from + (step >> 1);
    const window = values.subarray(Math.max(0, middle - reach), middle + reach + 1);
    medians.fill(medianOf(window), from, from + step);
  }
  return medians;
}
