// Lays words out as captions: which are on the screen together, on which row each stands, and when they come and go.
// Pure. Widths are those of the font's own letters, or of words as they are drawn (shaped-widths). How the lines are drawn
// is the business of caption-script.ts.

import { abbreviatesBefore, endsSentenceBefore } from "../../shared/captions/abbreviations.ts";
import {
  bindsToBefore,
  bindsToNext,
  completesNumber,
  continuesSign,
} from "../../shared/captions/bound-words.ts";
import { type CaptionStyle, marksWords, REFERENCE_WIDTH_PX } from "../../shared/captions/caption-styles.ts";
import { ENDS_CLAUSE } from "../../shared/captions/sentence-marks.ts";
import { wordSeparator } from "../../shared/captions/subtitle-lines.ts";
import { endsPhrase, leaveOut } from "../../shared/captions/written-spaces.ts";
import type { Span } from "../signal/span.ts";
import type { SpokenWord } from "../signal/spoken-word.ts";
import { breakLongWords } from "./break-long-words.ts";
import { reachOf } from "./caption-reach.ts";
import type { Typeface } from "./caption-typeface.ts";
import { isSetWhole, splitUnspaced } from "./caption-words.ts";
import { joinMarksApart, withoutSpaces } from "./marks-apart.ts";

/** Words that are on the screen together, on one or two rows; on the clip's own clock. */
export interface CaptionLine extends Span {
  readonly rows: readonly (readonly SpokenWord[])[];
}

type Measure = Pick<Typeface, "widthOf">;

/** A silence as long as this ends a line. */
const LINE_BREAK_S = 0.6;
/** A line stays this long after its last word, and until the next one where that comes soon: nothing blinks. */
const LINGER_S = 0.35;
const BLINK_S = 0.75;
/** Share of the frame's width that text may take, with outline and box: 6 % at each side stay free. */
const SAFE_WIDTH = 0.88;
/** Added to a space beside words that swell, and beside words with a box. */
const EXTRA_GAP_EM = { pop: 0.07, box: 0.16 } as const;
/** Between words with outlines, which take most of a narrow space: of Poppins' 0.19 em they left "isit". */
const MIN_OUTLINED_GAP_EM = 0.26;
/** A word alone on the screen is read badly when it is as short as this. */
const SHORT_WORD_LETTERS = 4;

/** What a split of a phrase is judged by; the sum is made small. */
const COST = {
  /** Per line: fewer are calmer. */
  line: 30,
  loneShortWord: 80,
  loneWord: 15,
  /** Of a line that is empty beside the others, by the square of the difference. */
  imbalance: 40,
  brokenAfterClause: -6,
  /** Of a line whose last word alone begins a clause, or whose first alone ends one. */
  clauseParted: 15,
  /** Between a number and what it is of. */
  brokenInNumber: 70,
  /** After a word that belongs to the next one, such as "the". */
  brokenAfterBinding: 50,
  /** Within what is read as one word. */
  brokenBeforeEnding: 80,
  /** Before what is said with the sign before it. */
  brokenWithinSign: 300,
  brokenBeforeBinding: -4,
  /** Of each ending that is one word more than the style allows. */
  extraEnding: 8,
} as const;
/** As many endings may stand on the screen beyond `maxWordsOnScreen`, where they would be parted from their word. */
const MAX_EXTRA_ENDINGS = 6;
/** A row may be wider by this share of the room for not ending between such words… */
const BINDING_ROW_SHARE = 0.2;
/** …and by this one for not parting a clause from one word of it. */
const CLAUSE_ROW_SHARE = 0.1;

/** How many em fit beside each other, on any frame. */
export function rowWidthEm(style: CaptionStyle): number {
  const { side } = reachOf(style, style.fontSizePx, style.strokeWidthPx);
  return (REFERENCE_WIDTH_PX * SAFE_WIDTH - 2 * side) / style.fontSizePx;
}

/** Room between two words of a row, in em: wider than a space where a word grows, or has a box or an outline. */
export function gapEm(before: SpokenWord, after: SpokenWord, style: CaptionStyle, measure: Measure): number {
  const separator = wordSeparator(before, after);
  if (separator === "") return 0;
  const isBoxed = style.highlightBackgroundColor !== null;
  const extraEm = isBoxed ? EXTRA_GAP_EM.box : style.animation === "pop" ? EXTRA_GAP_EM.pop : 0;
  // Rows that are drawn whole have the font's own spaces.
  const isWhole = !marksWords(style) || isSetWhole(before.text) || isSetWhole(after.text);
  const minEm = isWhole || style.strokeWidthPx === 0 ? 0 : MIN_OUTLINED_GAP_EM;
  return Math.max(minEm, measure.widthOf(separator) + extraEm);
}

/** Width of words beside each other, in em. */
export function rowEm(row: readonly SpokenWord[], style: CaptionStyle, measure: Measure): number {
  return row.reduce((sum, word, index) => {
    const before = row[index - 1];
    const gap = before === undefined ? 0 : gapEm(before, word, style, measure);
    return sum + gap + measure.widthOf(word.text);
  }, 0);
}

function isLoneShort(words: readonly SpokenWord[]): boolean {
  return words.length === 1 && (words[0]?.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) <= SHORT_WORD_LETTERS;
}

/** Splits words where speech itself stops: at the end of a sentence and at a pause. */
function splitPhrases(words: readonly SpokenWord[]): SpokenWord[][] {
  const phrases: SpokenWord[][] = [];
  for (const word of words) {
    const last = phrases.at(-1)?.at(-1);
    const begins =
      last === undefined ||
      word.startS - last.endS >= LINE_BREAK_S ||
      last.endsSentence === true ||
      endsSentenceBefore(withoutSpaces(last.text), word.text);
    if (begins) phrases.push([word]);
    else phrases.at(-1)?.push(word);
  }
  return phrases;
}

function gapS(before: readonly SpokenWord[] | undefined, after: readonly SpokenWord[] | undefined): number {
  const [last, first] = [before?.at(-1), after?.[0]];
  return last === undefined || first === undefined ? Number.POSITIVE_INFINITY : first.startS - last.endS;
}

/** Joins a phrase of one short word to the nearer of its neighbours, unless it stands between pauses. */
function joinLoneWords(phrases: readonly SpokenWord[][]): SpokenWord[][] {
  const joined: SpokenWord[][] = [];
  for (const [index, phrase] of phrases.entries()) {
    const before = joined.at(-1);
    const beforeS = gapS(before, phrase);
    const waits = before !== undefined && isLoneShort(before);
    const leansBack = isLoneShort(phrase) && beforeS < gapS(phrase, phrases[index + 1]);
    if (before !== undefined && beforeS < LINE_BREAK_S && (waits || leansBack))
      for (const word of phrase) before.push(word);
    else joined.push([...phrase]);
  }
  return joined;
}

function bindsOnwards(before: string, after: string): boolean {
  return bindsToNext(before) || abbreviatesBefore(before, after);
}

function belongTogether(before: string, after: string): boolean {
  return bindsOnwards(before, after) || completesNumber(before, after) || bindsToBefore(before, after);
}

function endsClause(text: string, next: SpokenWord): boolean {
  return ENDS_CLAUSE.test(text) || endsPhrase(text, next);
}

/** Whether a break before a word parts a clause from one word of it: from its first or, where two words follow, its last. */
function partsClause(words: readonly SpokenWord[], at: number): boolean {
  const ends = (index: number): boolean => {
    const [word, next] = [words[index], words[index + 1]];
    return word !== undefined && next !== undefined && endsClause(word.text, next);
  };
  return !ends(at - 1) && (ends(at - 2) || (ends(at) && at + 2 < words.length));
}

/** One row where the words fit, else the two most even ones; undefined where they do not fit on two. */
function breakRows(
  words: readonly SpokenWord[],
  style: CaptionStyle,
  measure: Measure,
): SpokenWord[][] | undefined {
  const widthOf = (row: readonly SpokenWord[]): number => rowEm(row, style, measure);
  const maxEm = rowWidthEm(style);
  // A word that is too long for any row is drawn smaller.
  if (words.length === 1 || widthOf(words) <= maxEm) return [[...words]];
  let best: { rows: SpokenWord[][]; cost: number } | undefined;
  for (let at = 1; at < words.length; at += 1) {
    const rows = [words.slice(0, at), words.slice(at)];
    const widest = Math.max(...rows.map(widthOf));
    const areBound = belongTogether(words[at - 1]?.text ?? "", words[at]?.text ?? "");
    const share = areBound ? BINDING_ROW_SHARE : partsClause(words, at) ? CLAUSE_ROW_SHARE : 0;
    const cost = widest + share * maxEm;
    if (widest <= maxEm && (best === undefined || cost < best.cost)) best = { rows, cost };
  }
  return best?.rows;
}

/** The best lines of the first words of a phrase: the last of them, where it begins, and what all cost. */
interface Split {
  readonly cost: number;
  readonly start: number;
  readonly rows: readonly (readonly SpokenWord[])[];
}

function breakCost(last: string, next: SpokenWord): number {
  if (continuesSign(next.text)) return COST.brokenWithinSign;
  if (bindsToBefore(last, next.text)) return COST.brokenBeforeEnding;
  if (completesNumber(last, next.text)) return COST.brokenInNumber;
  if (bindsOnwards(last, next.text)) return COST.brokenAfterBinding;
  if (endsClause(last, next)) return COST.brokenAfterClause;
  return bindsToNext(next.text) ? COST.brokenBeforeBinding : 0;
}

/** Whether the word at an index is written onto the one before it. */
function isEnding(words: readonly SpokenWord[], index: number): boolean {
  const [before, word] = [words[index - 1], words[index]];
  return before !== undefined && word !== undefined && bindsToBefore(before.text, word.text);
}

interface LinePlace {
  readonly style: CaptionStyle;
  readonly phrase: readonly SpokenWord[];
  /** The index of the word in it that follows the line. */
  readonly end: number;
  /** The line's width, of what is about full. */
  readonly fill: number;
}

/** What a line of these words costs, however it is broken into rows. */
function lineCost(words: readonly SpokenWord[], { style, phrase, end, fill }: LinePlace): number {
  const isLone = words.length === 1 && phrase.length > 1 && style.maxWordsOnScreen > 1;
  const lone = isLone ? (isLoneShort(words) ? COST.loneShortWord : COST.loneWord) : 0;
  const next = phrase[end];
  const breaking = next === undefined ? 0 : breakCost(words.at(-1)?.text ?? "", next);
  const parting = partsClause(phrase, end) ? COST.clauseParted : 0;
  const extra = COST.extraEnding * Math.max(0, words.length - style.maxWordsOnScreen);
  return COST.line + lone + breaking + parting + extra + COST.imbalance * (1 - fill) ** 2;
}

/** Splits a phrase into lines that fit, as few and as even as can be, by dynamic programming over where they end. */
function splitPhrase(
  phrase: readonly SpokenWord[],
  style: CaptionStyle,
  measure: Measure,
): CaptionLine["rows"][] {
  const widthOf = (words: readonly SpokenWord[]): number => rowEm(words, style, measure);
  const fullEm = Math.max(
    1,
    Math.min(2 * rowWidthEm(style), (widthOf(phrase) * style.maxWordsOnScreen) / phrase.length),
  );
  const best: (Split | undefined)[] = [{ cost: 0, start: 0, rows: [] }];
  let endings = 0;
  for (let end = 1; end <= phrase.length; end += 1) {
    endings = isEnding(phrase, end - 1) ? Math.min(endings + 1, MAX_EXTRA_ENDINGS) : 0;
    for (let start = Math.max(0, end - style.maxWordsOnScreen - endings); start < end; start += 1) {
      const words = phrase.slice(start, end);
      const before = best[start];
      const rows = breakRows(words, style, measure);
      if (before === undefined || rows === undefined) continue;
      const cost = before.cost + lineCost(words, { style, phrase, end, fill: widthOf(words) / fullEm });
      if (cost < (best[end]?.cost ?? Number.POSITIVE_INFINITY)) best[end] = { cost, start, rows };
    }
  }
  const groups: CaptionLine["rows"][] = [];
  for (let last = best[phrase.length]; last !== undefined && last.rows.length > 0; last = best[last.start])
    groups.push(last.rows);
  return groups.reverse();
}

/** When a line that was said until `spokenEndS` goes, if the next one comes at `nextStartS`. */
function endOfLine(spokenEndS: number, nextStartS: number): number {
  if (nextStartS - spokenEndS <= BLINK_S) return nextStartS;
  return spokenEndS + LINGER_S;
}

/**
 * Groups words, with their texts as the style shows them, into lines of at most `maxWordsOnScreen` that fit on two rows of
 * the frame; endings of Japanese and Chinese that would be parted from their word may be more.
 */
export function groupWords(
  words: readonly SpokenWord[],
  style: CaptionStyle,
  measure: Measure,
): CaptionLine[] {
  const pieces = breakLongWords(
    splitUnspaced(joinMarksApart(words, LINE_BREAK_S)),
    rowWidthEm(style),
    (text) => measure.widthOf(text),
  );
  const visible = leaveOut(pieces, ({ text }) => measure.widthOf(text) === 0);
  const groups = joinLoneWords(splitPhrases(visible)).flatMap((phrase) =>
    splitPhrase(phrase, style, measure),
  );
  return groups.map((rows, index) => {
    const nextStartS = groups[index + 1]?.[0]?.[0]?.startS ?? Number.POSITIVE_INFINITY;
    const spokenEndS = rows.at(-1)?.at(-1)?.endS ?? 0;
    return { rows, startS: rows[0]?.[0]?.startS ?? 0, endS: endOfLine(spokenEndS, nextStartS) };
  });
}
