// What choosing moments must beat: ways to choose that anybody could write in ten minutes and that read nothing.

import type { Span } from "../../media-node/signal/span.ts";
import type { SpokenWord } from "../../media-node/signal/spoken-word.ts";
import { sentencesOf } from "./clip-edges.ts";

/** Between the 20 and 60 s that are asked for. */
const LENGTH_S = 40;

function around(middleS: number): Span {
  return { startS: middleS - LENGTH_S / 2, endS: middleS + LENGTH_S / 2 };
}

/** Evenly spaced; the order says nothing. */
export function evenlySpaced(range: Span, count: number): Span[] {
  const stepS = (range.endS - range.startS) / count;
  return Array.from({ length: count }, (_, index) => around(range.startS + (index + 0.5) * stepS));
}

/** The surroundings of the longest sentences, longest first, none overlapping another. */
export function aroundLongestSentences(words: readonly SpokenWord[], count: number): Span[] {
  const longestFirst = sentencesOf(words).toSorted((a, b) => b.endS - b.startS - (a.endS - a.startS));
  const chosen: Span[] = [];
  for (const { startS, endS } of longestFirst) {
    const stretch = around((startS + endS) / 2);
    const isFree = chosen.every((other) => stretch.startS >= other.endS || stretch.endS <= other.startS);
    if (isFree && chosen.length < count) chosen.push(stretch);
  }
  return chosen;
}
