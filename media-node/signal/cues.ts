// Subtitle cues as evidence: where words are, where sentences begin and end, what is asked. A cue is treated like one
// long word, because its text says nothing about the times inside it.
import type { Span } from "./span.ts";

export interface Cue extends Span {
  /** Words as `spreadWords` reads them. */
  readonly text: string;
  /** Which of its words begin a speaker's turn; missing where nothing in the subtitles says so. */
  readonly turnsAtWord?: readonly number[];
}

/** Times closer than this are one time: subtitle formats have milliseconds. */
export const CUE_EPSILON_S = 0.001;

/** Cues that have a length, ascending by start. */
export function sortCues(cues: readonly Cue[]): Cue[] {
  return cues.filter((cue) => cue.endS - cue.startS > CUE_EPSILON_S).sort((a, b) => a.startS - b.startS);
}

/**
 * The stretches of `range` in which no cue is shown, ascending. Cues that only touch leave a gap without length
 * between them, which is a legal place to cut; cues that overlap leave none.
 */
export function cueFreeGaps(sortedCues: readonly Cue[], range: Span): Span[] {
  const gaps: Span[] = [];
  let coveredToS = range.startS;
  for (const cue of sortedCues) {
    if (cue.endS <= range.startS + CUE_EPSILON_S) continue;
    if (cue.startS > range.endS) break;
    if (cue.startS >= coveredToS - CUE_EPSILON_S) {
      gaps.push({ startS: Math.min(coveredToS, cue.startS), endS: cue.startS });
    }
    coveredToS = Math.max(coveredToS, cue.endS);
  }
  if (coveredToS <= range.endS) gaps.push({ startS: coveredToS, endS: range.endS });
  return gaps;
}
