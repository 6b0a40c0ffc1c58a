// Which moments a reel shows: the best ones that fit its length, in the order of time. The very best is always among
// them, however long it is. An exact search for the fullest reel was rejected: it would trade the second-best moment for
// two that fit better.
import { clamp } from "../../signal/clamp.ts";
import type { Span } from "../../signal/span.ts";

const MIN_REEL_S = 60;
const MAX_REEL_S = 300;
const SHORT_MATCH_S = 15 * 60;
const LONG_MATCH_S = 60 * 60;
/** A reel that shows more than this of its source is no choice. */
const MAX_SHARE_OF_SOURCE = 0.5;
/** By how much moments may exceed the asked length: a whole moment is worth more than a round number. */
const TOLERANCE = 1.1;
/** Moments that are less exciting than this share of the best one do not belong beside it. */
const MIN_SHARE_OF_BEST = 0.35;

/** How long a reel is unless the operator says otherwise: a minute of a short source, five of an hour. */
export function defaultReelLengthS(scoredS: number): number {
  const share = (scoredS - SHORT_MATCH_S) / (LONG_MATCH_S - SHORT_MATCH_S);
  const lengthS = MIN_REEL_S + clamp(share) * (MAX_REEL_S - MIN_REEL_S);
  return Math.min(lengthS, MAX_SHARE_OF_SOURCE * scoredS);
}

/** The reel's moments in the order of time. @param ranked best first */
export function selectReel<M extends Span & { readonly score: number }>(
  ranked: readonly M[],
  reelLengthS: number,
): M[] {
  const minScore = MIN_SHARE_OF_BEST * (ranked[0]?.score ?? 0);
  const chosen: M[] = [];
  let lengthS = 0;
  for (const moment of ranked) {
    const momentS = moment.endS - moment.startS;
    const isFitting = chosen.length === 0 || lengthS + momentS <= TOLERANCE * reelLengthS;
    if (!isFitting || moment.score < minScore) continue;
    chosen.push(moment);
    lengthS += momentS;
  }
  return chosen.sort((a, b) => a.startS - b.startS);
}
