// One or two sentences for a person about why a clip scores as it does. Which features it names follows from the model's own
// contributions, the largest first; what it says of them follows from this clip: its question, its numbers, its words.
import { HEADS } from "./additive-model.ts";
import { quoteSentence } from "./clip-quotes.ts";
import { MOMENT_KINDS, type MomentKind } from "./moment-kinds.ts";
import type { CutFacts, MomentText } from "./moment-text.ts";
import { isRealQuestion } from "./questions.ts";
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
  /** What it would be posted for, and the sentence in which that is said; null where nothing judged its words. */
  readonly kind: MomentKind | null;
  readonly point: number | null;
  readonly wishes: Wishes;
  /** How well its pictures show each wish; NaN where that is not known. */
  readonly shown: Readonly<Record<"topic" | "title", number>>;
}

const MOST_NAMED = 3;
/** A further feature is named only when it adds at least this share of what the first does. */
const WORTH_NAMING = 0.15;
const MAX_QUOTE_LENGTH = 90;
const MOST_WORDS = 3;
const OPENING_WORDS = 14;
/** Fewer words after a question leave it open. */
const MIN_ANSWER_WORDS = 8;

/** A sentence in quotation marks after some words; the words alone where nothing whole of it is short enough. */
function withQuote(phrase: string, { text }: MomentText, sentence: number, joint: string): string {
  const quoted = quoteSentence(text, sentence, MAX_QUOTE_LENGTH)?.replaceAll(/[“”"]/g, "");
  return quoted === undefined ? phrase : `${phrase}${joint}“${quoted.replace(/[\s,;.…]+$/u, "")}”`;
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

/** The phrase with what is said in the sentence that matches a wish best. */
function withBestMatch(
  phrase: string,
  { text, opens, closes }: ReasonSources,
  relevance: Float32Array | null,
): string {
  const from = opens?.nextSentence ?? 0;
  const matches = relevance?.subarray(from, closes?.nextSentence) ?? new Float32Array();
  const best = Math.max(0, ...matches);
  return best === 0 ? phrase : withQuote(phrase, text, from + matches.indexOf(best), ": ");
}

/** Says that a wish is met by what is said, with the sentence, or by what is seen, whichever meets it better. */
function wishPhrase(clip: ReasonSources, wish: "topic" | "title", said: string, seen: string): string {
  const relevance = clip.wishes[wish];
  const inWords = relevanceOf(relevance, clip.opens?.nextSentence ?? 0, clip.closes?.nextSentence ?? 0);
  const isSeen = clip.shown[wish] > (Number.isNaN(inWords) ? 0 : inWords);
  return isSeen ? seen : withBestMatch(said, clip, relevance);
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

/** Nothing is said of an opening that only looks like a question. */
function questionOf({ text, opens }: ReasonSources): Phrase {
  const sentence = opens?.nextSentence ?? 0;
  if (!isRealQuestion(text.text, sentence)) return {};
  const quoted = quoteSentence(text.text, sentence, MAX_QUOTE_LENGTH);
  return { opensWith: quoted === null ? "a question" : withQuote("the question", text, sentence, " ") };
}

/** The questions that the clip asks, as indexes of sentences; those after which something is said in it. */
function answeredQuestions({ text, opens, closes }: ReasonSources): number[] {
  const from = opens?.nextSentence ?? 0;
  const end = (closes?.nextSentence ?? 0) - 1;
  const { sentences } = text.text;
  return sentences
    .slice(from, Math.max(from, end))
    .map((_, index) => from + index)
    .filter((index) => isRealQuestion(text.text, index) && hasAnswer(text, index, end));
}

/** Whether enough is said between a question and the clip's last sentence to be its answer. */
function hasAnswer({ text }: MomentText, question: number, last: number): boolean {
  const asked = text.sentences[question]?.endWord ?? 0;
  const said = (text.sentences[last]?.endWord ?? 0) - asked;
  return said >= MIN_ANSWER_WORDS && text.sentences[question + 1]?.isQuestion === false;
}

/** The question that is answered; one that opens the clip is named by another feature. */
function answerOf(clip: ReasonSources): Phrase {
  const [asked] = answeredQuestions(clip);
  if (asked === undefined) return {};
  if (asked === clip.opens?.nextSentence) return { does: "answers its opening question" };
  const isQuotable = quoteSentence(clip.text.text, asked, MAX_QUOTE_LENGTH) !== null;
  return {
    does: withQuote(isQuotable ? "answers the question" : "answers a question", clip.text, asked, " "),
  };
}

function questionsOf({ text, opens, closes }: ReasonSources): Phrase {
  const from = (opens?.nextSentence ?? 0) + 1;
  for (let index = from; index < (closes?.nextSentence ?? 0); index += 1) {
    if (isRealQuestion(text.text, index)) return { does: "asks questions along the way" };
  }
  return {};
}

function shotPhrase({ shotChanges }: ReasonSources): Phrase {
  return { does: shotChanges === 1 ? "changes the shot once" : `changes the shot ${shotChanges} times` };
}

/** What a clip of each kind does. */
const DEEDS: Readonly<Record<MomentKind, string>> = {
  claim: "takes a clear position",
  story: "tells a story",
  joke: "has something to laugh about",
  advice: "gives advice",
  surprise: "tells something unexpected",
  conflict: "disagrees openly",
  confession: "admits something personal",
  number: "names figures that matter",
  definition: "explains what something is",
  reaction: "shows how somebody reacts",
};

/** A clip does what its kind says; a share of another kind in it is too little to name. */
function deedOf(kind: MomentKind): SayPhrase {
  return (clip) => (clip.kind === kind ? { does: DEEDS[kind] } : {});
}

function pointOf({ text, point }: ReasonSources): Phrase {
  const quoted = point === null ? null : quoteSentence(text.text, point, MAX_QUOTE_LENGTH);
  return quoted === null || point === null ? {} : { does: withQuote("has its point in", text, point, " ") };
}

const PHRASES: Readonly<Record<FeatureName, SayPhrase>> = {
  openingQuestion: questionOf,
  openingNumber: opening("a number", "number"),
  openingContrast: opening("a denial or contrast", "contrast"),
  openingAddress: opening("a direct address", "address"),
  openingSuperlative: opening("a strong claim", "superlative"),
  openingEmotion: opening("an emotional word", "emotion"),
  openingCuriosity: opening("the promise of an answer", "curiosity"),
  openingStory: opening("the beginning of a story"),
  rise: opening("a sudden rise of the sound"),
  openingEnergy: opening("a strong voice"),
  openingPace: opening("a quick pace"),
  promptSpeech: does("gets to the point at once"),
  openingMotion: opening("movement in the picture"),
  questions: questionsOf,
  numbers: does("gives numbers", "number"),
  contrast: does("contradicts what one expects", "contrast"),
  address: does("speaks directly to “you” throughout"),
  superlatives: does("makes strong claims", "superlative"),
  emotion: does("uses emotional words", "emotion"),
  personal: does("tells it in the first person"),
  speechRate: does("is spoken at a brisk, even pace"),
  rateChange: does("changes its tempo"),
  information: does("says a lot in little time"),
  rarity: does("uses words that are rare in the rest of the source"),
  quotability: does("has a line that can be quoted"),
  housekeeping: does("has no announcements or housekeeping"),
  hesitation: does("is spoken without hesitation"),
  dynamics: does("moves between loud and quiet"),
  pace: does("keeps a lively pace"),
  pitchDynamics: does("is spoken with a lively voice"),
  speechDensity: does("has few pauses in its speech"),
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
  danglingStart: () => ({}),
  cleanEnd: ({ text }) => ({
    does: text.hasWords ? "ends with a finished thought" : "ends on a clear pause",
  }),
  answered: answerOf,
  lengthFit: does("has a good length"),
  peaks: does("holds the liveliest parts of the source"),
  position: does("comes from the middle of the source"),
  promptMatch: (clip) => ({
    does: wishPhrase(clip, "topic", "matches what was asked for", "shows what was asked for"),
  }),
  titleMatch: (clip) => ({
    does: wishPhrase(clip, "title", "is about what the title names", "shows what the title names"),
  }),
  thoughtBegins: does("begins where nothing needs to be known before"),
  thoughtEnds: does("ends with a finished thought"),
  worth: ({ kind }) => (kind === null ? {} : { does: DEEDS[kind] }),
  interest: () => ({}),
  support: () => ({}),
  point: pointOf,
  idleTalk: does("has no announcements or small talk"),
  claim: deedOf("claim"),
  story: deedOf("story"),
  joke: deedOf("joke"),
  advice: deedOf("advice"),
  surprise: deedOf("surprise"),
  conflict: deedOf("conflict"),
  confession: deedOf("confession"),
  number: deedOf("number"),
  definition: deedOf("definition"),
  reaction: deedOf("reaction"),
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
  ["cleanStart", "thoughtBegins"],
  ["cleanEnd", "thoughtEnds"],
  ["housekeeping", "idleTalk"],
  ["numbers", "number"],
  ["quotability", "point"],
  ...MOMENT_KINDS.map((kind) => ["worth", kind] as const),
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

/** What is named of a clip: the largest features of which something can be said, none twice. */
function namedPhrases(clip: ReasonSources): Phrase[] {
  const ranked = rankContributions(clip.contributions).filter(({ sum }) => sum > 0.01);
  const most = ranked[0]?.sum ?? 0;
  const said: FeatureName[] = [];
  const phrases: Phrase[] = [];
  for (const { name, sum } of ranked) {
    if (sum < WORTH_NAMING * most || phrases.length === MOST_NAMED) break;
    const phrase = said.some((above) => saysTheSame(above, name)) ? {} : PHRASES[name](clip);
    if (phrase.opensWith === undefined && phrase.does === undefined) continue;
    said.push(name);
    phrases.push(phrase);
  }
  return phrases;
}

/** For example "Opens with the question “How do they choose?”. It gives numbers (“ten”) and answers its opening question." */
export function explainScore(clip: ReasonSources): string {
  const phrases = namedPhrases(clip);
  const openings = list(phrases.flatMap(({ opensWith }) => opensWith ?? []));
  const deeds = list(phrases.flatMap((phrase) => phrase.does ?? []));
  if (openings === "" && deeds === "") return "Holds together as one piece.";
  if (openings === "") return `${deeds.charAt(0).toUpperCase()}${deeds.slice(1)}.`;
  return deeds === "" ? `Opens with ${openings}.` : `Opens with ${openings}. It ${deeds}.`;
}
