// One sentence for a person about why a clip scores as it does. Which features it names follows from the model's own
// contributions, the largest first; what it says of them follows from this clip: its question, its numbers, its words.
import { HEADS } from "./additive-model.ts";
import type { CutFacts, MomentText } from "./moment-text.ts";
import { textBetween } from "./sentences.ts";
import { WORD, type WordKind } from "./text-lexicon.ts";
import type { Wishes } from "./topic-match.ts";
import { type FeatureName, type FeatureValues, VIRALITY_FEATURES } from "./virality-feature-list.ts";

export interface ReasonSources {
  readonly text: MomentText;
  readonly opens: CutFacts | undefined;
  readonly closes: CutFacts | undefined;
  readonly values: FeatureValues;
  /** [F, 4] of this clip: what each feature adds to each head's logit. */
  readonly contributions: ArrayLike<number>;
  readonly shotChanges: number;
  readonly wishes: Wishes;
}

const MOST_NAMED = 3;
/** A third feature is named only when it adds at least this share of what the first does. */
const WORTH_NAMING = 0.15;
const LONGEST_QUOTE = 80;
const MOST_WORDS = 3;
const OPENING_WORDS = 14;

function quote(text: string): string {
  const plain = text.replaceAll(/[“”"]/g, "").trim();
  if (plain.length <= LONGEST_QUOTE) return `“${plain}”`;
  const cut = plain.slice(0, LONGEST_QUOTE);
  return `“${cut.slice(0, Math.max(1, cut.lastIndexOf(" ")))} …”`;
}

/** Different words of a kind in the clip, in order; neighbours are one phrase ("ten thousand"). */
function wordsOf({ text, opens, closes }: ReasonSources, kind: WordKind, isOpening = false): string[] {
  const { keys, flags } = text.text;
  const from = opens?.nextWord ?? 0;
  const end = closes?.nextWord ?? 0;
  const to = isOpening ? Math.min(end, from + OPENING_WORDS) : end;
  const found = new Set<string>();
  let phrase: string[] = [];
  for (let index = from; index <= to && found.size < MOST_WORDS; index += 1) {
    if (index < to && ((flags[index] ?? 0) & WORD[kind]) !== 0) {
      phrase.push(keys[index] ?? "");
      continue;
    }
    if (phrase.length > 0) found.add(phrase.join(" "));
    phrase = [];
  }
  return [...found];
}

/** What is said in the sentence that matches a wish best. */
function bestMatch({ text, opens, closes }: ReasonSources, relevance: Float32Array | null): string {
  const from = opens?.nextSentence ?? 0;
  const matches = relevance?.subarray(from, closes?.nextSentence) ?? new Float32Array();
  const best = Math.max(0, ...matches);
  const sentence = best === 0 ? undefined : text.text.sentences[from + matches.indexOf(best)];
  return sentence === undefined
    ? ""
    : `: ${quote(textBetween(text.text, sentence.firstWord, sentence.endWord))}`;
}

function list(parts: readonly string[]): string {
  return parts.length <= 1 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function withWords(phrase: string, words: readonly string[]): string {
  return words.length === 0 ? phrase : `${phrase} (${list(words.map((word) => `“${word}”`))})`;
}

function questionOf({ text, opens }: ReasonSources): string {
  const { sentences } = text.text;
  const sentence = sentences[opens?.nextSentence ?? 0];
  if (sentence?.isQuestion !== true) return "opens with a question word";
  return `opens with the question ${quote(textBetween(text.text, sentence.firstWord, sentence.endWord))}`;
}

function shotPhrase(count: number): string {
  return count === 1 ? "changes the shot once" : `changes the shot ${count} times`;
}

/** What is said of each feature when it speaks for the clip. */
const PHRASES: Readonly<Record<FeatureName, (clip: ReasonSources) => string>> = {
  openingQuestion: questionOf,
  openingNumber: (clip) => withWords("opens with a number", wordsOf(clip, "number", true)),
  openingContrast: (clip) => withWords("opens with a contradiction", wordsOf(clip, "contrast", true)),
  openingAddress: (clip) => withWords("speaks to the viewer at once", wordsOf(clip, "address", true)),
  openingSuperlative: (clip) => withWords("opens with a strong claim", wordsOf(clip, "superlative", true)),
  openingEmotion: (clip) => withWords("opens with feeling", wordsOf(clip, "emotion", true)),
  openingCuriosity: (clip) => withWords("opens by promising an answer", wordsOf(clip, "curiosity", true)),
  rise: () => "opens on a sudden rise in energy",
  openingEnergy: () => "starts loud",
  openingPace: () => "starts at a quick pace",
  promptSpeech: () => "gets to the point at once",
  openingMotion: () => "starts with movement in the picture",
  questions: () => "asks questions along the way",
  numbers: (clip) => withWords("gives numbers", wordsOf(clip, "number")),
  contrast: (clip) => withWords("turns against what one expects", wordsOf(clip, "contrast")),
  address: () => "speaks to the viewer throughout",
  superlatives: (clip) => withWords("makes strong claims", wordsOf(clip, "superlative")),
  emotion: (clip) => withWords("carries feeling", wordsOf(clip, "emotion")),
  personal: () => "tells it in the first person",
  speechRate: () => "is spoken at a brisk, even pace",
  rateChange: () => "changes its tempo",
  information: () => "says much in its time",
  rarity: () => "covers what no other part of the source does",
  quotability: () => "has a line that people quote",
  housekeeping: () => "stays on its subject",
  hesitation: () => "is spoken without hesitation",
  dynamics: () => "moves between loud and quiet",
  pace: () => "keeps a lively pace",
  pitchDynamics: () => "is spoken with a lively voice",
  speechDensity: () => "is dense with speech",
  speechRank: () => "has more speech than most of the source",
  laughter: () => "makes people laugh",
  applause: () => "is met with applause",
  motion: () => "keeps the picture moving",
  shots: ({ shotChanges }) => shotPhrase(shotChanges),
  faces: () => "shows faces",
  fullness: () => "has no dead time",
  cleanStart: ({ text }) =>
    text.hasWords ? "begins with a thought of its own" : "begins after a clear pause",
  cleanEnd: ({ text }) => (text.hasWords ? "ends with a finished thought" : "ends on a clear pause"),
  answered: () => "answers the question that it asks",
  lengthFit: () => "has a length that is watched to the end",
  peaks: () => "holds the liveliest parts of the source",
  position: () => "comes from the heart of the source",
  promptMatch: (clip) => `matches what was asked for${bestMatch(clip, clip.wishes.topic)}`,
  titleMatch: (clip) => `is about what the title names${bestMatch(clip, clip.wishes.title)}`,
};

/** Features by what they add to the four heads together, the largest first. */
export function rankContributions(contributions: ArrayLike<number>): { name: FeatureName; sum: number }[] {
  return VIRALITY_FEATURES.map(({ name }, feature) => ({
    name,
    sum: HEADS.reduce((sum, _, head) => sum + (contributions[feature * HEADS.length + head] ?? 0), 0),
  })).sort((a, b) => b.sum - a.sum);
}

/** For example "Opens with the question “How do they choose?”, gives numbers (“ten”) and answers the question that it asks." */
export function explainScore(clip: ReasonSources): string {
  const ranked = rankContributions(clip.contributions).filter(({ sum }) => sum > 0.01);
  const most = ranked[0]?.sum ?? 0;
  const named = ranked.slice(0, MOST_NAMED).filter(({ sum }) => sum >= WORTH_NAMING * most);
  if (named.length === 0) return "Holds together as one piece.";
  const sentence = list(named.map(({ name }) => PHRASES[name](clip)));
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
