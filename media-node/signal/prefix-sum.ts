// Prefix sums: any stretch's sum in two reads, which is what lets every pair of cut points be scored. Float64 keeps an
// hour of tenths of a second exact to far below what a score shows; a segment tree was rejected as slower to build.

/**
 * `sums[i]` is the sum of the first `i` values; one longer than the values. Any sum of neighbours is then one
 * subtraction (`sumBetween`).
 */
export function prefixSum(values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(values.length + 1);
  // Copied first, so that the sums are one loop over one type, which is twice as fast.
  sums.set(values, 1);
  for (let index = 1; index < sums.length; index += 1) {
    sums[index] = (sums[index] ?? 0) + (sums[index - 1] ?? 0);
  }
  return sums;
}

/**
 * Sum of the values from `from` up to but not including `to`; indices outside are clamped to the ends.
 * @param sums of `prefixSum`
 */
export function sumBetween(sums: Float64Array, from: number, to: number): number {
  const last = sums.length - 1;
  const high = Math.min(Math.max(to, 0), last);
  const low = Math.min(Math.max(from, 0), last);
  return high > low ? (sums[high] ?? 0) - (sums[low] ?? 0) : 0;
}

/** Mean of the values from `from` up to but not including `to`; 0 where that holds none. */
export function meanBetween(sums: Float64Array, from: number, to: number): number {
  const last = sums.length - 1;
  const high = Math.min(Math.max(to, 0), last);
  const low = Math.min(Math.max(from, 0), last);
  return high > low ? ((sums[high] ?? 0) - (sums[low] ?? 0)) / (high - low) : 0;
}
