// Marks and capitals for words that have none, from what a network says of each word, what pauses say, and where another
// one begins to speak. What is written already stays as it is.
import { ENDS_SENTENCE } from "../../../shared/captions/sentence-marks.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { gapAfter, sentencePauses } from "../sentences/sentence-pauses.ts";
import { MARK_COUNT, MARK_LOGITS } from "./mark-network.ts";

/** Nobody pauses this long inside a sentence. */
const MAX_GAP_S = 3;
/**
 * What a pause adds to the log-odds that a sentence ends there: none, a short one, slight, clear, and twice as long as that
 * one; and to those that a comma stands there. As often as people pause at ends of sentences (half of them, and longer)
 * and within (one word in ten, shortly).
 */
const PAUSE_LOG_ODDS = {
  none: { end: -0.9, comma: -1 },
  short: { end: -0.5, comma: 0.7 },
  slight: { end: 1.2, comma: 1 },
  clear: { end: 2.7, comma: 1 },
  long: { end: 3.5, comma: 1 },
} as const;
/** Where words were timed one by one, a shorter gap between them is none. */
const MIN_PAUSE_S = 0.12;
/** What must end, and what nothing is known of. */
const CERTAIN = { end: Number.POSITIVE_INFINITY, comma: 0 };
const UNKNOWN = { end: 0, comma: 0 };
/** Texts of which more words than this begin with a capital, beside "I", are written in small letters where they should. */
const CASED_SHARE = 0.02;
const MIN_CAPITAL_LOG_ODDS = 1;
/** "AI", "API", "HTML5": longer words are not spelt out. */
const MAX_UPPER_LETTERS = 5;

/** What stands around a word's letters: quotation marks, signs, marks. */
const AROUND = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su;
/** Marks that a text has, as against what belongs to its words ("50%", "C++", "goin'"). */
const MARKED = /[.,;:?!…–—-]/u;
const SURE_END = /[?!]["'”’)\]]*$/u;
const I_ALONE = /^i(?:['’]\p{L}+)?$/iu;

type Mark = "" | "," | "." | "?";

interface Reading {
  readonly mark: Mark;
  readonly letters: "small" | "capital" | "capitals";
}

interface Pause {
  readonly end: number;
  readonly comma: number;
}

/** The logarithm of the sum of what two logits stand for. */
function either(a: number, b: number): number {
  return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
}

/** The mark behind a word, from the logits of none, a comma, a full stop and a question mark, and the pause there. */
function markFrom(logits: Float32Array, pause: Pause): Mark {
  const [none = 0, textComma = 0, stop = 0, question = 0] = logits;
  const comma = textComma + pause.comma;
  if (either(stop, question) + pause.end > either(none, comma)) return question > stop ? "?" : ".";
  return comma > none ? "," : "";
}

/** How a word is written; a capital that should not be there is worse than one that is missing. */
function lettersFrom([small = 0, capital = 0, capitals = 0]: Float32Array): Reading["letters"] {
  if (either(capital, capitals) < small + MIN_CAPITAL_LOG_ODDS) return "small";
  return capitals > capital ? "capitals" : "capital";
}

function readingOf(said: Float32Array, index: number, pause: Pause): Reading {
  const row = said.subarray(index * MARK_LOGITS, (index + 1) * MARK_LOGITS);
  return {
    mark: markFrom(row.subarray(0, MARK_COUNT), pause),
    letters: lettersFrom(row.subarray(MARK_COUNT)),
  };
}

/** What the silence after each word says; of words whose times are only spread over a subtitle, that there is none says nothing. */
function pauseRule(words: readonly SpokenWord[]): (index: number) => Pause {
  const { clearS, slightS } = sentencePauses(words);
  return (index) => {
    const next = words[index + 1];
    // Where all is said somebody stopped, though a range may end within a sentence.
    if (next === undefined) return PAUSE_LOG_ODDS.clear;
    const gapS = gapAfter(words, index);
    if (next.startsTurn === true || gapS >= MAX_GAP_S) return CERTAIN;
    if (gapS >= 2 * clearS) return PAUSE_LOG_ODDS.long;
    if (gapS >= clearS) return PAUSE_LOG_ODDS.clear;
    if (gapS >= slightS) return PAUSE_LOG_ODDS.slight;
    if (words[index]?.score === undefined) return UNKNOWN;
    return gapS >= MIN_PAUSE_S ? PAUSE_LOG_ODDS.short : PAUSE_LOG_ODDS.none;
  };
}

function capitalized(core: string): string {
  const [first = ""] = core;
  return first.toUpperCase() + core.slice(first.length);
}

/** Up to an apostrophe: "AI's". */
function inCapitals(core: string): string {
  const [, letters = "", rest = ""] = /^([^'’]*)(.*)$/su.exec(core) ?? [];
  return letters.length > MAX_UPPER_LETTERS ? capitalized(core) : letters.toUpperCase() + rest;
}

/** @param hasCase whether the text's own letters are to be kept, but for the first one of a sentence */
function withLetters(core: string, letters: Reading["letters"], isFirst: boolean, hasCase: boolean): string {
  if (letters === "capitals") return inCapitals(core);
  const isCapital = isFirst || letters === "capital" || (!hasCase && I_ALONE.test(core));
  return isCapital ? capitalized(core) : core;
}

/** Whether capitals say something in the text: names, not sentences that begin, nor "I". */
function isCased(words: readonly SpokenWord[]): boolean {
  const capitals = words.filter(({ text }) => /^\p{Lu}/u.test(text) && !I_ALONE.test(text)).length;
  return capitals > CASED_SHARE * words.length;
}

/** The mark behind a word that the network has no token for, as those of other scripts: where a pause says that all ends. */
function markByPause({ end }: Pause): Mark {
  return end >= PAUSE_LOG_ODDS.clear.end ? "." : "";
}

/**
 * The words with marks, and with capitals where the text has none, by the logits [words, MARK_LOGITS] of a network. Words
 * that have a mark keep it; whether a stop ends a sentence, or only abbreviates ("U.S."), the network says.
 */
export function writeMarks<W extends SpokenWord>(words: readonly W[], said: Float32Array): W[] {
  const pauseAfter = pauseRule(words);
  const hasCase = isCased(words);
  let isFirst = true;
  return words.map((word, index) => {
    const [, before = "", core = "", after = ""] = AROUND.exec(word.text) ?? [];
    const isRead = !Number.isNaN(said[index * MARK_LOGITS]);
    const { mark, letters }: Reading = isRead
      ? readingOf(said, index, pauseAfter(index))
      : { mark: markByPause(pauseAfter(index)), letters: "small" };
    const written = withLetters(core, hasCase ? "small" : letters, isFirst, hasCase);
    const isMarked = MARKED.test(after);
    const text = before + written + after + (isMarked ? "" : mark);
    isFirst = ENDS_SENTENCE.test(text) && (!isMarked || SURE_END.test(text) || mark === "." || mark === "?");
    return text === word.text ? word : { ...word, text };
  });
}
