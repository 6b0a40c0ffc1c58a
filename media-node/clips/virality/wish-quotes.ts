// Which sentence of a clip shows that it meets a wish. Of a long sentence only a clause is quoted, and a sentence beside
// the one that names a subject is relevant too: a quotation that lacks the words shows nothing.

import { type SpokenText, textBetween } from "../sentences/sentences.ts";
import { quoteSentence } from "../titles/clip-quotes.ts";
import { NEIGHBOUR_SHARE, stemsIn, type Wish, type Wishes } from "../wishes/wish-relevance.ts";

/**
 * The sentence, from one index up to but not including another, whose quotation in at most `maxLength` characters has a
 * word of the wish, of several words the rarest; where none has one of them, the one of the most relevance by its meaning; null where nothing shows it.
 */
export function sentenceShowing(
  text: SpokenText,
  wishes: Wishes,
  wish: Wish,
  span: { readonly from: number; readonly to: number; readonly maxLength: number },
): number | null {
  const relevance = wishes[wish] ?? new Float32Array();
  const relevanceAt = (sentence: number): number => relevance[sentence] ?? 0;
  const ranked = Array.from({ length: Math.max(0, span.to - span.from) }, (_, index) => span.from + index)
    .filter((sentence) => relevanceAt(sentence) > 0)
    .sort((a, b) => relevanceAt(b) - relevanceAt(a));
  const names = (said: string): boolean => {
    const stems = stemsIn(said, text.language);
    const isTopic = wish === "topic" && wishes.telling.size > 0;
    return [...(isTopic ? wishes.telling : wishes.named[wish])].some((stem) => stems.has(stem));
  };
  const quoteOf = (sentence: number): string => quoteSentence(text, sentence, span.maxLength) ?? "";
  const naming = ranked.filter((sentence) => {
    const { firstWord = 0, endWord = 0 } = text.sentences[sentence] ?? {};
    return names(textBetween(text, firstWord, endWord));
  });
  if (naming.length > 0) return naming.find((sentence) => names(quoteOf(sentence))) ?? null;
  // A share of its neighbours' relevance says nothing of a sentence's own words.
  return ranked.find((sentence) => relevanceAt(sentence) > NEIGHBOUR_SHARE) ?? null;
}
