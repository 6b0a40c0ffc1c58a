// A title in a language that is not taken apart: a whole short sentence as it is written, rather one that is understood by
// itself, and rather a statement than a question. What it can do without at its beginning is left out.
import { wordsOfLanguage } from "../../language/speech-language.ts";
import { keysBetween, type SpokenText } from "../../sentences/sentences.ts";
import { NEVER_LAST, SELDOM_LAST } from "../clauses/clause-words.ts";
import { MAX_TITLE_LENGTH, readableWords } from "../readable-text.ts";
import { readUtterances, type Utterance } from "../title-tokens.ts";
import { understoodAlone } from "./understood-alone.ts";

const MAX_WORDS = 12;
/** Fewer words answer what is not in the title. */
const MIN_WORDS = 3;
const QUESTION_FACTOR = 0.7;
/** Of a welcome or a goodbye. */
const ASIDE_FACTOR = 0.1;
/** Longer titles say more, up to so many words. */
const ENOUGH_WORDS = 8;
const QUOTES = /["“”„«»「」『』]/;

interface ShortTitle {
  readonly title: string;
  readonly strength: number;
}

function mayNotEnd(key: string): boolean {
  return NEVER_LAST.has(key) || SELDOM_LAST.has(key);
}

/** The end of a title: a question or a call keeps its mark, as it is written. */
function withoutStop(sentence: string): string {
  return sentence.replace(/(?<![.…])[.。।۔]$/u, "");
}

/** Whether what is said between two words is a welcome, a goodbye or the like, in another language than English. */
export function isAside(text: SpokenText, firstWord: number, endWord: number): boolean {
  const housekeeping = wordsOfLanguage(text.language)?.table.housekeeping;
  return housekeeping?.test(keysBetween(text, firstWord, endWord)) === true;
}

function titleOf(text: SpokenText, { tokens, firstSentence, endSentence }: Utterance): ShortTitle {
  const { firstWord = 0 } = text.sentences[firstSentence] ?? {};
  const { endWord = 0, isQuestion = false } = text.sentences[endSentence - 1] ?? {};
  const title = withoutStop(readableWords(text, firstWord, endWord, isQuestion));
  const understood = understoodAlone(title, text.language);
  const says = Math.min(1, tokens.length / ENOUGH_WORDS);
  const factor = (isQuestion ? QUESTION_FACTOR : 1) * (isAside(text, firstWord, endWord) ? ASIDE_FACTOR : 1);
  return { title, strength: understood * says * factor };
}

function mayBeTitle(text: SpokenText, { hasStart, hasEnd, tokens }: Utterance): boolean {
  const isShort = (text.language === "en" || tokens.length >= MIN_WORDS) && tokens.length <= MAX_WORDS;
  const breaksOff = tokens.some(({ mark, text: written }) => mark === "break" || QUOTES.test(written));
  const isCut = text.language === "en" && mayNotEnd(tokens.at(-1)?.key ?? "");
  return hasStart && hasEnd && isShort && !breaksOff && !isCut;
}

/** The best whole short sentence; undefined where there is none. Of a language that nothing tells the longest is. */
export function findShortSentence(text: SpokenText): string | undefined {
  const titles = readUtterances(text)
    .filter((utterance) => mayBeTitle(text, utterance))
    .map((utterance) => titleOf(text, utterance))
    .filter(({ title }) => title.length <= MAX_TITLE_LENGTH);
  const better = (a: ShortTitle, b: ShortTitle): number =>
    (text.language === "en" ? 0 : b.strength - a.strength) || b.title.length - a.title.length;
  return titles.toSorted(better)[0]?.title;
}
