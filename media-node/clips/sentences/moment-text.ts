// What is said, as it bears on the cut points of a range: which sentence begins or ends at a cut, how well a clip could
// open or close there, how catchy its first words are. Prepared once, so that a pair of cut points is judged in constant
// time. Without words everything is neutral.

import { COLONS, COMMAS } from "../../../shared/captions/sentence-marks.ts";
import { endsPhrase } from "../../../shared/captions/written-spaces.ts";
import { WORD } from "../../senses/meaning/text-lexicon.ts";
import { CUE_EPSILON_S } from "../../signal/cues.ts";
import { firstIndex } from "../../signal/first-index.ts";
import { prefixSum, sumBetween } from "../../signal/prefix-sum.ts";
import type { Span } from "../../signal/span.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { type CutOff, findCutOff, type KnownRange } from "./cut-off.ts";
import { housekeeping } from "./housekeeping.ts";
import { closingQuality, openingQuality, sentenceBounds } from "./sentence-openings.ts";
import { countWords } from "./sentence-strength.ts";
import type { Sentence, SpokenText } from "./sentences.ts";

const CLAUSE_END = new RegExp(`[${COMMAS}${COLONS}–—]$`, "u");

/** What a cut point lies between. */
export const BOUNDARY = { insideClause: 0, clause: 1, sentence: 2 } as const;
export type Boundary = (typeof BOUNDARY)[keyof typeof BOUNDARY];

/** Longer gaps between words belong to nobody's sentence. */
export const WORDLESS_S = 3;
const CLAUSE_GAP_S = 0.3;
/** Words further from a cut than this do not belong to it; then nothing is known of its quality. */
const SOON_S = 1.5;
const WORDLESS_OPENING = 0.4;
const WORDLESS_CLOSING = 0.5;
/** The first seconds of a clip, in which viewers decide. */
const OPENING_S = 3;
const OPENING_WORDS = 14;
/** Words a second of brisk speech that is dense with content. */
const SATURATING_INFORMATION_PER_S = 1.6;

export interface OpeningWords {
  readonly question: number;
  readonly number: number;
  readonly contrast: number;
  readonly address: number;
  readonly superlative: number;
  readonly emotion: number;
  readonly curiosity: number;
  readonly story: number;
}

export interface CutFacts {
  /** Index of the first word after the cut, and of its sentence. */
  readonly nextWord: number;
  readonly nextSentence: number;
  readonly boundary: Boundary;
  /** How much a new subject begins here, 0 to 1. */
  readonly newness: number;
  /** 1 where a speaker begins after the cut, 0 where the same one goes on, 0.5 where that is not known. */
  readonly startsTurn: number;
  /** 0 to 1: how well a clip may open here, and close here. */
  readonly opens: number;
  readonly closes: number;
  /** Null where nobody speaks soon after the cut. */
  readonly opening: OpeningWords | null;
}

interface MomentSentences {
  readonly text: SpokenText;
  readonly sentenceOfWord: Int32Array;
  /** For each sentence how much a new subject begins with it, 0 to 1. */
  readonly breaks: Float32Array;
  readonly cutOff: CutOff;
}

export interface MomentText extends MomentSentences {
  readonly hasWords: boolean;
  /** Per sentence how surely it is small talk, a welcome, an announcement or the like, 0 to 1. */
  readonly housekeeping: Float32Array;
  /** The facts of a cut point. */
  factsAt(cut: Span): CutFacts;
  /** Information of the words from one index to another over `lengthS`, 0 to 1. */
  information(fromWord: number, toWord: number, lengthS: number): number;
}

/** Index of the first word that starts at or after `timeS`. */
function firstWordFrom(words: readonly SpokenWord[], timeS: number): number {
  return firstIndex(words.length, (index) => (words[index]?.startS ?? 0) < timeS - CUE_EPSILON_S);
}

/** One word of a kind counts 0.75, more count 1. */
function degree(count: number): number {
  return count === 0 ? 0 : count === 1 ? 0.75 : 1;
}

function openingEnd(text: SpokenText, sentence: Sentence, from: number): number {
  const untilS = (text.words[from]?.startS ?? 0) + OPENING_S;
  let to = from;
  while (to < text.words.length && (text.words[to]?.startS ?? 0) < untilS) to += 1;
  const isShort = sentence.endWord - from <= OPENING_WORDS;
  return isShort ? Math.max(from + 1, sentence.endWord) : to;
}

/** "Here is how", "the reason why", "how to", "let me tell you": an answer is promised. */
const PROMISE =
  /\b(?:(?:here's|here is|this is|that's|that is|know|reason) (?:how|why|what)|(?:here's|here is) the|how to|let me (?:tell|show) you|i'll (?:tell|show) you|i will (?:tell|show) you|what if|turns out|guess what)\b/;

/** "I once", "one day", "when I was": a story begins. */
const STORY =
  /^(?:so |and |well )?(?:i once|once|one (?:day|night|morning|evening|time)|years ago|a few years ago|(?:\w+ ){1,3}(?:years|weeks|months|days) ago|when i was|the (?:first|last) time i|i was (?:\w+ )?(?:years old|sitting|standing|walking|driving|young)|i (?:remember|grew up|used to)|let me tell you a story|back in|in (?:nineteen|twenty|\d{4}))\b/;
/** A sentence this short that denies something contradicts the viewer: "coffee does not give you energy". */
const SHORT_DENIAL_WORDS = 9;
const DENIES = /(?:^|\s)(?:not|cannot|don't|doesn't|isn't|aren't|won't|can't|didn't|wasn't)(?:\s|$)/;

/** What the first words after a cut do. */
function openingWordsOf(text: SpokenText, sentence: Sentence, from: number): OpeningWords {
  const to = openingEnd(text, sentence, from);
  const count = (kind: number): number => countWords(text, kind, from, to);
  const asksSoon = sentence.isQuestion && sentence.endWord <= from + 2 * OPENING_WORDS;
  const said = text.signs.slice(from, to).join(" ");
  const denies = sentence.endWord - from <= SHORT_DENIAL_WORDS && !asksSoon && DENIES.test(said);
  return {
    question: Number(asksSoon),
    number: degree(count(WORD.number)),
    contrast: Math.max(degree(count(WORD.contrast)), denies ? 0.75 : 0),
    address: degree(count(WORD.address)),
    superlative: degree(count(WORD.superlative)),
    emotion: degree(count(WORD.emotion)),
    curiosity: PROMISE.test(said) ? 1 : degree(count(WORD.curiosity)),
    story: Number(STORY.test(said)),
  };
}

function boundaryBefore({ text: said, cutOff }: MomentSentences, word: number, sentence: number): Boundary {
  const { words, sentences } = said;
  if ((word === 0 && cutOff.first) || (word === words.length && cutOff.last)) return BOUNDARY.insideClause;
  const gapS =
    (words[word]?.startS ?? Number.POSITIVE_INFINITY) - (words[word - 1]?.endS ?? Number.NEGATIVE_INFINITY);
  if (gapS > WORDLESS_S || sentences[sentence]?.firstWord === word) return BOUNDARY.sentence;
  const { text = "" } = words[word - 1] ?? {};
  const isClause = gapS >= CLAUSE_GAP_S || CLAUSE_END.test(text) || endsPhrase(text, words[word]);
  return isClause ? BOUNDARY.clause : BOUNDARY.insideClause;
}

/** How well a clip opens and closes inside a sentence. */
function qualityInside(boundary: Boundary): number {
  return boundary === BOUNDARY.clause ? 0.2 : 0;
}

function factsBefore(moment: MomentSentences, cut: Span): CutFacts {
  const { text, sentenceOfWord, breaks } = moment;
  const nextWord = firstWordFrom(text.words, cut.startS);
  const nextSentence = sentenceOfWord[nextWord] ?? text.sentences.length;
  const boundary = boundaryBefore(moment, nextWord, nextSentence);
  const isWhole = boundary === BOUNDARY.sentence;
  const sentence = text.sentences[nextSentence];
  const wordsStartS = text.words[nextWord]?.startS ?? Number.POSITIVE_INFINITY;
  const wordsEndS = text.words[nextWord - 1]?.endS ?? Number.NEGATIVE_INFINITY;
  const newness = breaks[nextSentence] ?? 1;
  const opens = isWhole ? openingQuality(text, nextSentence) : qualityInside(boundary);
  const closes = isWhole ? closingQuality(text, nextSentence - 1) : qualityInside(boundary);
  const isSpokenSoon = wordsStartS - cut.endS <= SOON_S;
  return {
    nextWord,
    nextSentence,
    boundary,
    newness,
    startsTurn: isWhole ? (sentence?.startsTurn ?? 1) : 0,
    opens: isSpokenSoon ? opens : WORDLESS_OPENING,
    closes: cut.startS - wordsEndS <= SOON_S ? closes : WORDLESS_CLOSING,
    opening: isSpokenSoon && sentence !== undefined ? openingWordsOf(text, sentence, nextWord) : null,
  };
}

/** Long words and numbers carry content; short ones mostly join. */
function informationOf(key: string, flags: number): number {
  if ((flags & WORD.number) !== 0) return 1;
  if ((flags & WORD.stop) !== 0) return 0;
  return key.length >= 6 ? 1 : key.length >= 4 ? 0.6 : 0.2;
}

const WHOLE: CutOff = { first: false, last: false };

/**
 * What a text says of the cut points of a range.
 * @param range where words are known; all that is said unless given
 */
export function understandText(text: SpokenText, range?: KnownRange): MomentText {
  const { words } = text;
  const sentenceOfWord = new Int32Array(words.length);
  text.sentences.forEach(({ firstWord, endWord }, index) => {
    sentenceOfWord.fill(index, firstWord, endWord);
  });
  const information = prefixSum(text.keys.map((key, index) => informationOf(key, text.flags[index] ?? 0)));
  const cutOff = range === undefined ? WHOLE : findCutOff(text, range);
  const sentences = { text, sentenceOfWord, breaks: sentenceBounds(text).newness, cutOff };
  return {
    ...sentences,
    hasWords: words.length > 0,
    housekeeping: housekeeping(text),
    factsAt: (cut) => factsBefore(sentences, cut),
    information: (from, to, lengthS) =>
      Math.min(1, sumBetween(information, from, to) / Math.max(1, lengthS) / SATURATING_INFORMATION_PER_S),
  };
}
