// A title in a language that is not taken apart: a whole short sentence as it is written, rather one that is understood by
// itself, and rather a statement than a question; else one that trails off, or the first clause of a longer one. What it can
// do without at its beginning is left out.
import { wordsOfLanguage } from "../../language/speech-language.ts";
import { isUnfinished } from "../../sentences/sentence-pauses.ts";
import { keysBetween, type SpokenText } from "../../sentences/sentences.ts";
import { NEVER_LAST, SELDOM_LAST } from "../clauses/clause-words.ts";
import { MAX_TITLE_LENGTH, readableWords } from "../readable-text.ts";
import { rateRun, type TitleRatings, type WordRun } from "../title-ratings.ts";
import { readUtterances, type Utterance } from "../title-tokens.ts";
import { endOfMainClause } from "./main-clauses.ts";
import { understoodAlone } from "./understood-alone.ts";

const MAX_WORDS = 12;
/** Fewer words answer what is not in the title. */
const MIN_WORDS = 3;
const QUESTION_FACTOR = 0.7;
/** Of a welcome or a goodbye. */
const ASIDE_FACTOR = 0.1;
/** Longer titles say more, up to so many words. */
const ENOUGH_WORDS = 8;
/** Who agrees has said nothing that a reader knows. */
const AGREEING_FACTOR = 0.2;
const AGREEING = new Set(["yeah", "right", "exactly", "okay", "no"]);
/** What trails off, or is a part of a sentence, and how many words say something then. */
const PART_FACTOR = 0.6;
const MIN_PART_WORDS = 5;
const QUOTES = /["“”„«»「」『』]/;

interface ShortTitle extends WordRun {
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

/** "Zerstört wird, ja": who agrees with somebody says again what was said. */
function agrees({ words, signs }: SpokenText, endWord: number): boolean {
  return AGREEING.has(signs[endWord - 1] ?? "") && /,$/.test(words[endWord - 2]?.text ?? "");
}

/** "…, oder?" asks nothing: the statement before it is the title. */
function withoutTag(title: string, { language }: SpokenText): string {
  const [, statement = "", tag = ""] = /^(.*\S)[,.]\s*¿?([^,¿]{1,20})\?$/u.exec(title) ?? [];
  const isTag = wordsOfLanguage(language)?.table.tags.test(tag.toLowerCase()) === true;
  return isTag ? statement : title;
}

/** A sentence as a title, or its first clause. */
function titleOf(text: SpokenText, { tokens, firstSentence, endSentence, hasEnd }: Utterance): ShortTitle {
  const { firstWord = 0 } = text.sentences[firstSentence] ?? {};
  const { endWord = 0, isQuestion = false } = text.sentences[endSentence - 1] ?? {};
  const title = withoutTag(withoutStop(readableWords(text, firstWord, endWord, isQuestion)), text);
  const understood = understoodAlone(title, text.language);
  const says = Math.min(1, tokens.length / ENOUGH_WORDS);
  const factors = [
    [isQuestion && title.endsWith("?"), QUESTION_FACTOR],
    [isAside(text, firstWord, endWord), ASIDE_FACTOR],
    [agrees(text, endWord), AGREEING_FACTOR],
    [text.language !== "en" && !hasEnd, PART_FACTOR],
  ] as const;
  const strength = factors.reduce((left, [isSo, factor]) => (isSo ? left * factor : left), understood * says);
  return { title, strength, firstWord, lastWord: endWord - 1 };
}

/** The first clause of a sentence that is too long. */
function clauseOf(text: SpokenText, utterance: Utterance): ShortTitle[] {
  const { firstWord = 0 } = text.sentences[utterance.firstSentence] ?? {};
  const { endWord = 0 } = text.sentences[utterance.endSentence - 1] ?? {};
  const end = utterance.hasStart ? endOfMainClause(text, firstWord, endWord) : null;
  if (end === null) return [];
  const written = readableWords(text, firstWord, end);
  const count = end - firstWord;
  if (count < MIN_PART_WORDS || count > MAX_WORDS || QUOTES.test(written) || isAside(text, firstWord, end))
    return [];
  const says = Math.min(1, count / ENOUGH_WORDS);
  const strength = understoodAlone(written, text.language) * says * PART_FACTOR;
  return [{ title: written, strength, firstWord, lastWord: end - 1 }];
}

/** What begins a clause that so few words hardly end: "…, weil sonst hatte ich..." */
const BEGINS_CLAUSE = new Set(["because", "cause", "which", "but"]);
const MIN_CLAUSE_WORDS = 5;

/** Whether a sentence of another language that trails off has said enough by then. */
function saysEnough({ language, signs, sentences }: SpokenText, utterance: Utterance): boolean {
  const { firstWord = 0 } = sentences[utterance.firstSentence] ?? {};
  const { endWord = 0 } = sentences[utterance.endSentence - 1] ?? {};
  const last = signs.slice(Math.max(firstWord, endWord - MIN_CLAUSE_WORDS), endWord);
  const isMidway =
    isUnfinished(last.at(-1) ?? "") ||
    last.some((sign) => BEGINS_CLAUSE.has(sign)) ||
    AGREEING.has(signs[firstWord] ?? "");
  return language !== "en" && utterance.trailsOff && !isMidway && utterance.tokens.length >= MIN_PART_WORDS;
}

function mayBeTitle(text: SpokenText, utterance: Utterance): boolean {
  const { hasStart, hasEnd, tokens } = utterance;
  const isShort = (text.language === "en" || tokens.length >= MIN_WORDS) && tokens.length <= MAX_WORDS;
  const breaksOff = tokens.some(
    ({ mark, text: written }, at) =>
      (mark === "break" && (hasEnd || at < tokens.length - 1)) || QUOTES.test(written),
  );
  const isCut = text.language === "en" && mayNotEnd(tokens.at(-1)?.key ?? "");
  return hasStart && (hasEnd || saysEnough(text, utterance)) && isShort && !breaksOff && !isCut;
}

/**
 * The best whole short sentence, by what a model says of its words where one does; undefined where there is none. Of a language
 * that nothing tells the longest is.
 */
export function findShortSentence(text: SpokenText, ratings: TitleRatings | null = null): string | undefined {
  const titles = readUtterances(text)
    .flatMap((utterance) =>
      mayBeTitle(text, utterance) ? [titleOf(text, utterance)] : clauseOf(text, utterance),
    )
    .filter(({ title }) => title.length <= MAX_TITLE_LENGTH)
    .map((title) => ({ ...title, rated: rateRun(title, title.strength, ratings) }));
  const better = (a: (typeof titles)[number], b: (typeof titles)[number]): number =>
    (text.language === "en" ? 0 : b.rated - a.rated) || b.title.length - a.title.length;
  return titles.toSorted(better)[0]?.title;
}
