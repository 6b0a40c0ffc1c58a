// Where a clip of a source with words may be cut: between sentences, or, when that leaves nothing, between clauses or
// words; and in the stretches where nobody speaks, wherever audio and video allow. A cut lies in the pause of the
// audio between two words where the two agree, else in the middle of the gap between their times: at least 40 ms from
// either word where the gap has that much room.

import { CUE_EPSILON_S, cueFreeGaps, sortCues } from "../../signal/cues.ts";
import { type CutPoint, cutPoint } from "../../signal/cut-point.ts";
import type { Span } from "../../signal/span.ts";
import { type Boundary, type MomentText, WORDLESS_S } from "../sentences/moment-text.ts";
import { type CutPointSources, findCutPoints } from "./cut-points.ts";

export interface SentenceCutSources extends CutPointSources {
  readonly text: MomentText;
  /** The weakest place between words that may be cut. */
  readonly minBoundary: Boundary;
}

/** A pause of the audio narrower than this inside a gap is not trusted more than the words' times. */
const MIN_PAUSE_S = 0.12;
/** From this width a gap without a pause of the audio is heard as one. */
const PAUSE_GAP_S = 0.2;

/** The cut point of a gap between words: the widest pause that the audio has in it, else the gap itself. */
function betweenWords(gap: Span, inside: readonly CutPoint[]): CutPoint {
  let widest: CutPoint | undefined;
  for (const point of inside) {
    const widthS = point.endS - point.startS;
    if (widthS >= MIN_PAUSE_S && (widest === undefined || widthS > widest.endS - widest.startS))
      widest = point;
  }
  return widest ?? cutPoint(gap, gap.endS - gap.startS >= PAUSE_GAP_S ? "pause" : "gap", 0);
}

function isAtEndOf(range: Span, gap: Span): boolean {
  return gap.startS <= range.startS + CUE_EPSILON_S || gap.endS >= range.endS - CUE_EPSILON_S;
}

/** Cut points ascending and disjoint. */
export function findSentenceCuts(sources: SentenceCutSources): CutPoint[] {
  const { units, text, range, minBoundary } = sources;
  const heard = findCutPoints(sources);
  const found: CutPoint[] = [];
  let next = 0;
  for (const gap of cueFreeGaps(sortCues(units), range)) {
    while (next < heard.length && (heard[next]?.startS ?? 0) < gap.startS - CUE_EPSILON_S) next += 1;
    const inside: CutPoint[] = [];
    for (; next < heard.length && (heard[next]?.endS ?? 0) <= gap.endS + CUE_EPSILON_S; next += 1) {
      inside.push(heard[next] as CutPoint);
    }
    // The range itself may begin or end inside a sentence.
    if (text.factsAt(gap).boundary < minBoundary) continue;
    if (isAtEndOf(range, gap) || gap.endS - gap.startS > WORDLESS_S) found.push(...inside);
    else found.push(betweenWords(gap, inside));
  }
  return found;
}
