// Where a value stands among others: percentiles of an array, and the rank of a value among a sample. Both look at a
// copy and never change what they are given.

import { firstIndex } from "./first-index.ts";
import { selectAscending } from "./quickselect.ts";

/** Puts NaN behind all numbers, as sorting does; returns how many numbers there are. */
function putUnknownLast(values: Float64Array): number {
  let known = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    values[known] = value;
    known += 1;
  }
  values.fill(Number.NaN, known);
  return known;
}

/**
 * The value below which `share` (0 to 1) of the values lie, by nearest rank; `fallback` for an empty array.
 * NaN counts as larger than every number, so that it may be the answer. The values are copied.
 */
export function percentile(values: ArrayLike<number>, share: number, fallback = 0): number {
  const copy = new Float64Array(values);
  const known = putUnknownLast(copy);
  const index = Math.round(share * (copy.length - 1));
  return (index < known ? selectAscending(copy, known, index) : copy[index]) ?? fallback;
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
  const sorted = new Float64Array(sample).sort();
  if (sorted.length === 0) return () => 0.5;
  return (value) => {
    const below = countBelow(sorted, value - EQUAL_WITHIN);
    const notAbove = countBelow(sorted, value + EQUAL_WITHIN);
    return (below + notAbove) / (2 * sorted.length);
  };
}
