// How loud the people still are where moments of a match are cut off: their rise over the usual at the cut, as a share of
// the highest that the moment has, by what the match was made of and not by what was heard of it.
import type { FoundMoment } from "../../../media-node/highlights/moments/find-highlights.ts";
import type { MatchTruth } from "./synthetic-match.ts";

const STEP_S = 0.1;
/** Less than this is no outburst that could be cut off, dB. */
const MIN_OUTBURST_DB = 4;
/** A cut at more than this share of the rise lies inside of the cheering. */
const CALM_SHARE = 0.5;

export interface CheeringAtCut {
  /** Of the highest rise, dB to dB. */
  readonly share: number;
  readonly isInside: boolean;
}

/** Of a moment's end; 0 where nobody cheers in it. */
export function cheeringAtCut(
  { startS, endS }: Pick<FoundMoment, "startS" | "endS">,
  { crowdRiseDb }: Pick<MatchTruth, "crowdRiseDb">,
): CheeringAtCut {
  const count = Math.max(1, Math.floor((endS - startS) / STEP_S));
  const rises = Array.from({ length: count }, (_, step) => crowdRiseDb(startS + step * STEP_S));
  const highest = Math.max(...rises);
  const share = highest < MIN_OUTBURST_DB ? 0 : crowdRiseDb(endS) / highest;
  return { share, isInside: share > CALM_SHARE };
}
