// A source as a sentence judge reads it: in English, or in the English of its words where its language has a gloss.

import { isGlossed } from "../glosses/gloss-sources.ts";
import { glossText } from "../glosses/gloss-words.ts";
import type { JudgedText } from "./sentence-judgements.ts";
import { type SpokenText, textBetween } from "./sentences.ts";

/** What is said between two words, in English where its language has a gloss. */
function readBetween(text: SpokenText, firstWord: number, endWord: number): string {
  const said = textBetween(text, firstWord, endWord);
  return isGlossed(text.language) ? glossText(said, text.language) : said;
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
