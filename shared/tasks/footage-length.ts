// How much footage a task asks for, by which its place and its time are sized.
import type { MediaRange } from "./media-source.ts";

export interface AskedFootage {
  readonly range: MediaRange;
  /** As the client told it; null where it did not. */
  readonly declaredDurationS?: number | null;
}

/**
 * Seconds of footage to work on at most; null where neither the range nor a declared length tells.
 * @param sourceS what the source lasts, once that is known: one that is longer than declared is worked on to its end
 */
export function askedLengthS({ range, declaredDurationS = null }: AskedFootage, sourceS = 0): number | null {
  const { startS, endS } = range;
  if (endS === null && declaredDurationS === null) return null;
  return (endS ?? Math.max(sourceS, declaredDurationS ?? 0)) - startS;
}
