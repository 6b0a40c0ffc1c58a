// One or two sentences for a person about why a clip scores as it does. Which features it names follows from the model's own
// contributions, the largest first; what it says of them follows from this clip: its question, its numbers, its words.
import { HEADS } from "./additive-model.ts";
import type { CutFacts, MomentText } from "./moment-text.ts";
import { readableSentence } from "./readable-text.ts";
import { WORD, type WordKind } from "./text-lexicon.ts";
import { relevanceOf, type Wishes } from "./topic-match.ts";
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
  /** How well its pictures show each wish; NaN where that is not known. */
  readonly shown: Readonly<Record<"topic" | "title", number>>;
}

const MOST_NAMED = 3;
/** A further feature is named only when it adds at least this share of what the first does. */
const WORTH_NAMING = 0.15;
const LONGEST_QUOTE = 90;
const MOST_WORDS = 3;
const OPENING_WORDS = 14;

function quote(text: string): string {
  const plain = text.replaceAll(/[“”"]/g, "").replace(/[\s,;.…]+$/u, "");
  if (plain.length <= LONGEST_QUOTE) return `“${plain}”`;
  const cut = plain.slice(0, LONGEST_QUOTE);
  return `“${cut.slice(0, Math.max(1, cut.lastIndexOf(" ")))} …”`;
}

/** Different words of a kind in the clip, in order; neighbours in one sentence are one phrase ("ten thousand"). */
function wordsOf({ text, opens, closes }: ReasonSources, kind: WordKind, isOpening: boolean): string[] {
  const { keys, flags } = text.text;
  const from = opens?.nextWord ?? 0;
  const end = closes?.nextWord ?? 0;
  const to = isOpening ? Math.min(end, from + OPENING_WORDS) : end;
  const found = new Set<string>();
  let phrase: string[] = [];
  for (let index = from; index <= to && found.size < MOST_WORDS; index += 1) {
    const isOfKind = index < to && ((flags[index] ?? 0) & WORD[kind]) !== 0;
    const isNewSentence = text.sentenceOfWord[index] !== text.sentenceOfWord[index - 1];
    if (phrase.length > 0 && (!isOfKind || isNewSentence)) {
      found.add(phrase.join(" "));
      phrase = [];
    }
    if (isOfKind) phrase.push(keys[index] ?? "");
  }
  return [...found].slice(0, MOST_WORDS);
}

/** What is said in the sentence that matches a wish best. */
function bestMatch({ text, opens, closes }: ReasonSources, relevance: Float32Array | null): string {
  const from = opens?.nextSentence ?? 0;
  const matches = relevance?.subarray(from, closes?.nextSentence) ?? new Float32Array();
  const best = Math.max(0, ...matches);
  const sentence = best === 0 ? undefined : text.text.sentences[from + matches.indexOf(best)];
  return sentence === undefined ? "" : `: ${quote(readableSentence(text.text, sentence))}`;
}

/** Says that a wish is met by what is said, with the sentence, or by what is seen, whichever meets it better. */
function wishPhrase(clip: ReasonSources, wish: "topic" | "title", said: string, seen: string): string {
  const relevance = clip.wishes[wish];
  const inWords = relevanceOf(relevance, clip.opens?.nextSentence ?? 0, clip.closes?.nextSentence ?? 0);
  const isSeen = clip.shown[wish] > (Number.isNaN(inWords) ? 0 : inWords);
  return isSeen ? seen : `${said}${bestMatch(clip, relevance)}`;
}

function list(parts: readonly string[]): string {
  return parts.length <= 1 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function withWords(phrase: string, words: readonly string[]): string {
  return words.length === 0 ? phrase : `${phrase} (${words.map((word) => `“${word}”`).join(", ")})`;
}

/** What is said of a feature: what a clip opens with, or what it does. */
interface Phrase {
  readonly opensWith?: string;
  readonly does?: string;
}
type SayPhrase = (clip: ReasonSources) => Phrase;

/** A phrase about the opening that shows the words which it is about. */
function opening(phrase: string, kind?: WordKind): SayPhrase {
  return (clip) => ({
    opensWith: kind === undefined ? phrase : withWords(phrase, wordsOf(clip, kind, true)),
  });
}

/** A phrase about the whole clip, likewise. */
function does(phrase: string, kind?: WordKind): SayPhrase {
  return (clip) => ({ does: kind === undefined ? phrase : withWords(phrase, wordsOf(clip, kind, false)) });
}

function questionOf({ text, opens }: ReasonSources): Phrase {
  const sentence = text.text.sentences[opens?.nextSentence ?? 0];
  return {
    opensWith:
      sentence === undefined ? "a question" : `the question ${quote(readableSentence(text.text, sentence))}`,
  };
}

/** The question that is answered, unless it opens the clip: then another feature has named it. */
function answerOf({ text, opens, closes }: ReasonSources): Phrase {
  const from = opens?.nextSentence ?? 0;
  const asked = text.text.sentences.slice(from, closes?.nextSentence).find(({ isQuestion }) => isQuestion);
  if (asked === undefined || asked === text.text.sentences[from]) return { does: "brings the answer" };
  return { does: `answers the question ${quote(readableSentence(text.text, asked))}` };
}

function shotPhrase({ shotChanges }: ReasonSources): Phrase {
  return { does: shotChanges === 1 ? "changes the shot once" : `changes the shot ${shotChanges} times` };
}

const PHRASES: Readonly<Record<FeatureName, SayPhrase>> = {
  openingQuestion: questionOf,
  openingNumber: opening("a number", "number"),
  openingContrast: opening("a contradiction", "contrast"),
  openingAddress: opening("a word to the viewer", "address"),
  openingSuperlative: opening("a strong claim", "superlative"),
  openingEmotion: opening("a word that stirs", "emotion"),
  openingCuriosity: opening("the promise of an answer", "curiosity"),
  openingStory: opening("the beginning of a story"),
  rise: opening("a sudden rise of the sound"),
  openingEnergy: opening("a strong voice"),
  openingPace: opening("a quick pace"),
  promptSpeech: does("gets to the point at once"),
  openingMotion: opening("movement in the picture"),
  questions: does("asks questions along the way"),
  numbers: does("gives numbers", "number"),
  contrast: does("turns against what one expects", "contrast"),
  address: does("speaks to the viewer throughout"),
  superlatives: does("makes strong claims", "superlative"),
  emotion: does("stirs feelings", "emotion"),
  personal: does("tells it in the first person"),
  speechRate: does("is spoken at a brisk, even pace"),
  rateChange: does("changes its tempo"),
  information: does("says much in little time"),
  rarity: does("says what is said nowhere else in the source"),
  quotability: does("has a line that can be quoted"),
  housekeeping: does("stays on its subject"),
  hesitation: does("is spoken without hesitation"),
  dynamics: does("moves between loud and quiet"),
  pace: does("keeps a lively pace"),
  pitchDynamics: does("is spoken with a lively voice"),
  speechDensity: does("is dense with speech"),
  speechRank: does("has more speech than most of the source"),
  laughter: does("makes people laugh"),
  applause: does("is met with applause"),
  motion: does("keeps the picture moving"),
  shots: shotPhrase,
  faces: does("shows faces"),
  fullness: does("has no dead time"),
  wholeness: does("tells its subject from beginning to end"),
  unity: does("stays with one subject"),
  cleanStart: ({ text }) => ({
    does: text.hasWords ? "begins with a thought of its own" : "begins after a clear pause",
  }),
  cleanEnd: ({ text }) => ({
    does: text.hasWords ? "ends with a finished thought" : "ends on a clear pause",
  }),
  answered: answerOf,
  lengthFit: does("has a length that is watched to the end"),
  peaks: does("holds the liveliest parts of the source"),
  position: does("comes from the heart of the source"),
  promptMatch: (clip) => ({
    does: wishPhrase(clip, "topic", "matches what was asked for", "shows what was asked for"),
  }),
  titleMatch: (clip) => ({
    does: wishPhrase(clip, "title", "is about what the title names", "shows what the title names"),
  }),
};

/** Pairs that would say the same twice: only the stronger of two is named. */
const SAME_PAIRS: readonly (readonly [FeatureName, FeatureName])[] = [
  ["openingQuestion", "questions"],
  ["openingQuestion", "openingCuriosity"],
  ["openingNumber", "numbers"],
  ["openingContrast", "contrast"],
  ["openingAddress", "address"],
  ["openingSuperlative", "superlatives"],
  ["openingEmotion", "emotion"],
  ["openingPace", "pace"],
  ["pace", "speechRate"],
  ["speechDensity", "speechRank"],
  ["wholeness", "unity"],
];

function saysTheSame(a: FeatureName, b: FeatureName): boolean {
  return SAME_PAIRS.some((pair) => pair.includes(a) && pair.includes(b));
}

/** Features by what they add to the four heads together, the largest first. */
export function rankContributions(contributions: ArrayLike<number>): { name: FeatureName; sum: number }[] {
  return VIRALITY_FEATURES.map(({ name }, feature) => ({
    name,
    sum: HEADS.reduce((sum, _, head) => sum + (contributions[feature * HEADS.length + head] ?? 0), 0),
  })).sort((a, b) => b.sum - a.sum);
}

/** For example "Opens with the question “How do they choose?”. It gives numbers (“ten”) and brings the answer." */
export function explainScore(clip: ReasonSources): string {
  const ranked = rankContributions(clip.contributions).filter(({ sum }) => sum > 0.01);
  const most = ranked[0]?.sum ?? 0;
  const named = ranked
    .filter(({ sum }) => sum >= WORTH_NAMING * most)
    .filter(({ name }, index, all) => !all.slice(0, index).some((above) => saysTheSame(above.name, name)))
    .slice(0, MOST_NAMED);
  const phrases = named.map(({ name }) => PHRASES[name](clip));
  const openings = list(phrases.flatMap(({ opensWith }) => opensWith ?? []));
  const deeds = list(phrases.flatMap((phrase) => phrase.does ?? []));
  if (openings === "" && deeds === "") return "Holds together as one piece.";
  if (openings === "") return `${deeds.charAt(0).toUpperCase()}${deeds.slice(1)}.`;
  return deeds === "" ? `Opens with ${openings}.` : `Opens with ${openings}. It ${deeds}.`;
}
