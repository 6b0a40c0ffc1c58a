// Finds what is said in a transcript: all of its lines as one folded text, so that words are found that stand on two lines,
// and a search is one pass of the browser's own over it. 12 hours are 650,000 letters.
import { foldText, unfoldRange } from "./fold-text.ts";

/** Between lines of scripts that part words by spaces there is one; the others' words go on. */
const UNSPACED =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u3000-\\u303f\\uff00-\\uff9f]";
const ENDS_UNSPACED = new RegExp(`${UNSPACED}\\p{M}*$`, "u");
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED}`, "u");

export interface TranscriptIndex {
  readonly texts: readonly string[];
  /** All lines, folded. */
  readonly folded: string;
  /** Where each line begins in it, and where it ends. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** What was found, in the order of the text. */
export interface Matches {
  /** Where each begins in the folded text. */
  readonly starts: readonly number[];
  /** In code units of the folded text. */
  readonly length: number;
}

/** A stretch of a line's text that belongs to a match. */
export interface MarkedRange {
  readonly start: number;
  readonly end: number;
  readonly match: number;
}

export const NO_MATCHES: Matches = { starts: [], length: 0 };

function separator(before: string, after: string): "" | " " {
  return ENDS_UNSPACED.test(before) && BEGINS_UNSPACED.test(after) ? "" : " ";
}

/**
 * A line's text as it is shown and searched: letters as a search writes them, in which an accent that stands by itself
 * belongs to its letter, and no more spaces than a browser shows.
 */
export function lineText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\s{2,}/g, " ")
    .trim();
}

/** @param texts of the lines, see `lineText` */
export function indexTranscript(texts: readonly string[]): TranscriptIndex {
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const [line, text] of texts.entries()) {
    const folded = foldText(text);
    const before = line === 0 ? "" : separator(texts[line - 1] ?? "", text);
    parts.push(before, folded);
    starts.push(length + before.length);
    length += before.length + folded.length;
    ends.push(length);
  }
  return { texts, folded: parts.join(""), starts, ends };
}

/** Every place of some words, of which none begins within another one; spaces around them do not count. */
export function findMatches({ folded }: TranscriptIndex, words: string): Matches {
  const sought = foldText(words.normalize("NFC").trim()).replace(/ +/g, " ");
  if (sought === "") return NO_MATCHES;
  const starts: number[] = [];
  for (let at = folded.indexOf(sought); at !== -1; at = folded.indexOf(sought, at + sought.length)) {
    starts.push(at);
  }
  return { starts, length: sought.length };
}

/** The index of the first of ascending numbers that is more than another one; their count where none is. */
function firstAbove(numbers: readonly number[], bound: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The line on which a match begins. */
export function lineOf({ starts }: TranscriptIndex, matches: Matches, match: number): number {
  return Math.max(0, firstAbove(starts, matches.starts[match] ?? 0) - 1);
}

/** The first match that begins on a line or behind it, or else the first of all. */
export function firstMatchFrom(index: TranscriptIndex, { starts }: Matches, line: number): number {
  const match = firstAbove(starts, (index.starts[line] ?? 0) - 1);
  return match === starts.length ? 0 : match;
}

/** What of a line's text belongs to matches, in its order. */
export function rangesOf(index: TranscriptIndex, matches: Matches, line: number): MarkedRange[] {
  const text = index.texts[line] ?? "";
  const [lineStart, lineEnd] = [index.starts[line] ?? 0, index.ends[line] ?? 0];
  const ranges: MarkedRange[] = [];
  for (let match = firstAbove(matches.starts, lineStart - matches.length); ; match += 1) {
    const found = matches.starts[match];
    if (found === undefined || found >= lineEnd) return ranges;
    const [from, to] = [Math.max(found, lineStart), Math.min(found + matches.length, lineEnd)];
    const [start, end] = unfoldRange(text, from - lineStart, to - lineStart);
    if (end > start) ranges.push({ start, end, match });
  }
}
