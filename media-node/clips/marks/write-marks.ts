// Marks and capitals for words that have none, from what a network says of each word, what pauses add to it, and where
// another one begins to speak. What is written already stays as it is.
import { ENDS_SENTENCE } from "../../../shared/captions/sentence-marks.ts";
import { sharedLogOdds } from "./letter-evidence.ts";
import { MARK_COUNT, MARK_LOGITS } from "./mark-network.ts";
import { pauseEvidence } from "./pause-evidence.ts";
import { keepsLetters, spellingOf } from "./spellings.ts";

/** Where all is said somebody stopped, though a range may end within a sentence. */
const LAST_LOG_ODDS = 2.7;
/**
 * From which log-odds on a sentence ends. A little below even: a missing end annoys as much as a false one, and there are
 * as many of both then (precision and recall of ends are alike).
 */
const MIN_END_LOG_ODDS = -0.4;
/** What the silence must say where nothing is known of the words. */
const MIN_END_LOG_ODDS_UNREAD = 1;
/** Texts of which more words than this begin with a capital, beside "I", are written in small letters where they should. */
const CASED_SHARE = 0.02;
/** Far above even: a capital that should not be there is worse than one that is missing. */
const MIN_CAPITAL_LOG_ODDS = 1.5;
/** "AI", "API", "HTML5": longer words are not spelt out. */
const MAX_UPPER_LETTERS = 5;

/** What stands around a word's letters: quotation marks, signs, marks. */
const AROUND = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su;
/** Marks that a text has, as against what belongs to its words ("50%", "C++", "goin'"). */
const MARKED = /[.,;:?!…–—-]/u;
const SURE_END = /[?!]["'”’)\]]*$/u;
const I_ALONE = /^i(?:['’]\p{L}+)?$/iu;

type Mark = "" | "," | "." | "?";

type Letters = "small" | "capital" | "capitals";

/** What is said, a value for each word. */
export interface SaidText {
  readonly texts: readonly string[];
  readonly startsS: Float64Array;
  readonly endsS: Float64Array;
  /** 1 where a speaker begins with the word. */
  readonly turns: Uint8Array;
}

/** The logarithm of the sum of what two logits stand for. */
function either(a: number, b: number): number {
  return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
}

/** The log-odds that a sentence ends behind a word, by the logits of none, a comma, a full stop and a question mark. */
function endLogOdds([none = 0, comma = 0, stop = 0, question = 0]: Float32Array): number {
  return either(stop, question) - either(none, comma);
}

function markFrom([none = 0, comma = 0, stop = 0, question = 0]: Float32Array, endsSentence: boolean): Mark {
  if (endsSentence) return question > stop ? "?" : ".";
  return comma > none ? "," : "";
}

function rowOf(said: Float32Array, index: number): Float32Array {
  return said.subarray(index * MARK_LOGITS, (index + 1) * MARK_LOGITS);
}

/** How each word is written, as far as the network knows: small letters where it has none. */
function lettersOf(cores: readonly string[], said: Float32Array): Letters[] {
  const rows = cores.map((_, index) => rowOf(said, index).subarray(MARK_COUNT));
  const ownLogOdds = Float64Array.from(
    rows,
    ([small = 0, capital = 0, capitals = 0]) => either(capital, capitals) - small,
  );
  const logOdds = sharedLogOdds(cores, ownLogOdds);
  return rows.map(([, capital = 0, capitals = 0], index) => {
    if (!((logOdds[index] ?? 0) >= MIN_CAPITAL_LOG_ODDS)) return "small";
    return capitals > capital ? "capitals" : "capital";
  });
}

/** What the words and the silences say together: the log-odds that a sentence ends after each word; certain before a turn. */
function sentenceEnds({ startsS, endsS, turns }: SaidText, said: Float32Array): Float64Array {
  const count = startsS.length;
  const byWords = Float64Array.from({ length: count }, (_, index) => endLogOdds(rowOf(said, index)));
  const silencesS = startsS.map(
    (_, index) => (startsS[index + 1] ?? endsS[index] ?? 0) - (endsS[index] ?? 0),
  );
  // The network has no token for words of other scripts: of them as little is known as of a usual word.
  const known = byWords.filter((value) => !Number.isNaN(value));
  const usual = known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
  const evidence = pauseEvidence(
    silencesS,
    byWords.map((value) => (Number.isNaN(value) ? usual : value)),
  );
  return evidence.map((value, index) => {
    if (turns[index + 1] === 1) return Number.POSITIVE_INFINITY;
    const total = index === count - 1 ? LAST_LOG_ODDS : value;
    const words = byWords[index] ?? Number.NaN;
    return Number.isNaN(words) ? total - MIN_END_LOG_ODDS_UNREAD : words + total - MIN_END_LOG_ODDS;
  });
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
function withLetters(core: string, letters: Letters, isFirst: boolean, hasCase: boolean): string {
  const spelling = hasCase ? undefined : spellingOf(core);
  if (spelling !== undefined) return spelling;
  if (keepsLetters(core)) return core;
  if (letters === "capitals") return inCapitals(core);
  const isCapital = isFirst || letters === "capital" || (!hasCase && I_ALONE.test(core));
  return isCapital ? capitalized(core) : core;
}

/** Whether capitals say something in the text: names, not sentences that begin, nor "I". */
function isCased(texts: readonly string[]): boolean {
  const capitals = texts.filter((text) => /^\p{Lu}/u.test(text) && !I_ALONE.test(text)).length;
  return capitals > CASED_SHARE * texts.length;
}

/**
 * The words' texts with marks, and with capitals where the text has none, by the logits [words, MARK_LOGITS] of a network.
 * Words that have a mark keep it; whether a stop ends a sentence, or only abbreviates ("U.S."), the network says.
 */
export function writeMarks(text: SaidText, said: Float32Array): string[] {
  const ends = sentenceEnds(text, said);
  const hasCase = isCased(text.texts);
  const parts = text.texts.map((word) => AROUND.exec(word)?.slice(1) ?? []);
  const cores = parts.map(([, core = ""]) => core);
  const letters = hasCase ? [] : lettersOf(cores, said);
  let isFirst = true;
  return parts.map(([before = "", core = "", after = ""], index) => {
    const row = rowOf(said, index);
    const endsSentence = (ends[index] ?? 0) > 0;
    const isRead = !Number.isNaN(row[0]);
    const mark = isRead || endsSentence ? markFrom(row, endsSentence) : "";
    const written = withLetters(core, letters[index] ?? "small", isFirst, hasCase);
    const isMarked = MARKED.test(after);
    const marked = before + written + after + (isMarked ? "" : mark);
    isFirst = ENDS_SENTENCE.test(marked) && (!isMarked || SURE_END.test(marked) || endsSentence);
    return marked;
  });
}
