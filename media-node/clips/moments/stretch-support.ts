// How sure a stretch is of its place. Nobody knows to the sentence where an editor would cut; a stretch is the better trusted
// the more of what could be chosen lies about where it does. This is its share of all choices as a conditional logit sees
// them: minimum Bayes risk decoding (Kumar and Byrne 2004), with a loss of 1 for less than half in common.

import { clamp } from "../../signal/clamp.ts";
import { firstIndex } from "../../signal/first-index.ts";
import type { Candidates } from "./moment-candidates.ts";

/** Stretches with this much in common are one choice. */
const SAME = 0.5;
/** Logarithms of shares, against an even chance of all places, that count 0 and 1: of an hour's, nearly all lie between. */
const LOG_ODDS = { min: -4.5, full: 6 } as const;

/**
 * For each candidate the support that it has in the others, 0 to 1.
 * @param candidates ascending by start
 * @param utility logarithm of how readily each would be chosen
 */
export function supportOf({ startS, endS }: Candidates, utility: ArrayLike<number>): Float32Array {
  const count = startS.length;
  let highest = Number.NEGATIVE_INFINITY;
  let maxLengthS = 0;
  let lengthsS = 0;
  let lastS = 0;
  for (let index = 0; index < count; index += 1) {
    highest = Math.max(highest, utility[index] ?? 0);
    const lengthS = (endS[index] ?? 0) - (startS[index] ?? 0);
    maxLengthS = Math.max(maxLengthS, lengthS);
    lengthsS += lengthS;
    lastS = Math.max(lastS, endS[index] ?? 0);
  }
  const places = Math.max(1, (lastS - (startS[0] ?? 0)) / (lengthsS / count));
  const weights = Float64Array.from(utility, (each) => Math.exp(each - highest));
  const total = weights.reduce((sum, each) => sum + each, 0);
  return Float32Array.from(startS, (fromS, index) => {
    const toS = endS[index] ?? 0;
    let share = 0;
    const nearest = firstIndex(count, (other) => (startS[other] ?? 0) < fromS - maxLengthS);
    for (let other = nearest; other < count; other += 1) {
      const otherFromS = startS[other] ?? 0;
      if (otherFromS >= toS) break;
      const otherToS = endS[other] ?? 0;
      const sharedS = Math.min(toS, otherToS) - Math.max(fromS, otherFromS);
      if (sharedS >= SAME * (Math.max(toS, otherToS) - Math.min(fromS, otherFromS))) {
        share += weights[other] ?? 0;
      }
    }
    const log = Math.log((share / total) * places);
    return clamp((log - LOG_ODDS.min) / (LOG_ODDS.full - LOG_ODDS.min));
  });
}
