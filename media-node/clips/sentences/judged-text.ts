// A source as a sentence judge reads it: in English, or in the English of its words where its language has a gloss.

import { glossWords, isGlossed } from "../glosses/gloss-words.ts";
import type { JudgedText } from "./sentence-judgements.ts";
import { type SpokenText, textBetween } from "./sentences.ts";

/** What is said between two words, in English where its language has a gloss. */
function readBetween(text: SpokenText, firstWord: number, endWord: number): string {
  if (!isGlossed(text.language)) return textBetween(text, firstWord, endWord);
  const said = text.words.slice(firstWord, endWord).map((word) => word.text);
  return glossWords(said, text.language)
    .filter((word) => word !== "")
    .join(" ");
}

/** All sentences of a text, in order. */
export function judgedText(text: SpokenText): JudgedText {
  const sentences = text.sentences.map(({ firstWord, endWord, startS, endS, gapBeforeS, startsTurn }) => ({
    text: readBetween(text, firstWord, endWord),
    startsTurn,
    gapBeforeS,
    durationS: endS - startS,
  }));
  return { sentences, isPunctuated: text.isPunctuated };
}
