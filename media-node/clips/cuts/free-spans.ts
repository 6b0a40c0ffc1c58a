// Where in a range a cut breaks no word, as stretches of time rather than as the best places: between words or cues
// anywhere in the gap; where no text is known, in the pauses of the audio, and wherever it is not like speech. The
// places that clips prefer are fewer (see cut-points); these are for counting how many clips there is room for.

import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import { cueFreeGaps, sortCues } from "../../signal/cues.ts";
import type { Span } from "../../signal/span.ts";
import { type CutPointSources, findCutPoints, isSpeech } from "./cut-points.ts";

/** So short a part of the audio is judged by itself: a phrase at the end of a long quiet stretch is speech too. */
const PART_S = 0.25;

function hasSpeech(audio: AudioAnalysis | null, fromS: number, toS: number): boolean {
  for (let timeS = fromS; timeS < toS; timeS += PART_S) {
    if (isSpeech(audio, timeS, Math.min(timeS + PART_S, toS))) return true;
  }
  return false;
}

/** The pauses of the audio, joined where no speech is heard between them; so are the ends of the range. */
function unspokenSpans(sources: CutPointSources): Span[] {
  const { audio, range } = sources;
  const points = findCutPoints(sources);
  const ends = [range.startS, range.endS].map((timeS) => ({ startS: timeS, endS: timeS }));
  const joined: Span[] = [];
  for (const { startS, endS } of [...points, ...ends].sort((a, b) => a.startS - b.startS)) {
    const last = joined.at(-1);
    const toS = Math.min(endS, range.endS);
    if (last === undefined || hasSpeech(audio, last.endS, startS)) {
      joined.push({ startS: Math.max(startS, range.startS), endS: toS });
    } else joined[joined.length - 1] = { startS: last.startS, endS: Math.max(last.endS, toS) };
  }
  // An end of the range that lies in speech is none.
  return joined.filter(
    (span) =>
      span.endS > span.startS ||
      points.some(({ startS, endS }) => startS <= span.startS && endS >= span.endS),
  );
}

/** Stretches of the range, ascending and disjoint, in which a clip may begin or end at any time. */
export function freeSpans(sources: CutPointSources): Span[] {
  return sources.units.length > 0
    ? cueFreeGaps(sortCues(sources.units), sources.range)
    : unspokenSpans(sources);
}
