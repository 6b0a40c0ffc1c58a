// Where a value stands among others: percentiles of an array, and the rank of a value among a sample. Both look at a
// sorted copy and never change what they are given.

import { firstIndex } from "./first-index.ts";

function sortedCopy(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values).sort();
}

/** The value below which `share` (0 to 1) of the values lie, by nearest rank; `fallback` for an empty array. */
export function percentile(values: ArrayLike<number>, share: number, fallback = 0): number {
  const sorted = sortedCopy(values);
  return sorted[Math.round(share * (sorted.length - 1))] ?? fallback;
}

function countBelow(sorted: Float64Array, limit: number): number {
  return firstIndex(sorted.length, (index) => (sorted[index] ?? 0) < limit);
}

/** Differences smaller than this are noise of the arithmetic: such values share a rank. */
const EQUAL_WITHIN = 1e-6;

/**
 * A function from a value to its mid-rank (0 to 1) among `sample`; 0.5 for every value of a flat or empty sample, so
 * that a source without differences is neither praised nor blamed for it.
 */
export function rankAmong(sample: ArrayLike<number>): (value: number) => number {
  const sorted = sortedCopy(sample);
  if (sorted.length === 0) return () => 0.5;
  return (value) => {
    const below = countBelow(sorted, value - EQUAL_WITHIN);
    const notAbove = countBelow(sorted, value + EQUAL_WITHIN);
    return (below + notAbove) / (2 * sorted.length);
  };
}
