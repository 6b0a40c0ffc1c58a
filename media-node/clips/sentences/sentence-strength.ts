// How strong a sentence is when it stands alone, as a line that people quote: what its words are like, how
// short it is, and whether it needs anything before it.

import { WORD, type WordKind } from "../../senses/meaning/text-lexicon.ts";
import { standsAlone } from "./sentence-openings.ts";
import type { SpokenText } from "./sentences.ts";

/** What one word of a kind adds; a second one adds half as much, further ones nothing. */
const ADDS: readonly (readonly [WordKind, number])[] = [
  ["emotion", 0.22],
  ["superlative", 0.18],
  ["curiosity", 0.18],
  ["contrast", 0.15],
  ["number", 0.15],
  ["address", 0.08],
];
const PLAIN = 0.12;
const QUESTION = 0.15;
const MIN_WORDS = 4;
const MAX_QUOTED_WORDS = 14;
/** Characters of a Word that carry content, at least so many per sentence. */
const MIN_CONTENT = 2;

/** How many words of a kind (a flag of WORD) stand from `from` up to but not including `to`. */
export function countWords(
  { flags }: Pick<SpokenText, "flags">,
  kind: number,
  from: number,
  to: number,
): number {
  let count = 0;
  for (let index = from; index < to; index += 1) if (((flags[index] ?? 0) & kind) !== 0) count += 1;
  return count;
}

/**
 * How strong a sentence is as a line that is quoted, 0 to 1; 0 for one of next to no content words, and for
 * housekeeping. The words that count are English ones.
 * @param index of the sentence
 */
export function sentenceStrength(text: SpokenText, index: number): number {
  const sentence = text.sentences[index];
  if (sentence === undefined) return 0;
  const { firstWord, endWord } = sentence;
  const length = endWord - firstWord;
  const content = length - countWords(text, WORD.stop, firstWord, endWord);
  if (content < MIN_CONTENT || countWords(text, WORD.housekeeping, firstWord, endWord) > 0) return 0;
  let strength = PLAIN + (sentence.isQuestion ? QUESTION : 0);
  for (const [kind, adds] of ADDS) {
    const count = countWords(text, WORD[kind], firstWord, endWord);
    strength += adds * (Math.min(1, count) + (count > 1 ? 0.5 : 0));
  }
  const tooShort = Math.min(1, length / MIN_WORDS);
  const tooLong = Math.min(1, MAX_QUOTED_WORDS / length) ** 2;
  const alone = 0.4 + 0.6 * standsAlone(text, index);
  return Math.min(1, strength * tooShort * tooLong * alone);
}
