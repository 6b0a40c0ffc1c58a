// Sentences of what is said, from words with times. Where the recogniser gives punctuation it says where sentences end;
// where it gives none, pauses do, together with the words that usually begin a new thought ("and", "so", "what"). A
// pause is long or short for its speaker: the thresholds follow the gaps of this very transcript.
import type { Span } from "./cues.ts";
import { percentile } from "./percentile.ts";
import { WORD, wordFlags, wordKey } from "./text-lexicon.ts";

export interface SpokenWord extends Span {
  /** With its punctuation, as far as there is any. */
  readonly text: string;
}

export interface Sentence extends Span {
  /** Its words are those from `firstWord` up to but not including `endWord`. */
  readonly firstWord: number;
  readonly endWord: number;
  readonly isQuestion: boolean;
  /** Silence before it; Infinity before the first one. */
  readonly gapBeforeS: number;
  /** Whether something other than a length bound ends it. */
  readonly isWhole: boolean;
}

export interface SpokenText {
  readonly words: readonly SpokenWord[];
  /** Per word its key (see wordKey) and its flags. */
  readonly keys: readonly string[];
  readonly flags: Uint16Array;
  readonly sentences: readonly Sentence[];
  readonly isPunctuated: boolean;
}

/** One end mark for each so many words is what punctuation looks like. */
const WORDS_PER_MARK = 40;
const LONGEST_WORDS = 30;
/** Nobody pauses this long inside a sentence. */
const LONGEST_GAP_S = 3;
const ENDS = /[.?!…。？！]["'”’)\]]*$/u;
const ABBREVIATION =
  /^(?:(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|no|jr|sr|approx|inc|ltd|u\.s)\.|\p{Lu}\.)$/iu;
/** Words that begin a thought after a short pause. */
const STARTERS = new Set(
  "and but so because now then well okay what why how who when where do does did is are can if imagine let's the i you we they he she it this that there".split(
    " ",
  ),
);
/** Those of them with which no main clause goes on after its first half. */
const OPENERS = new Set(
  "and but so because now well okay what why how who when where imagine let's".split(" "),
);
/** Words whose clause needs a second one, and how long such a clause may be. */
const SUBORDINATES = new Set(
  "when if after before while although though because once until unless whenever".split(" "),
);
const LONGEST_CLAUSE = 12;
/** Words that mostly go on with what was said, whatever the pause before them. */
const CONTINUING = new Set("of for with to from than which who until till".split(" "));
/** Words after which no sentence ends. */
const UNFINISHED = new Set(
  "and or but because the a an of to in on at by for with from as if than that which who my your his her our their its very is are was were i'm you're we're they're not so".split(
    " ",
  ),
);

export function endsWithMark(text: string): boolean {
  return ENDS.test(text) && !ABBREVIATION.test(text);
}

/** Whether nothing can end after this word, by its key. */
export function isUnfinished(key: string): boolean {
  return UNFINISHED.has(key);
}

function gapAfter(words: readonly SpokenWord[], index: number): number {
  return (words[index + 1]?.startS ?? Number.POSITIVE_INFINITY) - (words[index]?.endS ?? 0);
}

/** Whether the words themselves say that no sentence ends after one of them. */
function goesOn(keys: readonly string[], index: number): boolean {
  return isUnfinished(keys[index] ?? "") || CONTINUING.has(keys[index + 1] ?? "");
}

/** Whether a sentence of `length` words up to one is only its first half: "when they meet at one place". */
function isHalf(keys: readonly string[], index: number, length: number): boolean {
  const isSubordinate = SUBORDINATES.has(keys[index + 1 - length] ?? "");
  return isSubordinate && length < LONGEST_CLAUSE && !OPENERS.has(keys[index + 1] ?? "");
}

/** For words without marks: whether the gap after a word ends a sentence. */
function pauseRule(
  words: readonly SpokenWord[],
  keys: readonly string[],
): (index: number, length: number) => boolean {
  const gaps = words.slice(1).map((word, index) => word.startS - (words[index]?.endS ?? 0));
  // One gap in fourteen is between sentences, and tells how long this speaker pauses there.
  const usualS = percentile(gaps, 0.93);
  const clearS = Math.min(0.9, Math.max(0.25, 0.72 * usualS));
  const slightS = Math.min(clearS, Math.max(0.18, 0.5 * usualS));
  return (index, length) => {
    const gapS = gapAfter(words, index);
    if (gapS >= 2 * clearS) return true;
    if (goesOn(keys, index)) return false;
    if (gapS < 1.3 * clearS && isHalf(keys, index, length)) return false;
    if (gapS >= clearS) return length >= 3;
    return gapS >= slightS && length >= 6 && STARTERS.has(keys[index + 1] ?? "");
  };
}

/** For words with marks; "3 p.m. sharp" goes on, where the text tells it by its letters. */
function markRule(words: readonly SpokenWord[]): (index: number) => boolean {
  const isCased = words.some(({ text }) => /\p{Lu}/u.test(text));
  return (index) => {
    if (gapAfter(words, index) >= LONGEST_GAP_S) return true;
    const text = words[index]?.text ?? "";
    const goesOn = isCased && text.endsWith(".") && /^\p{Ll}/u.test(words[index + 1]?.text ?? "");
    return endsWithMark(text) && !goesOn;
  };
}

/** Where to end a sentence that has become too long: after the widest gap of its second half. */
function widestGap(words: readonly SpokenWord[], from: number, to: number): number {
  let best = to - 1;
  for (let index = from + (LONGEST_WORDS >> 1); index < to; index += 1) {
    if (gapAfter(words, index) > gapAfter(words, best)) best = index;
  }
  return best;
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
}

function runsOf(words: readonly SpokenWord[], endsAt: (index: number, length: number) => boolean): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (let index = 0; index < words.length; index += 1) {
    const length = index + 1 - from;
    if (index === words.length - 1 || endsAt(index, length)) {
      runs.push({ from, to: index + 1, isWhole: true });
      from = index + 1;
    } else if (length >= LONGEST_WORDS) {
      const last = widestGap(words, from, index + 1);
      runs.push({ from, to: last + 1, isWhole: false });
      from = last + 1;
      index = last;
    }
  }
  return runs;
}

/** Longer ones that begin like "what was" are rarely questions. */
const LONGEST_SUBJECT_QUESTION = 10;
const QUESTION_WORD = /^(?:what|why|how|who|where|when|which)$/;
const VERB_OF_QUESTION =
  /^(?:is|are|was|were|do|does|did|can|could|would|should|will|have|has|if|about|many|much|long|often|makes|happens|happened)$/;
const BE = /^(?:is|are|was|were)$/;
/** After these a verb belongs to a clause of its own. */
const BEFORE_ITS_OWN_VERB = /^(?:that|which|who|what|it|there|this|and|or|if|i|you|we|they|he|she)$/;

/** Without marks, a sentence asks when it begins as questions do and is short. */
function asks(keys: readonly string[], { from, to }: Run): boolean {
  const first = keys[from] === "so" || keys[from] === "but" || keys[from] === "and" ? from + 1 : from;
  const key = keys[first] ?? "";
  if ((wordFlags(key) & WORD.asks) === 0 || to - first < 3 || to - first > 16) return false;
  // "What I mean is", "when we came", "how it works is": a question has its verb second.
  if (!QUESTION_WORD.test(key)) return true;
  if (!VERB_OF_QUESTION.test(keys[first + 1] ?? "")) return false;
  // "What was learned is replayed": the question word only begins the subject of a second verb.
  const isSubject = /^(?:what|who|which)$/.test(key) && BE.test(keys[first + 1] ?? "");
  if (!isSubject) return true;
  if (to - first > LONGEST_SUBJECT_QUESTION) return false;
  const hasSecondVerb = (at: number): boolean =>
    BE.test(keys[at] ?? "") && !BEFORE_ITS_OWN_VERB.test(keys[at - 1] ?? "");
  for (let at = first + 3; at < to; at += 1) if (hasSecondVerb(at)) return false;
  return true;
}

/** Splits words (ascending by start) into sentences; every word is in exactly one. */
export function splitSentences(words: readonly SpokenWord[]): SpokenText {
  const keys = words.map(({ text }) => wordKey(text));
  const flags = Uint16Array.from(keys, (key, index) => wordFlags(key, keys[index - 1]));
  const marks = words.filter(({ text }) => endsWithMark(text)).length;
  const isPunctuated = marks > 0 && marks >= words.length / WORDS_PER_MARK;
  const byPause = pauseRule(words, keys);
  const runs = runsOf(words, isPunctuated ? markRule(words) : byPause);
  const sentences = runs.map((run) => ({
    firstWord: run.from,
    endWord: run.to,
    startS: words[run.from]?.startS ?? 0,
    endS: words[run.to - 1]?.endS ?? 0,
    isQuestion: isPunctuated ? /[?？]/.test(words[run.to - 1]?.text ?? "") : asks(keys, run),
    gapBeforeS: run.from === 0 ? Number.POSITIVE_INFINITY : gapAfter(words, run.from - 1),
    isWhole: run.isWhole,
  }));
  return { words, keys, flags, sentences, isPunctuated };
}

/** The words of a stretch as one text. */
export function textBetween({ words }: Pick<SpokenText, "words">, from: number, to: number): string {
  return words
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ");
}
