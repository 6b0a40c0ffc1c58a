// The part of a candidate's feature vector that comes from its words (see virality-feature-list for the meaning of each).
// Everything that does not depend on the candidate is summed up once.

import { WORD, type WordKind } from "../../senses/meaning/text-lexicon.ts";
import { inverseDocumentFrequencies } from "../../senses/meaning/text-similarity.ts";
import { clamp } from "../../signal/clamp.ts";
import { prefixSum, sumBetween } from "../../signal/prefix-sum.ts";
import { stemsOfLanguage } from "../language/language-stems.ts";
import { isDangling } from "../sentences/edge-quality.ts";
import type { CutFacts, MomentText } from "../sentences/moment-text.ts";
import { isAnswered } from "../sentences/questions.ts";
import { isAnsweredNext } from "../sentences/sentence-openings.ts";
import { sentenceStrength } from "../sentences/sentence-strength.ts";
import { stemsBetween } from "../sentences/sentences.ts";
import { relevanceOf, type Wishes } from "../wishes/wish-relevance.ts";
import { type FeatureValues, VIRALITY_FEATURES } from "./virality-feature-list.ts";

const UNKNOWN = Number.NaN;

/** `promptMatch` and `titleMatch` are those of what is said. */
export type WordFeatures = Pick<
  FeatureValues,
  Extract<(typeof VIRALITY_FEATURES)[number], { needs: "words" | "prompt" | "title" }>["name"]
>;
/** Without `information`, which the quick rating has measured already. */
export type OwnWordFeatures = Omit<WordFeatures, "information">;

/** Reads the features of the stretch between two cuts. */
export type WordFeatureReader = (opens: CutFacts, closes: CutFacts, lengthS: number) => OwnWordFeatures;

/** What is known of words where there are none. */
export const NO_WORDS = Object.fromEntries(
  VIRALITY_FEATURES.filter(({ needs }) => needs === "words" || needs === "prompt" || needs === "title").map(
    ({ name }) => [name, UNKNOWN],
  ),
) as OwnWordFeatures;

const DENSITY_KINDS = ["number", "contrast", "address", "superlative", "emotion", "personal"] as const;
/** Seconds between two words of a kind when there are many. */
const DENSE_EVERY_S = {
  number: 5,
  contrast: 4,
  address: 3,
  superlative: 5,
  emotion: 4,
  personal: 3,
} as const;
const SATURATING_WORDS_PER_S = 5;
const RATE_BIN_S = 5;
const SHARE_SCALE = 8;

type KindCounts = Readonly<Record<WordKind, Float64Array>>;

function countAll({ flags }: MomentText["text"]): KindCounts {
  const sums = Object.entries(WORD).map(([kind, flag]) => [
    kind,
    prefixSum(Array.from(flags, (value) => Number((value & flag) !== 0))),
  ]);
  return Object.fromEntries(sums) as KindCounts;
}

/** IDF of each content word over sentences, scaled so that 1 is a word of one sentence only. */
function rarityOf({ text }: MomentText): { rarity: Float64Array; content: Float64Array } {
  const { keys, flags, sentences } = text;
  const stemOf = stemsOfLanguage(text.language);
  const documents = sentences.map(({ firstWord, endWord }) => stemsBetween(text, firstWord, endWord));
  const idf = inverseDocumentFrequencies(documents);
  const maxIdf = Math.log(1 + Math.max(1, sentences.length));
  const isContent = (index: number): boolean => ((flags[index] ?? 0) & WORD.stop) === 0;
  return {
    rarity: prefixSum(
      keys.map((key, index) => (isContent(index) ? (idf.get(stemOf(key)) ?? 0) / maxIdf : 0)),
    ),
    content: prefixSum(keys.map((_, index) => Number(isContent(index)))),
  };
}

/** How unevenly words come, over bins of 5 s: the coefficient of variation of the rate. */
function rateChange(
  { words }: MomentText["text"],
  fromWord: number,
  toWord: number,
  lengthS: number,
): number {
  const bins = Math.floor(lengthS / RATE_BIN_S);
  if (bins < 2) return UNKNOWN;
  const counts = new Float64Array(bins);
  const startS = words[fromWord]?.startS ?? 0;
  for (let index = fromWord; index < toWord; index += 1) {
    const bin = Math.min(bins - 1, Math.floor(((words[index]?.startS ?? 0) - startS) / RATE_BIN_S));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const mean = (toWord - fromWord) / bins;
  const squares = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0);
  return clamp(Math.sqrt(squares / bins) / Math.max(1, mean) / 0.6);
}

/** Whether a question early in the clip gets its answer in it; unknown where nothing is asked. */
function answered({ text }: MomentText, from: number, to: number): number {
  for (let index = from; index < Math.min(to, from + 4); index += 1) {
    if (text.sentences[index]?.isQuestion !== true) continue;
    if (isAnswered(text, index, to)) return Math.min(1, 0.6 + 0.2 * (to - index - 1));
    if (index + 1 >= to && isAnsweredNext(text, index)) return 0;
  }
  return UNKNOWN;
}

/** The strongest turn to another subject inside a stretch of sentences, 0 to 1. */
function strongestBreak(breaks: Float32Array, from: number, to: number): number {
  let strongest = 0;
  for (let index = from + 1; index < to; index += 1) strongest = Math.max(strongest, breaks[index] ?? 0);
  return strongest;
}

function densities(counts: KindCounts, from: number, to: number, lengthS: number): number[] {
  return DENSITY_KINDS.map((kind) =>
    clamp((sumBetween(counts[kind], from, to) * DENSE_EVERY_S[kind]) / lengthS),
  );
}

function strongestIn(strengths: Float32Array, from: number, to: number): number {
  let best = 0;
  for (let index = from; index < to; index += 1) best = Math.max(best, strengths[index] ?? 0);
  return clamp(best / 0.8);
}

interface PreparedWords {
  readonly text: MomentText;
  readonly wishes: Wishes;
  readonly counts: KindCounts;
  readonly rarity: Float64Array;
  readonly content: Float64Array;
  readonly questions: Float64Array;
  readonly strengths: Float32Array;
}

function wordFeatures(
  source: PreparedWords,
  opens: CutFacts,
  closes: CutFacts,
  lengthS: number,
): OwnWordFeatures {
  const { text, counts, wishes } = source;
  const [from, to] = [opens.nextWord, closes.nextWord];
  const count = to - from;
  const [first, last] = [opens.nextSentence, Math.max(closes.nextSentence, opens.nextSentence)];
  const [number = 0, contrast = 0, address = 0, superlative = 0, emotion = 0, personal = 0] = densities(
    counts,
    from,
    to,
    lengthS,
  );
  const share = (kind: WordKind): number =>
    clamp((SHARE_SCALE * sumBetween(counts[kind], from, to)) / Math.max(1, count));
  const rarity = sumBetween(source.rarity, from, to) / Math.max(1, sumBetween(source.content, from, to));
  const { opening } = opens;
  return {
    openingQuestion: opening?.question ?? 0,
    openingNumber: opening?.number ?? 0,
    openingContrast: opening?.contrast ?? 0,
    openingAddress: opening?.address ?? 0,
    openingSuperlative: opening?.superlative ?? 0,
    openingEmotion: opening?.emotion ?? 0,
    openingCuriosity: opening?.curiosity ?? 0,
    openingStory: opening?.story ?? 0,
    questions: clamp((3 * sumBetween(source.questions, first, last)) / Math.max(1, last - first)),
    numbers: number,
    contrast,
    address,
    superlatives: superlative,
    emotion,
    personal,
    speechRate: clamp(count / lengthS / SATURATING_WORDS_PER_S),
    rateChange: count === 0 ? UNKNOWN : rateChange(text.text, from, to, lengthS),
    rarity: count === 0 ? 0 : clamp((rarity - 0.4) / 0.5),
    quotability: strongestIn(source.strengths, first, last),
    housekeeping: share("housekeeping"),
    hesitation: share("hesitation"),
    danglingStart: Number(isDangling(text, from)),
    answered: answered(text, first, last),
    unity: 1 - strongestBreak(text.breaks, first, last),
    wholeness: (opens.newness + closes.newness) / 2,
    promptMatch: relevanceOf(wishes.topic, first, last),
    titleMatch: relevanceOf(wishes.title, first, last),
  };
}

/** What is counted by words of English: of other languages it is not known, which is no sign that there is none. */
const COUNTED_IN_ENGLISH = [
  "openingContrast",
  "openingAddress",
  "openingSuperlative",
  "openingEmotion",
  "openingCuriosity",
  "openingStory",
  "contrast",
  "address",
  "superlatives",
  "emotion",
  "personal",
  "housekeeping",
] as const satisfies readonly (keyof OwnWordFeatures)[];
const NOT_COUNTED = Object.fromEntries(COUNTED_IN_ENGLISH.map((name) => [name, UNKNOWN])) as Pick<
  OwnWordFeatures,
  (typeof COUNTED_IN_ENGLISH)[number]
>;

/** Prepares the words of a source. */
export function createWordFeatureReader(text: MomentText, wishes: Wishes): WordFeatureReader {
  const { sentences } = text.text;
  const prepared: PreparedWords = {
    text,
    wishes,
    ...rarityOf(text),
    counts: countAll(text.text),
    questions: prefixSum(sentences.map(({ isQuestion }) => Number(isQuestion))),
    strengths: Float32Array.from(sentences, (_, index) => sentenceStrength(text.text, index)),
  };
  const unknown = text.text.language === "en" ? {} : NOT_COUNTED;
  return (opens, closes, lengthS) => ({ ...wordFeatures(prepared, opens, closes, lengthS), ...unknown });
}
