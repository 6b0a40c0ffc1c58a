// How a clause serves as the title by what a network says of the clip's words: how likely an editor is to choose a title
// that begins with a word, ends with it, has it inside, and is of its sentence. It read the clip, so that it can tell what is the
// point, what somebody else is quoted with, and what nobody understands alone.
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { isGlossed } from "../glosses/gloss-sources.ts";
import type { SpeechLanguage } from "../language/speech-language.ts";
import { type JudgedText, TITLE_COLUMNS, TITLE_NUMBERS } from "../sentences/sentence-judgements.ts";
import { splitSentences } from "../sentences/sentences.ts";
import { hasEnglishStopWords } from "./english-words.ts";
import type { Clause } from "./title-clauses.ts";
import { titleRows, type WordPlace } from "./title-rows.ts";
import { isMostlyUnspaced } from "./unspaced-title.ts";

export interface TitleRatings {
  /** Of each word of the clip. */
  readonly places: readonly WordPlace[];
  /** [rows, 1 + SENTENCE_TOKENS, TITLE_COLUMNS]: what stands before the first token of a row, and its tokens. */
  readonly values: Float32Array;
}

const [ROW, OPENS, CLOSES, INSIDE] = [0, 1, 2, 3] as const;

/** How much what the rules say counts beside it: the logarithm of their strength, as it was learned with the ratings. */
const RULES = 0.67;
/** Clauses of more words are titles only where nothing else is one. */
const MAX_WORDS = 12;
const TOO_LONG = -1_000;

/** The logarithm of how likely words, from one to another, are to be chosen, up to a constant. */
function rateWords({ places, values }: TitleRatings, firstWord: number, lastWord: number): number {
  const said = (row: number, token: number, column: number): number =>
    values[row * TITLE_NUMBERS + token * TITLE_COLUMNS + column] ?? 0;
  const tokens = places
    .slice(firstWord, lastWord + 1)
    .flatMap(({ row, from, to }) =>
      Array.from({ length: to - from }, (_, index) => [row, 1 + from + index] as const),
    );
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const inside = tokens.reduce((sum, token) => sum + said(...token, INSIDE), 0) / tokens.length;
  return said(first[0], 0, ROW) + said(...first, OPENS) + said(...last, CLOSES) + inside;
}

/** Words of a text, both ends included. */
export interface WordRun {
  readonly firstWord: number;
  readonly lastWord: number;
}

/**
 * The logarithm of how well words serve as the title, among others of one clip: by rules alone where no model rates words;
 * -Infinity for what the rules say is no title at all.
 */
export function rateRun(
  { firstWord, lastWord }: WordRun,
  byRules: number,
  ratings: TitleRatings | null,
): number {
  if (ratings === null) return Math.log(byRules);
  return RULES * Math.log(byRules) + rateWords(ratings, firstWord, lastWord);
}

/** The same of a clause (see title-strength). */
export function ratedStrength(clause: Clause, byRules: number, ratings: TitleRatings | null): number {
  const [first, last] = [clause.tokens[0], clause.tokens.at(-1)];
  const length = ratings !== null && clause.tokens.length > MAX_WORDS ? TOO_LONG : 0;
  return length + rateRun({ firstWord: first?.word ?? 0, lastWord: last?.word ?? 0 }, byRules, ratings);
}

/**
 * What a model says of a clip's words, shown in rows; null where it says nothing, and where the words are neither English nor
 * of a language that has a gloss; of what is written without spaces no sentence is a title by its words.
 * @param language of what they are a part of, where that is known
 */
export async function rateTitleWords(
  words: readonly SpokenWord[],
  rateRows: (rows: JudgedText) => Promise<Float32Array | null>,
  language?: SpeechLanguage,
): Promise<TitleRatings | null> {
  const text = splitSentences(words, undefined, language);
  const isRead = isGlossed(text.language) && !isMostlyUnspaced(text);
  if (!isRead && !hasEnglishStopWords(text)) return null;
  const { text: rows, places } = titleRows(text);
  const values = await rateRows(rows);
  return values === null ? null : { places, values };
}
