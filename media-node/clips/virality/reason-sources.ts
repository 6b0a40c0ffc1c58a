// What a reason is made from, and what is said of one feature.
import type { MomentKind } from "../sentences/moment-kinds.ts";
import type { CutFacts, MomentText } from "../sentences/moment-text.ts";
import { quoteSentence } from "../titles/clip-quotes.ts";
import type { Wishes } from "../wishes/wish-relevance.ts";
import type { FeatureValues } from "./virality-feature-list.ts";

export interface PhraseSources {
  readonly text: MomentText;
  readonly opens: CutFacts | undefined;
  readonly closes: CutFacts | undefined;
  readonly values: FeatureValues;
  readonly shotChanges: number;
  /** What it is posted for, as far as that may be said, and what it most likely is; null where that is not known. */
  readonly kind: MomentKind | null;
  readonly likeliestKind: MomentKind | null;
  /** The sentence in which that is said; null where nothing judged its words. */
  readonly point: number | null;
  readonly wishes: Wishes;
  /** How well its frames show each wish; NaN where that is not known. */
  readonly shown: Readonly<Record<"topic" | "title", number>>;
}

/** Whether anything is said in the clip: music stands between the words of a source, too. */
export function isSpokenIn({ opens, closes }: PhraseSources): boolean {
  return (opens?.nextWord ?? 0) < (closes?.nextWord ?? 0);
}

/** The first sentence that the clip says from its beginning on: it may open inside one. */
export function firstWhole({ text, opens }: Pick<PhraseSources, "text" | "opens">): number {
  const sentence = opens?.nextSentence ?? 0;
  const { firstWord = 0 } = text.text.sentences[sentence] ?? {};
  return firstWord < (opens?.nextWord ?? 0) ? sentence + 1 : sentence;
}

/** Whether somebody speaks as the clip begins. */
export function opensSpoken(clip: PhraseSources): boolean {
  return isSpokenIn(clip) && clip.opens?.opening !== null;
}

/** What is said of a feature: what a clip opens with, what it does, or a sentence that quotes it. */
export interface Phrase {
  readonly opensWith?: string;
  readonly does?: string;
  readonly says?: string;
}
/** All that is said of a clip of which nothing else is. */
export const WHOLE_PIECE = "Holds together as one piece.";
export const MAX_QUOTE_LENGTH = 90;
/** A quoted point has so many words at least; a sentence beside it, which may say less of it, more. */
export const MIN_POINT_WORDS = 3;
export const MIN_BESIDE_WORDS = 6;

/** A sentence in quotation marks after some words; the words alone where nothing whole of it is short enough. */
export function withQuote(phrase: string, { text }: MomentText, sentence: number, joint: string): string {
  const quoted = quoteSentence(text, sentence, MAX_QUOTE_LENGTH)?.replaceAll(/[“”"]/g, "");
  return quoted === undefined ? phrase : `${phrase}${joint}“${quoted.replace(/[\s,;.…]+$/u, "")}”`;
}
