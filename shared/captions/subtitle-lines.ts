// How text stands in a subtitle: at most two lines of 42 characters, which is what the style guides of broadcasters
// agree on, or of 16 where characters are as wide as high. One measure serves both: such a character counts for 42/16.
// Used by the media node, which decides what fits into a caption, and by the control plane, which writes the files.

import { BETWEEN_WORDS_AND_MARKS, bindsToBefore, continuesSign } from "./bound-words.ts";

/** In narrow characters. */
export const SUBTITLE_LINE_WIDTH = 42;
export const SUBTITLE_LINES = 2;

const WIDE_WIDTH = SUBTITLE_LINE_WIDTH / 16;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/gu;
/** Of these, spaces part words of other scripts and numbers, as they part phrases. */
const SPACED_FROM_OTHERS = "\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
/** The characters of such scripts, for a class of a regular expression. */
export const UNSPACED = `\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}${SPACED_FROM_OTHERS}\\u3000-\\u303f\\u30fb\\u30fc\\uff01-\\uff9f`;
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, "u");
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}]$`, "u");
const BEGINS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
const ENDS_SPACED = new RegExp(`[${SPACED_FROM_OTHERS}]$`, "u");
const BEGINS_SPACED = new RegExp(`^[${SPACED_FROM_OTHERS}]`, "u");
/** Besides what is wide, only characters of two code units lie here: a text that has none of these is as wide as long. */
const MAY_BE_WIDE = /[\u1100-\u11ff\u2e80-\uffff]/;
/** Where a word ends in scripts with spaces: behind a space, unless a mark of its stands there, or what follows is written onto that (UAX 29, WB4). */
const BEHIND_SPACE = new RegExp(`${BETWEEN_WORDS_AND_MARKS}(?![\\p{M}\\p{Cf}\\p{Emoji_Modifier}])`, "u");
const BEGINS_WORD = /^["'\p{Ps}\p{Pi}\p{Sc}]*[\p{L}\p{N}]/u;
const ENDS_WORD = /[\p{L}\p{N}][\p{M}\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{Sc}]*$/u;
/** Punctuation that does not begin a line, and that does not end one. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}]+$/u;
const OPENS = /[\p{Ps}\p{Pi}]$/u;
/** Not after "Mr." and the like. */
const ENDS_CLAUSE = /(?:[,;:!?…、。，；：！？]|\p{L}{3}\.)["'”’)\]」』]*$/u;
/** A line break after a clause is worth this much imbalance, in narrow characters. */
const CLAUSE_BONUS = 8;
/** One before an ending costs as much as five wide characters, which is what most words with their endings take. */
const BOUND_COST = 14;
/** One before what is said with the sign before it is worse than any imbalance. */
const WITHIN_SIGN_COST = 100;

const words = new Intl.Segmenter(undefined, { granularity: "word" });

/** A word among others. */
export interface WrittenWord {
  readonly text: string;
  /** Where a space is written before it that would not stand there by itself: see written-spaces. */
  readonly followsSpace?: true;
  /** Where a sentence is known to end with it though no mark says so. */
  readonly endsSentence?: true;
}

/** Width of a text in narrow characters. */
export function subtitleWidth(text: string): number {
  if (!MAY_BE_WIDE.test(text)) return text.length;
  const wide = text.match(WIDE)?.length ?? 0;
  return [...text].length + wide * (WIDE_WIDTH - 1);
}

/** Whether a text has characters of a script that puts no spaces between words. */
export function isUnspaced(text: string): boolean {
  return HAS_UNSPACED.test(text);
}

/** Whether a word may end between two pieces of text without a space there. */
export function partsWithoutSpace(before: string, after: string): boolean {
  return ENDS_UNSPACED.test(before) || BEGINS_UNSPACED.test(after);
}

/**
 * What stands between two words that follow each other: a space, or nothing in scripts that have none, where none is
 * written. Chinese and Japanese have none beside other scripts and numbers either, as in 2024年; Thai and its neighbours have.
 */
export function wordSeparator({ text: before }: WrittenWord, next: WrittenWord): "" | " " {
  const { text: after, followsSpace = false } = next;
  const [endsUnspaced, beginsUnspaced] = [ENDS_UNSPACED.test(before), BEGINS_UNSPACED.test(after)];
  if (followsSpace || (!endsUnspaced && !beginsUnspaced)) return " ";
  if (endsUnspaced && beginsUnspaced) return "";
  const isSpaced = endsUnspaced
    ? ENDS_SPACED.test(before) && BEGINS_WORD.test(after)
    : BEGINS_SPACED.test(after) && ENDS_WORD.test(before);
  return isSpaced ? " " : "";
}

/** Words as one text. */
export function joinWords(words: readonly WrittenWord[]): string {
  let text = "";
  let last: WrittenWord | undefined;
  for (const word of words) {
    if (word.text === "") continue;
    text += (last === undefined ? "" : wordSeparator(last, word)) + word.text;
    last = word;
  }
  return text;
}

/**
 * Joins segments of a text to the pieces between which a line may break; spaces stay at the end of their piece. How a piece
 * ends, its last segment tells: looking through a long one for each that is joined to it would take the square of its length.
 */
function breakable(segments: Iterable<string>): string[] {
  const pieces: string[] = [];
  let last = "";
  for (const segment of segments) {
    const holdsOn =
      segment === " " ||
      (last !== "" &&
        !last.endsWith(" ") &&
        (CLOSING.test(segment) || OPENS.test(last) || !partsWithoutSpace(last, segment)));
    if (holdsOn) pieces.push((pieces.pop() ?? "") + segment);
    else pieces.push(segment);
    last = segment;
  }
  return pieces;
}

/** Pieces of which none begins with what is said with the sign before it. */
function withWholeSigns(pieces: readonly string[]): string[] {
  const whole: string[] = [];
  for (const piece of pieces) whole.push(continuesSign(piece) ? (whole.pop() ?? "") + piece : piece);
  return whole;
}

/** Fills line after line, for texts that do not fit on two. */
function fill(pieces: readonly string[]): string[] {
  const lines: string[] = [];
  for (const piece of withWholeSigns(pieces)) {
    const last = lines.at(-1);
    if (last !== undefined && subtitleWidth((last + piece).trimEnd()) <= SUBTITLE_LINE_WIDTH) {
      lines[lines.length - 1] = last + piece;
    } else lines.push(piece);
  }
  return lines.map((line) => line.trim());
}

/** What a break between two lines costs besides their imbalance, in narrow characters. @param next the piece behind it */
function breakCost(first: string, next: string, isSpaced: boolean): number {
  // A space within a script that has none between words is written where a phrase ends.
  const isPhrase = isSpaced && BEGINS_UNSPACED.test(next) && ENDS_UNSPACED.test(first);
  const bonus = isPhrase || ENDS_CLAUSE.test(first) ? CLAUSE_BONUS : 0;
  if (continuesSign(next)) return WITHIN_SIGN_COST;
  return (bindsToBefore(first, next) ? BOUND_COST : 0) - bonus;
}

/** Two lines that fit, as even as can be; undefined where there are none. Widths of pieces add up to those of lines. */
function twoLines(pieces: readonly string[]): string[] | undefined {
  const text = pieces.join("");
  const textWidth = subtitleWidth(text);
  let best: { firstLength: number; cost: number } | undefined;
  let [length, width] = [0, 0];
  for (const [index, piece] of pieces.slice(0, -1).entries()) {
    length += piece.length;
    width += subtitleWidth(piece);
    const next = pieces[index + 1] ?? "";
    const isSpaced = piece.endsWith(" ");
    const firstWidth = isSpaced ? width - 1 : width;
    // A piece begins with a space where a mark is written onto that.
    const secondWidth = textWidth - (next.startsWith(" ") ? width + 1 : width);
    if (Math.max(firstWidth, secondWidth) > SUBTITLE_LINE_WIDTH) continue;
    const imbalance = Math.abs(firstWidth - secondWidth);
    // Most breaks are too far off to be worth a look at their words.
    if (best !== undefined && imbalance - CLAUSE_BONUS >= best.cost) continue;
    const cost = imbalance + breakCost(text.slice(0, length).trimEnd(), next.trim(), isSpaced);
    if (best === undefined || cost < best.cost) best = { firstLength: length, cost };
  }
  if (best === undefined) return undefined;
  return [text.slice(0, best.firstLength), text.slice(best.firstLength)].map((line) => line.trim());
}

/** The pieces of a text between which a line may break between words. Only some scripts need a dictionary for that. */
function wordPieces(text: string): string[] {
  if (!HAS_UNSPACED.test(text)) return text.split(BEHIND_SPACE);
  return breakable(Array.from(words.segment(text), ({ segment }) => segment));
}

/**
 * The lines of a subtitle: one where the text fits on one, else two of about the same width, broken after a clause
 * where that costs little balance. Longer texts have as many lines as they need. Words are never broken, except in
 * scripts without spaces where two lines would not do otherwise.
 */
export function subtitleLines(text: string): string[] {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain === "") return [];
  if (subtitleWidth(plain) <= SUBTITLE_LINE_WIDTH) return [plain];
  const pieces = wordPieces(plain);
  // The space at which they are broken is on neither. Longer texts would be tried at each place for nothing.
  const mayFit = subtitleWidth(plain) <= SUBTITLE_LINES * SUBTITLE_LINE_WIDTH + 1;
  if (!mayFit) return fill(pieces);
  return twoLines(pieces) ?? twoLines(breakable(plain)) ?? fill(pieces);
}
