// Computes the feature vector of a candidate clip (see virality-feature-list for their meaning): the one place where
// words, sound and picture become numbers for the virality model. Pure; everything that does not depend on the candidate
// is summed up once, so that some thousand candidates of an hour take tens of milliseconds.
import { type AudienceReactions, findReactions } from "./audience-reactions.ts";
import { clamp } from "./cut-signals.ts";
import { type FacePresence, facesIn } from "./face-presence.ts";
import type { MomentRater, Stretch } from "./moment-rater.ts";
import type { CutFacts, MomentText, OpeningWords } from "./moment-text.ts";
import { type MomentTimeline, TICK_S, tickAt } from "./moment-timeline.ts";
import { type PictureMatches, saidOrShown, shownIn } from "./picture-match.ts";
import { pitchDeviation } from "./pitch-movement.ts";
import { prefixSum, sumBetween } from "./prefix-sum.ts";
import { isAnsweredNext } from "./sentence-openings.ts";
import { sentenceStrength } from "./sentence-strength.ts";
import type { SpokenWord } from "./sentences.ts";
import { reactionsOf, type SoundEvents } from "./sound-events.ts";
import { WORD, type WordKind } from "./text-lexicon.ts";
import { contentStems, inverseDocumentFrequencies, stemOf } from "./text-similarity.ts";
import { promptMatch, relevanceOf, type Wishes } from "./topic-match.ts";
import type { FeatureName, FeatureValues } from "./virality-feature-list.ts";

const UNKNOWN = Number.NaN;

export interface FeatureSources {
  readonly timeline: MomentTimeline;
  readonly rater: MomentRater;
  readonly text: MomentText;
  /** Of the cut points that stretches refer to. */
  readonly cuts: readonly CutFacts[];
  readonly wishes: Wishes;
  /** What an audio-event model heard; null where none is installed. */
  readonly soundEvents: SoundEvents | null;
  /** What an image-text model saw; null where none is installed, or nothing was asked for. */
  readonly pictures: PictureMatches | null;
  /** Where a face detector saw faces; null where none is installed. */
  readonly faces: FacePresence | null;
}

/** What is the same for all candidates of a source. */
interface Prepared extends FeatureSources {
  readonly counts: Readonly<Record<WordKind, Float64Array>>;
  readonly rarity: Float64Array;
  readonly content: Float64Array;
  readonly questions: Float64Array;
  readonly strengths: Float32Array;
  readonly reactions: AudienceReactions | null;
}

const HEARD_WORDS = ["number", "contrast", "address", "superlative", "emotion", "personal"] as const;
/** Seconds between two words of a kind when there are many. */
const DENSE_EVERY_S = {
  number: 5,
  contrast: 4,
  address: 3,
  superlative: 5,
  emotion: 4,
  personal: 3,
} as const;
const FULL_WORDS_PER_S = 5;
const RATE_BIN_S = 5;
const FULL_REACTION_S = 3;
const FULL_PITCH_SEMITONES = 5;
const SHARE_SCALE = 8;

function countAll({ flags }: MomentText["text"]): Prepared["counts"] {
  const sums = Object.entries(WORD).map(([kind, flag]) => [
    kind,
    prefixSum(Array.from(flags, (value) => Number((value & flag) !== 0))),
  ]);
  return Object.fromEntries(sums) as Prepared["counts"];
}

/** IDF of each content word over sentences, scaled so that 1 is a word of one sentence only. */
function rarityOf({ text }: MomentText): { rarity: Float64Array; content: Float64Array } {
  const { keys, flags, sentences } = text;
  const documents = sentences.map(({ firstWord, endWord }) => contentStems(keys.slice(firstWord, endWord)));
  const idf = inverseDocumentFrequencies(documents);
  const most = Math.log(1 + Math.max(1, sentences.length));
  const isContent = (index: number): boolean => ((flags[index] ?? 0) & WORD.stop) === 0;
  return {
    rarity: prefixSum(keys.map((key, index) => (isContent(index) ? (idf.get(stemOf(key)) ?? 0) / most : 0))),
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
    if (!isAnsweredNext(text, index)) continue;
    return index + 1 >= to ? 0 : Math.min(1, 0.6 + 0.2 * (to - index - 1));
  }
  return UNKNOWN;
}

/** The strongest turn to another subject inside a stretch of sentences, 0 to 1. */
function strongestBreak(breaks: Float32Array, from: number, to: number): number {
  let strongest = 0;
  for (let index = from + 1; index < to; index += 1) strongest = Math.max(strongest, breaks[index] ?? 0);
  return strongest;
}

type WordFeatures = Pick<
  FeatureValues,
  | (typeof OPENING_FEATURES)[number][1]
  | "questions"
  | "numbers"
  | "contrast"
  | "address"
  | "superlatives"
  | "emotion"
  | "personal"
  | "speechRate"
  | "rateChange"
  | "rarity"
  | "quotability"
  | "housekeeping"
  | "hesitation"
  | "answered"
  | "unity"
  | "wholeness"
  | "promptMatch"
  | "titleMatch"
>;

const OPENING_FEATURES = [
  ["question", "openingQuestion"],
  ["number", "openingNumber"],
  ["contrast", "openingContrast"],
  ["address", "openingAddress"],
  ["superlative", "openingSuperlative"],
  ["emotion", "openingEmotion"],
  ["curiosity", "openingCuriosity"],
  ["story", "openingStory"],
] as const satisfies readonly (readonly [keyof OpeningWords, FeatureName])[];

const NO_WORDS: WordFeatures = {
  ...{ openingQuestion: UNKNOWN, openingNumber: UNKNOWN, openingContrast: UNKNOWN, openingAddress: UNKNOWN },
  ...{
    openingSuperlative: UNKNOWN,
    openingEmotion: UNKNOWN,
    openingCuriosity: UNKNOWN,
    openingStory: UNKNOWN,
    questions: UNKNOWN,
  },
  ...{ numbers: UNKNOWN, contrast: UNKNOWN, address: UNKNOWN, superlatives: UNKNOWN, emotion: UNKNOWN },
  ...{ personal: UNKNOWN, speechRate: UNKNOWN, rateChange: UNKNOWN, rarity: UNKNOWN, quotability: UNKNOWN },
  ...{
    housekeeping: UNKNOWN,
    hesitation: UNKNOWN,
    answered: UNKNOWN,
    unity: UNKNOWN,
    wholeness: UNKNOWN,
    promptMatch: UNKNOWN,
    titleMatch: UNKNOWN,
  },
};

function densities(counts: Prepared["counts"], from: number, to: number, lengthS: number): number[] {
  return HEARD_WORDS.map((kind) =>
    clamp((sumBetween(counts[kind], from, to) * DENSE_EVERY_S[kind]) / lengthS),
  );
}

function strongestIn(strengths: Float32Array, from: number, to: number): number {
  let best = 0;
  for (let index = from; index < to; index += 1) best = Math.max(best, strengths[index] ?? 0);
  return clamp(best / 0.8);
}

/** The features that words give to the stretch between two cuts. */
function wordFeatures(source: Prepared, opens: CutFacts, closes: CutFacts, lengthS: number): WordFeatures {
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
    speechRate: clamp(count / lengthS / FULL_WORDS_PER_S),
    rateChange: count === 0 ? UNKNOWN : rateChange(text.text, from, to, lengthS),
    rarity: count === 0 ? 0 : clamp((rarity - 0.4) / 0.5),
    quotability: strongestIn(source.strengths, first, last),
    housekeeping: share("housekeeping"),
    hesitation: share("hesitation"),
    answered: answered(text, first, last),
    unity: 1 - strongestBreak(text.breaks, first, last),
    wholeness: (opens.newness + closes.newness) / 2,
    promptMatch: relevanceOf(wishes.topic, first, last),
    titleMatch: relevanceOf(wishes.title, first, last),
  };
}

/** What a model heard, else what loud sound between words looks like; null where there are no words to be between. */
function reactionsIn(
  { timeline, text, soundEvents }: FeatureSources,
  words: readonly SpokenWord[],
): AudienceReactions | null {
  if (soundEvents !== null) return reactionsOf(timeline, soundEvents);
  return timeline.hasAudio && text.hasWords ? findReactions(timeline, words) : null;
}

function prepare(sources: FeatureSources): Prepared {
  const { text } = sources;
  const { sentences, words } = text.text;
  return {
    ...sources,
    ...rarityOf(text),
    counts: countAll(text.text),
    questions: prefixSum(sentences.map(({ isQuestion }) => Number(isQuestion))),
    strengths: Float32Array.from(sentences, (_, index) => sentenceStrength(text.text, index)),
    reactions: reactionsIn(sources, words),
  };
}

/** Kinds of moments are only guessed from their features: none is known to be wholly unlike what was asked for. */
const LEAST_KIND_MATCH = 0.3;

function kindMatch({ wishes }: FeatureSources, values: FeatureValues): number {
  if (wishes.features === null) return UNKNOWN;
  let sum = 0;
  let known = 0;
  for (const [name, share] of wishes.features) {
    if (Number.isNaN(values[name])) continue;
    sum += share * values[name];
    known += share;
  }
  return known === 0 ? UNKNOWN : clamp(LEAST_KIND_MATCH + sum / known);
}

/** Features of stretches between the cut points of one source. */
export function createFeatureReader(sources: FeatureSources): (stretch: Stretch) => FeatureValues {
  const prepared = prepare(sources);
  const { timeline, rater, cuts, text, reactions } = prepared;
  const { range, hasAudio, hasVideo } = timeline;
  const heard = (value: number): number => (hasAudio ? value : UNKNOWN);
  const seen = (value: number): number => (hasVideo ? value : UNKNOWN);
  const reaction = (sums: Float64Array | undefined, from: number, to: number): number =>
    sums === undefined ? UNKNOWN : clamp((TICK_S * sumBetween(sums, from, to)) / FULL_REACTION_S);
  return (stretch) => {
    const signals = rater.signals(stretch);
    const lengthS = stretch.endS - stretch.startS;
    const ticks = [tickAt(timeline, stretch.startS), tickAt(timeline, stretch.endS)] as const;
    const deviation = pitchDeviation(timeline.pitch, ...ticks);
    const opens = cuts[stretch.opensAt];
    const closes = cuts[stretch.closesAt];
    const spoken =
      text.hasWords && opens !== undefined && closes !== undefined
        ? wordFeatures(prepared, opens, closes, lengthS)
        : NO_WORDS;
    const values: FeatureValues = {
      ...spoken,
      rise: heard(signals.rise),
      openingEnergy: heard(signals.openingEnergy),
      openingPace: heard(signals.openingPace),
      promptSpeech: heard(signals.promptSpeech),
      openingMotion: seen(signals.openingMotion),
      information: text.hasWords ? signals.information : UNKNOWN,
      dynamics: heard(signals.dynamics),
      pace: heard(signals.pace),
      pitchDynamics: clamp(deviation / FULL_PITCH_SEMITONES),
      speechDensity: heard(signals.speechDensity),
      speechRank: heard(signals.speechRank),
      laughter: reaction(reactions?.laughter, ...ticks),
      applause: reaction(reactions?.applause, ...ticks),
      motion: seen(signals.motion),
      shots: seen(signals.shots),
      faces: facesIn(sources.faces, stretch),
      fullness: signals.fullness,
      cleanStart: signals.cleanStart,
      cleanEnd: signals.cleanEnd,
      lengthFit: signals.lengthFit,
      peaks: signals.peaks,
      position: clamp((stretch.startS - range.startS) / Math.max(1, range.endS - range.startS)),
    };
    const topicMatch = saidOrShown(values.promptMatch, shownIn(sources.pictures, "topic", stretch));
    return {
      ...values,
      promptMatch: promptMatch(topicMatch, kindMatch(sources, values)),
      titleMatch: saidOrShown(values.titleMatch, shownIn(sources.pictures, "title", stretch)),
    };
  };
}
