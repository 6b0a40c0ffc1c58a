// Where something ascending reaches a bound, by halving: one search for words, cues, candidates and ranks alike.

/**
 * The first of `count` indices for which `isBefore` is false, by binary search; `count` where it is true for
 * all. It must be true up to some index and false from there on.
 */
export function firstIndex(count: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
