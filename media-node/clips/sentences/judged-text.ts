// A source as a sentence judge reads it: in English, or in the English of its words where its language has a gloss. What a
// guest says in English among others is read as it is.
import { isGlossed } from "../glosses/gloss-sources.ts";
import { glossText } from "../glosses/gloss-words.ts";
import { countEnglishAlone } from "../language/speech-language.ts";
import type { JudgedText } from "./sentence-judgements.ts";
import { type Sentence, type SpokenText, textBetween } from "./sentences.ts";

/** One sentence may have no little word: its language is that of so many to either side, too. */
const SENTENCES_AROUND = 2;
/**
 * Of the words of five sentences in English 24 % and more are little words of it alone; in German and French at most 12 %, in
 * Danish, which shares some, 16 % (four talks, 2026-12).
 */
const MIN_ENGLISH_SHARE = 0.2;

function isEnglishAround({ sentences, keys }: SpokenText, index: number): boolean {
  const first = sentences[Math.max(0, index - SENTENCES_AROUND)];
  const last = sentences[Math.min(sentences.length - 1, index + SENTENCES_AROUND)];
  const around = keys.slice(first?.firstWord, last?.endWord);
  return countEnglishAlone(around) >= MIN_ENGLISH_SHARE * around.length;
}

function readSentence(text: SpokenText, { firstWord, endWord }: Sentence, index: number): string {
  const said = textBetween(text, firstWord, endWord);
  return isGlossed(text.language) && !isEnglishAround(text, index) ? glossText(said, text.language) : said;
}

/** All sentences of a text, in order. */
export function judgedText(text: SpokenText): JudgedText {
  const sentences = text.sentences.map((sentence, index) => ({
    text: readSentence(text, sentence, index),
    startsTurn: sentence.startsTurn,
    gapBeforeS: sentence.gapBeforeS,
    durationS: sentence.endS - sentence.startS,
  }));
  return { sentences, isPunctuated: text.isPunctuated, isGlossed: isGlossed(text.language) };
}
