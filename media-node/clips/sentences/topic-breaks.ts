// Where a talk turns to something else, between its sentences: a longer pause than usual, words that nobody used just
// before (TextTiling, Hearst 1997: the similarity of the blocks of sentences on either side has a valley), and phrases
// that announce it. A clip that runs over such a place is two halves of two things.

import { cosine, inverseDocumentFrequencies, weigh } from "../../senses/meaning/text-similarity.ts";
import { clamp } from "../../signal/clamp.ts";
import { percentile } from "../../signal/percentile.ts";
import { type SpokenText, stemsBetween } from "./sentences.ts";

/** Sentences on either side that are compared. */
const BLOCK = 4;
/** A pause this much longer than the usual one between sentences says that something new begins. */
const SATURATING_PAUSE_S = 1.2;
/** A valley this deep is one between two subjects. */
const SATURATING_DEPTH = 0.35;
const ANNOUNCES =
  /^(?:okay|ok|alright|all right|now let's|let's (?:move|turn|talk|look)|let us (?:move|turn|talk|look)|moving on|next up|finally|lastly|the next|another thing|so with that|on this slide|on the next|that brings)\b/;
const SHARES = { pause: 0.6, valley: 0.4, announced: 0.3 } as const;

/** Cosine of the words before and after each sentence's beginning. */
function cohesion(text: SpokenText): number[] {
  const { sentences } = text;
  const documents = sentences.map(({ firstWord, endWord }) => stemsBetween(text, firstWord, endWord));
  const idf = inverseDocumentFrequencies(documents);
  return sentences.map((_, index) => {
    const before = documents.slice(Math.max(0, index - BLOCK), index).flat();
    const after = documents.slice(index, index + BLOCK).flat();
    return cosine(weigh(before, idf), weigh(after, idf));
  });
}

/** How far a place lies below the higher places to its left and right. */
function valleyDepth(similarity: readonly number[], index: number): number {
  const at = similarity[index] ?? 0;
  const near = (from: number, to: number): number => Math.max(at, ...similarity.slice(Math.max(1, from), to));
  return (near(index - BLOCK, index) - at + near(index + 1, index + BLOCK + 1) - at) / 2;
}

/** For each sentence how much a new subject begins with it, 0 to 1; the first one's is 1. */
export function topicBreaks(text: SpokenText): Float32Array {
  const { sentences, signs } = text;
  const gaps = sentences.slice(1).map(({ gapBeforeS }) => gapBeforeS);
  const medianS = percentile(gaps, 0.5);
  const similarity = cohesion(text);
  return Float32Array.from(sentences, ({ gapBeforeS, firstWord }, index) => {
    if (index === 0) return 1;
    const pause = clamp((gapBeforeS - medianS) / SATURATING_PAUSE_S);
    const valley = Math.min(1, valleyDepth(similarity, index) / SATURATING_DEPTH);
    const isAnnounced = ANNOUNCES.test(signs.slice(firstWord, firstWord + 4).join(" "));
    const sum = SHARES.pause * pause + SHARES.valley * valley + (isAnnounced ? SHARES.announced : 0);
    return Math.min(1, sum);
  });
}
