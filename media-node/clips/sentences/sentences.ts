// Sentences of what is said, from words with times. Where the recognizer gives punctuation it says where sentences end;
// where it gives none, pauses do, together with the words that usually begin a new thought ("and", "so", "what"). A
// pause is long or short for its speaker: the thresholds follow the gaps of this very transcript. In Thai and Lao, which
// write no full stops, pauses tell in any case. Spaces that are written where words have none between them tell with them.

import { ASKS, COLONS, COMMAS, ENDS_SENTENCE } from "../../../shared/captions/sentence-marks.ts";
import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { runAtOnce } from "../../../shared/process/time-slices.ts";
import { WORD } from "../../senses/meaning/text-lexicon.ts";
import type { Span } from "../../signal/span.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { stemsOfLanguage } from "../language/language-stems.ts";
import { readWords } from "../language/read-words.ts";
import type { SpeechLanguage } from "../language/speech-language.ts";
import { asksWithoutMarks } from "../language/unmarked-questions.ts";
import { quotationsOf } from "./quotations.ts";
import { gapAfter, pauseRule } from "./sentence-pauses.ts";
import { speakerTurns } from "./speaker-turns.ts";
import type { DetectTurns } from "./voice-turns.ts";

/**
 * What ends a sentence: a mark; dots of one who trails off; a dash, or another speaker without any mark; a pause or the
 * end of all words; its length alone.
 */
export type SentenceEnd = "mark" | "trail" | "interruption" | "pause" | "length";

export interface Sentence extends Span {
  /** Its words are those from `firstWord` up to but not including `endWord`. */
  readonly firstWord: number;
  readonly endWord: number;
  readonly isQuestion: boolean;
  /** Silence before it; Infinity before the first one. */
  readonly gapBeforeS: number;
  readonly endsAs: SentenceEnd;
  /** Whether a mark or a pause ends it. */
  readonly isWhole: boolean;
  /** 1 where a speaker begins with it, 0 where the same one goes on, 0.5 where nothing tells. */
  readonly startsTurn: number;
  /** Whether its first word lies within a quotation that an earlier sentence begins. */
  readonly beginsInQuotation: boolean;
  /** Whether a quotation goes on after its last word. */
  readonly endsInQuotation: boolean;
}

export interface SpokenText {
  readonly words: readonly SpokenWord[];
  readonly language: SpeechLanguage;
  /** Per word its key (see wordKey) and its flags, and the sign by which beginnings and ends are judged (see read-words). */
  readonly keys: readonly string[];
  readonly flags: Uint16Array;
  readonly signs: readonly string[];
  readonly sentences: readonly Sentence[];
  readonly isPunctuated: boolean;
}

/** One end mark for each so many words is what punctuation looks like. */
const WORDS_PER_MARK = 40;
/** Without marks, and with them: one in eight sentences of edited transcripts has more than 30 words, one in fifty 55. */
const MAX_WORDS = { unmarked: 30, marked: 60 } as const;
/** Nobody pauses this long inside a sentence. */
const MAX_GAP_S = 3;
const TRAILS = /(?:\.{2,}|…)["'”’)\]]*$/u;
const BREAKS_OFF = /(?:--|[—–]|^-)["'”’)\]]*$/u;
const ABBREVIATION = /^["'“‘(]*(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|jr|sr|approx|inc|ltd|u\.s)\.$/iu;
/** "J. S. Bach"; "I" is a word, and so are small letters: "vitamin d". */
const INITIAL = /^["'“‘(]*(?!I)\p{Lu}\.$/u;
/** "No. 5" is a number, "No." a reply. */
const BEFORE_NUMBER = /^["'“‘(]*(?:no|vol|p|pp|nr)\.$/i;
/** Abbreviations that also stand at the end of a sentence. */
const MAY_END = /^["'“‘(]*(?:etc|jr|sr|inc|ltd|u\.s|a\.m|p\.m)\.$/i;
/** A comma is worth this much of a gap where a long sentence must be split. */
const COMMA_S = 0.3;
const LEAVES_ROOM = new RegExp(`[${COMMAS}${COLONS}]$|--$|^[-–—]$`, "u");
/** Scripts that mark no end of a sentence: a few question marks do not tell where the others end. */
const WITHOUT_STOPS = /[\p{Script=Thai}\p{Script=Lao}]/u;
/** A dash before a silence this long ends what was said. */
const BREAK_OFF_GAP_S = 0.2;

function endsWithMark(text: string): boolean {
  return ENDS_SENTENCE.test(text) && !ABBREVIATION.test(text) && !INITIAL.test(text);
}

/** Most words: nothing ends after them, which need not be asked in detail. */
const PLAIN_END = /[a-z,]$/;
const LOWER = /^["'“‘(]*\p{Ll}/u;
/** "I" says nothing, because it is always a capital. */
const LOWER_OR_I = /^["'“‘(]*(?:\p{Ll}|I(?:['’]\p{L}+)?[,.]?$)/u;

/** Korean tells behind a quotation who said it: ""왜?" 하고 물었다", ""왜?"라고". */
const QUOTED_IN_KOREAN = /^(?:이?라[고는며]|하[고는며])(?!\p{L})/u;

function tellsWhoSaid(text: string, next: string): boolean {
  return /["”’」]$/u.test(text) && QUOTED_IN_KOREAN.test(next);
}

/** Whether the letters of the next word say that the sentence goes on: "3 p.m. sharp", "I thought... maybe", ""Stop!" he". */
function goesOnInLowerCase(text: string, next: string, gapS: number): boolean {
  const isTrail = TRAILS.test(text);
  if (isTrail && gapS < BREAK_OFF_GAP_S) return LOWER_OR_I.test(next);
  return (isTrail || text.endsWith(".") || /["”“»]$/.test(text)) && LOWER.test(next);
}

/** A mark that is written as a word of its own behind a space, as French writes some: « Non. » */
const LONE_MARK = /^[»!?]+[.,]?$/u;

/** A word as it is written with such a mark behind it. */
function withLoneMark(words: readonly SpokenWord[], index: number): string {
  const { text = "" } = words[index] ?? {};
  return LONE_MARK.test(text) ? `${words[index - 1]?.text ?? ""}${text}` : text;
}

/** For words with marks; a dash ends a sentence only before a silence or another speaker. */
function markRule(words: readonly SpokenWord[]): (index: number) => boolean {
  const isCased = words.some(({ text }) => /\p{Lu}/u.test(text));
  const endsWithin = (text: string, next: string, gapS: number): boolean => {
    const isLower = isCased && LOWER_OR_I.test(next);
    if (BREAKS_OFF.test(text)) return gapS >= BREAK_OFF_GAP_S && !isLower;
    if (BEFORE_NUMBER.test(text)) return !/^\d/.test(next);
    if (MAY_END.test(text)) return isCased ? !isLower : gapS >= BREAK_OFF_GAP_S;
    return (
      endsWithMark(text) && !tellsWhoSaid(text, next) && !(isCased && goesOnInLowerCase(text, next, gapS))
    );
  };
  return (index) => {
    const gapS = gapAfter(words, index);
    const text = withLoneMark(words, index);
    const { text: next = "" } = words[index + 1] ?? {};
    if (gapS >= MAX_GAP_S) return true;
    return !PLAIN_END.test(text) && !LONE_MARK.test(next) && endsWithin(text, next, gapS);
  };
}

/** Where to end a sentence that has become too long: after the widest gap of its second half, best after a comma. */
function widestGap(words: readonly SpokenWord[], from: number, to: number): number {
  const widthAfter = (index: number): number =>
    gapAfter(words, index) + (LEAVES_ROOM.test(words[index]?.text ?? "") ? COMMA_S : 0);
  let best = to - 1;
  for (let index = (from + to) >> 1; index < to; index += 1) {
    if (widthAfter(index) > widthAfter(best)) best = index;
  }
  return best;
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly endsAs: SentenceEnd;
}

/** What ends a sentence after a word at which one ends. */
function endAfter(words: readonly SpokenWord[], index: number, isPunctuated: boolean): SentenceEnd {
  const text = withLoneMark(words, index);
  if (!isPunctuated) return "pause";
  if (TRAILS.test(text)) return "trail";
  if (BREAKS_OFF.test(text)) return "interruption";
  if (ENDS_SENTENCE.test(text)) return "mark";
  return words[index + 1]?.startsTurn === true ? "interruption" : "pause";
}

function runsOf(words: readonly SpokenWord[], signs: readonly string[], isPunctuated: boolean): Run[] {
  const endsAt = isPunctuated ? markRule(words) : pauseRule(words, signs);
  const maxWords = isPunctuated ? MAX_WORDS.marked : MAX_WORDS.unmarked;
  const runs: Run[] = [];
  let from = 0;
  for (let index = 0; index < words.length; index += 1) {
    const length = index + 1 - from;
    const isLast = index === words.length - 1 || words[index + 1]?.startsTurn === true;
    if (isLast || endsAt(index, length)) {
      runs.push({ from, to: index + 1, endsAs: endAfter(words, index, isPunctuated) });
      from = index + 1;
    } else if (length >= maxWords) {
      const last = widestGap(words, from, index + 1);
      runs.push({ from, to: last + 1, endsAs: "length" });
      from = last + 1;
      index = last;
    }
  }
  return runs;
}

/** Whether the words have marks by which sentences can be told. */
export function hasStops(words: readonly SpokenWord[]): boolean {
  const marks = words.filter(({ text }) => endsWithMark(text)).length;
  if (marks === 0 || marks < words.length / WORDS_PER_MARK) return false;
  return 2 * words.filter(({ text }) => WITHOUT_STOPS.test(text)).length < words.length;
}

/** What marks in the text say of the turns, else what is heard. */
function* knownTurns(
  words: readonly SpokenWord[],
  runs: readonly Run[],
  detectTurns: DetectTurns | undefined,
): Generator<void, readonly (boolean | undefined)[]> {
  if (detectTurns === undefined || words.some(({ startsTurn }) => startsTurn !== undefined))
    return runs.map(({ from }) => words[from]?.startsTurn);
  return yield* detectTurns(
    runs.map(({ from, to }) => ({ startS: words[from]?.startS ?? 0, endS: words[to - 1]?.endS ?? 0 })),
  );
}

/**
 * Splits words (ascending by start) into sentences; every word is in exactly one.
 * @param detectTurns says of the sentences where another voice begins, where no marks in the text do
 * @param language where it is known of a longer text that they are a part of
 */
export function splitSentences(
  words: readonly SpokenWord[],
  detectTurns?: DetectTurns,
  language?: SpeechLanguage,
): SpokenText {
  return runAtOnce(splitInSteps(words, detectTurns, language));
}

/** As `splitSentences`, in steps, since voices of hours take seconds to tell apart. */
export function* splitInSteps(
  words: readonly SpokenWord[],
  detectTurns?: DetectTurns,
  language?: SpeechLanguage,
): Generator<void, SpokenText> {
  const read = readWords(
    words.map(({ text }) => text),
    language,
  );
  const { signs } = read;
  const isPunctuated = hasStops(words);
  const runs = runsOf(words, signs, isPunctuated);
  const gaps = runs.map(({ from }) => (from === 0 ? Number.POSITIVE_INFINITY : gapAfter(words, from - 1)));
  yield;
  const turns = speakerTurns(gaps, yield* knownTurns(words, runs, detectTurns));
  const quotations = quotationsOf(words);
  const sentences = runs.map(({ from, to, endsAs }, index) => ({
    firstWord: from,
    endWord: to,
    startS: words[from]?.startS ?? 0,
    endS: words[to - 1]?.endS ?? 0,
    isQuestion: isPunctuated ? ASKS.test(withLoneMark(words, to - 1)) : asksWithoutMarks(read, from, to),
    gapBeforeS: gaps[index] ?? 0,
    endsAs,
    isWhole: endsAs === "mark" || endsAs === "pause",
    startsTurn: turns[index] ?? 0.5,
    beginsInQuotation: quotations[from] === 1,
    endsInQuotation: quotations[to] === 1,
  }));
  return { words, ...read, sentences, isPunctuated };
}

/**
 * The words, each marked with which a sentence ends where no marks of the text say so: captions are broken there. One word
 * between two pauses would flicker by itself, and stays with the nearer of its neighbours.
 */
export function markSentenceEnds<W extends SpokenWord>(words: readonly W[]): readonly W[] {
  if (hasStops(words)) return words;
  const { signs } = readWords(words.map(({ text }) => text));
  const runs = runsOf(words, signs, false);
  const isLone = ({ from, to }: Run): boolean => to - from === 1;
  const leansBack = ({ from, to }: Run): boolean =>
    from > 0 && gapAfter(words, from - 1) < gapAfter(words, to - 1);
  const ends = runs.filter((run, at) => {
    const next = runs[at + 1];
    const isBeforeLone = next !== undefined && isLone(next) && leansBack(next);
    return run.endsAs !== "length" && !isBeforeLone && (!isLone(run) || leansBack(run));
  });
  const last = new Set(ends.map(({ to }) => to - 1));
  return words.map((word, index) => (last.has(index) ? { ...word, endsSentence: true } : word));
}

/** Languages that put no space between words. */
const UNSPACED: ReadonlySet<SpeechLanguage> = new Set(["ja", "zh", "th"]);

/** The words of a stretch as they are looked up, with spaces between where they are written with them. */
export function keysBetween({ keys, language }: SpokenText, from: number, to: number): string {
  return keys.slice(from, to).join(UNSPACED.has(language) ? "" : " ");
}

/** Stems of the content words of a stretch. */
export function stemsBetween({ keys, flags, language }: SpokenText, from: number, to: number): string[] {
  return keys
    .slice(from, to)
    .filter((key, index) => key !== "" && ((flags[from + index] ?? 0) & WORD.stop) === 0)
    .map(stemsOfLanguage(language));
}

/** The words of a stretch as one text. */
export function textBetween({ words }: Pick<SpokenText, "words">, from: number, to: number): string {
  return joinWords(words.slice(from, to));
}
