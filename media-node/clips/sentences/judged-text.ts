// A source as a sentence judge reads it.
import type { JudgedText } from "./sentence-judgements.ts";
import { type SpokenText, textBetween } from "./sentences.ts";

/** All sentences of a text, in order. */
export function judgedText(text: SpokenText): JudgedText {
  const sentences = text.sentences.map(({ firstWord, endWord, startS, endS, gapBeforeS, startsTurn }) => ({
    text: textBetween(text, firstWord, endWord),
    startsTurn,
    gapBeforeS,
    durationS: endS - startS,
  }));
  return { sentences, isPunctuated: text.isPunctuated };
}
