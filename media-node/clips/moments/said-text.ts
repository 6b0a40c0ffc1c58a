// What is said between two words, made comparable: weights of its stems, and which three words in a row it has. The words
// are read once; a stretch then costs its own length.

import { WORD } from "../../senses/meaning/text-lexicon.ts";
import { cosine, inverseDocumentFrequencies, weigh } from "../../senses/meaning/text-similarity.ts";
import { stemsOfLanguage } from "../language/language-stems.ts";
import type { SpokenText } from "../sentences/sentences.ts";

/** Parts of one talk share their topic (0.2 to 0.4); above this they say the same. */
const ALIKE = 0.62;
/** Share of the shorter one's trigrams that the other has too: above this, it is said once more. */
const REPEATED = 0.3;
/** Stretches so short that a word or two decide are not compared. */
const MIN_STEMS = 5;

export interface SaidText {
  readonly weights: ReadonlyMap<string, number>;
  /** Numbers of its trigrams: the same three words have the same number. */
  readonly trigrams: ReadonlySet<number>;
}

/** Reads stretches of words, from an index up to but not including another; null where there is too little to compare. */
export type ReadSaid = (fromWord: number, toWord: number) => SaidText | null;

function numberTrigrams(keys: readonly string[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(keys, (key, index) => {
    const trigram = `${key} ${keys[index + 1]} ${keys[index + 2]}`;
    const known = numbers.get(trigram) ?? numbers.size;
    numbers.set(trigram, known);
    return known;
  });
}

/** Prepares a text for comparing stretches of it; which words are rare is told by its own sentences. */
export function createSaidReader({ keys, flags, language, sentences }: SpokenText): ReadSaid {
  const stemOf = stemsOfLanguage(language);
  const isContent = (index: number): boolean => keys[index] !== "" && ((flags[index] ?? 0) & WORD.stop) === 0;
  const stems = keys.map((key, index) => (isContent(index) ? stemOf(key) : ""));
  const stemsOf = (from: number, to: number): string[] => stems.slice(from, to).filter((stem) => stem !== "");
  const idf = inverseDocumentFrequencies(
    sentences.map(({ firstWord, endWord }) => stemsOf(firstWord, endWord)),
  );
  const trigrams = numberTrigrams(keys);
  return (from, to) => {
    const said = stemsOf(from, to);
    if (said.length < MIN_STEMS) return null;
    return { weights: weigh(said, idf), trigrams: new Set(trigrams.subarray(from, Math.max(from, to - 2))) };
  };
}

/** How much of their particular words two have in common, 0 to 1. */
export function subjectsShared(a: SaidText | null, b: SaidText | null): number {
  return a === null || b === null ? 0 : cosine(a.weights, b.weights);
}

/** Whether two say the same: much the same words, or whole sentences again. */
export function areAlike(a: SaidText | null, b: SaidText | null): boolean {
  if (a === null || b === null) return false;
  let shared = 0;
  for (const trigram of a.trigrams) if (b.trigrams.has(trigram)) shared += 1;
  const isRepeated = shared > REPEATED * Math.min(a.trigrams.size, b.trigrams.size);
  return isRepeated || cosine(a.weights, b.weights) > ALIKE;
}
