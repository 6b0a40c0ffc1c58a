// What can be said of each feature of a clip to a person: it follows from this clip, its question, its numbers, its words.

import { WORD, type WordKind } from "../../senses/meaning/text-lexicon.ts";
import type { MomentKind } from "../sentences/moment-kinds.ts";
import type { MomentText } from "../sentences/moment-text.ts";
import { isAnswered, isRealQuestion } from "../sentences/questions.ts";
import { isUnderstoodFirst } from "../sentences/sentence-openings.ts";
import { quotePoint, quoteSentence } from "../titles/clip-quotes.ts";
import { findClipSubject } from "../titles/clip-subject.ts";
import { BORNE_OUT_BY, borneOutKind, sayDeed, sayPoint } from "./kind-deeds.ts";
import {
  firstWhole,
  isSpokenIn,
  MAX_QUOTE_LENGTH,
  MIN_BESIDE_WORDS,
  MIN_POINT_WORDS,
  opensSpoken,
  type Phrase,
  type PhraseSources,
  withQuote,
} from "./reason-sources.ts";
import { type FeatureName, VIRALITY_FEATURES } from "./virality-feature-list.ts";
import { promptPhrase, wishPhrase } from "./wish-phrases.ts";

const MAX_WORDS = 3;
const OPENING_WORDS = 14;

/**
 * Different words of a kind among the clip's first ones, in order; neighbours in one sentence are one phrase ("ten
 * thousand").
 */
function wordsOf(
  { text, opens, closes }: PhraseSources,
  kind: WordKind,
  firstWords = Number.POSITIVE_INFINITY,
): string[] {
  const { keys, flags } = text.text;
  const from = opens?.nextWord ?? 0;
  const to = Math.min(closes?.nextWord ?? 0, from + firstWords);
  const found = new Set<string>();
  let phrase: string[] = [];
  for (let index = from; index <= to && found.size < MAX_WORDS; index += 1) {
    const isOfKind = index < to && ((flags[index] ?? 0) & WORD[kind]) !== 0;
    const isNewSentence = text.sentenceOfWord[index] !== text.sentenceOfWord[index - 1];
    if (phrase.length > 0 && (!isOfKind || isNewSentence)) {
      found.add(phrase.join(" "));
      phrase = [];
    }
    if (isOfKind) phrase.push(keys[index] ?? "");
  }
  return [...found].slice(0, MAX_WORDS);
}

function withWords(phrase: string, words: readonly string[]): string {
  return words.length === 0 ? phrase : `${phrase} (${words.map((word) => `“${word}”`).join(", ")})`;
}

type SayPhrase = (clip: PhraseSources) => Phrase;

/** A phrase about the opening that shows the words which it is about. */
function opening(phrase: string, kind?: WordKind): SayPhrase {
  return (clip) => ({
    opensWith: kind === undefined ? phrase : withWords(phrase, wordsOf(clip, kind, OPENING_WORDS)),
  });
}

/** A phrase about the whole clip, likewise. */
function does(phrase: string, kind?: WordKind): SayPhrase {
  return (clip) => ({ does: kind === undefined ? phrase : withWords(phrase, wordsOf(clip, kind)) });
}

/** Whether a question may stand in a reason in its own words: without marks it may run on into its answer. */
function isQuotableQuestion({ text }: MomentText, question: number): boolean {
  const isQuestion = text.isPunctuated && isRealQuestion(text, question);
  return isQuestion && quoteSentence(text, question, MAX_QUOTE_LENGTH) !== null;
}

/** A phrase about how a clip is spoken; nothing of one without words: music moves as voices do. */
function spoken(phrase: string): SayPhrase {
  return (clip) => (isSpokenIn(clip) ? { does: phrase } : {});
}

/** Whether a sentence surely asks: without marks nothing but English tells that. */
function surelyAsks({ text }: MomentText, sentence: number): boolean {
  return (text.isPunctuated || text.language === "en") && isRealQuestion(text, sentence);
}

/** Nothing is said of an opening that only looks like a question, or that is the end of one. */
function questionOf(clip: PhraseSources): Phrase {
  const { text, opens } = clip;
  const sentence = opens?.nextSentence ?? 0;
  if (firstWhole(clip) !== sentence || !surelyAsks(text, sentence)) return {};
  const isQuoted = isQuotableQuestion(text, sentence);
  return { opensWith: isQuoted ? withQuote("the question", text, sentence, " ") : "a question" };
}

/** The questions that are answered in the clip, as indexes of sentences. */
function answeredQuestions(clip: PhraseSources): number[] {
  const { text, closes } = clip;
  const from = firstWhole(clip);
  const end = closes?.nextSentence ?? 0;
  return text.text.sentences
    .slice(from, Math.max(from, end))
    .map((_, index) => from + index)
    .filter((index) => surelyAsks(text, index) && isAnswered(text.text, index, end));
}

/** The question that is answered; one that opens the clip is named by another feature. */
function answerOf(clip: PhraseSources): Phrase {
  const [asked] = answeredQuestions(clip);
  if (asked === undefined) return {};
  if (asked === clip.opens?.nextSentence) return { does: "answers its opening question" };
  if (!isQuotableQuestion(clip.text, asked)) return { does: "answers a question" };
  return { does: withQuote("answers the question", clip.text, asked, " ") };
}

function questionsOf({ text, opens, closes }: PhraseSources): Phrase {
  const from = (opens?.nextSentence ?? 0) + 1;
  for (let index = from; index < (closes?.nextSentence ?? 0); index += 1) {
    if (surelyAsks(text, index)) return { does: "asks questions along the way" };
  }
  return {};
}

function shotPhrase({ shotChanges }: PhraseSources): Phrase {
  return { does: shotChanges === 1 ? "changes the shot once" : `changes the shot ${shotChanges} times` };
}

/** What a clip does by its kind; only what it speaks of where no kind may be said of it. */
function deedPhrase(clip: PhraseSources): Phrase {
  const { text, opens, closes } = clip;
  const kind = borneOutKind(clip);
  const subject = findClipSubject(text, opens?.nextWord ?? 0, closes?.nextWord ?? 0);
  if (kind !== null) return { does: sayDeed(kind, subject?.word ?? null) };
  return subject === null ? {} : { does: `speaks of “${subject.word}”` };
}

/** A clip does what its kind says; a share of another kind in it is too little to name. */
function deedOf(kind: MomentKind): SayPhrase {
  return (clip) => (clip.kind === kind ? deedPhrase(clip) : {});
}

/**
 * The point's own sentence, else the one after it or before it, which mostly says it again; of kinds that a quotation must
 * bear out, the nearest that does.
 */
function pointOf(clip: PhraseSources): Phrase {
  const { text, point, closes } = clip;
  const kind = borneOutKind(clip);
  if (point === null) return {};
  const from = firstWhole(clip);
  const end = closes?.nextSentence ?? 0;
  const isWanted = kind === null ? undefined : BORNE_OUT_BY[kind];
  const reach = isWanted === undefined ? 1 : end - from;
  const beside = Array.from({ length: reach }, (_, index) => [point + index + 1, point - index - 1]).flat();
  const quoted = [point, ...beside]
    .filter((sentence) => sentence >= from && sentence < end)
    .map((sentence) => {
      const minWords = sentence === point ? MIN_POINT_WORDS : MIN_BESIDE_WORDS;
      return quotePoint(text.text, sentence, { maxLength: MAX_QUOTE_LENGTH, minWords, isWanted });
    })
    .find((quote) => quote !== null);
  return quoted === undefined ? {} : { says: sayPoint(kind, quoted.replaceAll('"', "'")) };
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
  openingEnergy: (clip) => ({ opensWith: opensSpoken(clip) ? "a strong voice" : "a strong sound" }),
  openingPace: opening("a quick pace"),
  promptSpeech: (clip) => (opensSpoken(clip) ? { does: "gets to the point at once" } : {}),
  openingMotion: opening("movement in the video"),
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
  pitchDynamics: spoken("is spoken with a lively voice"),
  speechDensity: spoken("has few pauses in its speech"),
  speechRank: spoken("has more speech than most of the source"),
  laughter: does("makes people laugh"),
  applause: does("is met with applause"),
  motion: does("keeps the video moving"),
  shots: shotPhrase,
  faces: does("shows faces"),
  fullness: does("has no dead time"),
  wholeness: does("tells its subject from beginning to end"),
  unity: does("stays with one subject"),
  cleanStart: (clip) => ({
    does: isSpokenIn(clip) ? "begins with a thought of its own" : "begins after a clear pause",
  }),
  danglingStart: () => ({}),
  cleanEnd: (clip) => ({
    does: isSpokenIn(clip) ? "ends with a finished thought" : "ends on a clear pause",
  }),
  answered: answerOf,
  lengthFit: does("has a good length"),
  peaks: does("holds the liveliest parts of the source"),
  position: does("comes from the middle of the source"),
  promptMatch: promptPhrase,
  titleMatch: (clip) => ({
    does: wishPhrase(clip, "title", "is about what the title names", "shows what the title names"),
  }),
  thoughtBegins: (clip) => {
    const sentence = clip.opens?.nextSentence ?? 0;
    const isWhole = firstWhole(clip) === sentence;
    return isWhole && isUnderstoodFirst(clip.text.text, sentence)
      ? { does: "is understood without what came before it" }
      : {};
  },
  thoughtEnds: does("ends with a finished thought"),
  worth: deedPhrase,
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

/** What words alone tell. */
const OF_WORDS: ReadonlySet<FeatureName> = new Set(
  VIRALITY_FEATURES.filter(({ needs }) => needs === "words" || needs === "judged words").map(
    ({ name }) => name,
  ),
);

/** What is said of one feature; of what words tell nothing where the clip has none: it would be true of any silence. */
export function phraseOf(name: FeatureName, clip: PhraseSources): Phrase {
  return OF_WORDS.has(name) && !isSpokenIn(clip) ? {} : PHRASES[name](clip);
}
