// The sentences of a source as a sentence judge reads them.
import type { JudgedSentence } from "./sentence-judgements.ts";
import { type SpokenText, textBetween } from "./sentences.ts";

/** All sentences of a text, in order. */
export function judgedSentences(text: SpokenText): JudgedSentence[] {
  return text.sentences.map(({ firstWord, endWord, startS, endS, gapBeforeS, startsTurn }) => ({
    text: textBetween(text, firstWord, endWord),
    startsTurn,
    gapBeforeS,
    durationS: endS - startS,
  }));
}
