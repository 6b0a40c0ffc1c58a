// Fits texts into their places: first the whole size in one line, then smaller, then lines that are about equally long,
// at last an ellipsis. Widths come from the font files, as captions' do; what a font lacks is set in another that has
// it, and what none has is left out. Pure.
import { isMostlyRightToLeft } from "../../../shared/captions/text-direction.ts";
import { splitGraphemes } from "../../../shared/graphemes.ts";
import { breakLongWords } from "../../captions/break-long-words.ts";
import { capitalsFor } from "../../captions/capitals.ts";
import { drawableWords, type Typeface } from "../../captions/caption-typeface.ts";
import { splitUnspaced } from "../../captions/caption-words.ts";

export interface TypeStyle {
  readonly typeface: Typeface;
  /** Of the em square, in units. */
  readonly size: number;
  readonly minSize: number;
  readonly maxLines: number;
  readonly maxWidth: number;
  /** Of all lines together; as much as they need where this is left out. */
  readonly maxHeight?: number;
  /** From one baseline to the next, in em, for scripts that need no more than Latin. */
  readonly lineEm?: number;
  readonly uppercase?: boolean;
  /** Between letters, in em. */
  readonly trackingEm?: number;
  /** A text in one line may be this many times smaller before it is broken; 0.72 unless told. */
  readonly breakBelow?: number;
}

export interface FittedText {
  readonly typeface: Typeface;
  readonly lines: readonly string[];
  readonly size: number;
  /** Of the longest line, in units. */
  readonly width: number;
  readonly trackingEm: number;
}

const ELLIPSIS = "…";
/** Kerning and hinting may make a line this much wider than its letters are. */
const SLACK = 1.03;
const BREAK_BELOW = 0.72;
const WORDS_KEPT = 0.6;
/** A word that is broken has parts of at most this share of a line at the smallest size. */
const PART_OF_LINE = 0.6;
/** By how much larger another line must make a text to be worth it. */
const WORTH_A_LINE = 1.18;
/** By how much larger a break inside of what is written without spaces must make a text that has spaces, too. */
const WORTH_A_BREAK = 1.25;
/** A text whose height is bounded may have so many lines more than it should before some of it is left out. */
const SPARE_LINES = 2;
/** Letters of these may stand apart; those of other scripts join or are never spaced. */
const SPACED =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** A piece between which lines may break, and what stands before it in the same line. */
interface Piece {
  readonly text: string;
  readonly gap: string;
  /** What it has at the end of a line alone. */
  readonly hyphen: string;
}

/** A dash or a dot between words ends a line and begins none. */
const BREAKS = / (?![–—·|-] )/u;

/** Width in em. */
type Measure = (text: string) => number;

/**
 * The parts of a word that is wider than a line, else all of it. They are longer than half a line, so that two of them make
 * one only where the text is set smaller.
 */
function partsOf(word: string, lineEm: number, measure: Measure): Omit<Piece, "gap">[] {
  let rest = word;
  return breakLongWords([{ text: word, startS: 0, endS: 0 }], PART_OF_LINE * lineEm, measure).map((part) => {
    const text = rest.startsWith(part.text) ? part.text : part.text.slice(0, -1);
    rest = rest.slice(text.length);
    return { text, hyphen: part.text.slice(text.length) };
  });
}

function piecesOf(text: string, lineEm: number, measure: Measure): Piece[] {
  return text.split(BREAKS).flatMap((word) =>
    splitUnspaced([{ text: word, startS: 0, endS: 0 }])
      .flatMap((piece) => partsOf(piece.text, lineEm, measure))
      .map((part, index) => ({ ...part, gap: index === 0 ? " " : "" })),
  );
}

function joined(pieces: readonly Piece[]): string {
  const text = pieces.map((piece, index) => (index === 0 ? "" : piece.gap) + piece.text).join("");
  return (text + (pieces.at(-1)?.hyphen ?? "")).trim();
}

function measureWith({ typeface }: TypeStyle, trackingEm: number): Measure {
  return (text) => SLACK * (typeface.widthOf(text) + trackingEm * splitGraphemes(text).length);
}

/** Pieces of what is written without spaces put together again: names of teams are better left whole. */
function atSpaces(pieces: readonly Piece[]): Piece[] {
  const words: Piece[] = [];
  for (const piece of pieces) {
    const last = words.at(-1);
    if (last === undefined || piece.gap !== "" || last.hyphen !== "") words.push(piece);
    else words[words.length - 1] = { ...piece, gap: last.gap, text: last.text + piece.text };
  }
  return words;
}

/** Pieces with their widths in em: those of a line are the sum of its pieces' and gaps', since kerning is left out. */
interface Measured {
  readonly pieces: readonly Piece[];
  readonly widths: readonly number[];
  readonly gap: number;
}

function measuredWith(measure: Measure, pieces: readonly Piece[]): Measured {
  return { pieces, widths: pieces.map(({ text, hyphen }) => measure(text + hyphen)), gap: measure(" ") };
}

/** As many pieces in each line as its width holds, and at least one; where each line begins. */
function greedy({ pieces, widths, gap }: Measured, widthEm: number): number[] {
  const starts: number[] = [];
  let width = Number.POSITIVE_INFINITY;
  for (const [index, piece] of pieces.entries()) {
    width += (piece.gap === "" ? 0 : gap) + (widths[index] ?? 0);
    if (width <= widthEm) continue;
    starts.push(index);
    width = widths[index] ?? 0;
  }
  return starts;
}

function linesFrom({ pieces }: Measured, starts: readonly number[]): string[] {
  return starts.map((start, index) => joined(pieces.slice(start, starts[index + 1])));
}

/** Halvings of the width that is looked for: to a thousandth of a line. */
const HALVINGS = 12;

/** At most this many lines, of which the longest is as short as can be. */
function balanced(measured: Measured, lineCount: number): string[] {
  const { widths, gap } = measured;
  let [low, high] = [Math.max(...widths), widths.reduce((sum, width) => sum + width + gap, 0)];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (greedy(measured, middle).length <= lineCount) high = middle;
    else low = middle;
  }
  return linesFrom(measured, greedy(measured, high));
}

/** The text in one line, in two, and so on. */
function linings(measured: Measured, maxLines: number): string[][] {
  const { length } = measured.pieces;
  return Array.from({ length: Math.min(maxLines, length) }, (_, index) => balanced(measured, index + 1));
}

/** The text with its end left out where it is longer than this. */
function shortened(text: string, widthEm: number, measure: Measure): string {
  if (measure(text) <= widthEm) return text;
  const all = splitGraphemes(text);
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(all.slice(0, middle).join("") + ELLIPSIS) <= widthEm) low = middle;
    else high = middle - 1;
  }
  const kept = all.slice(0, low).join("");
  // Half a word is worse than a shorter line, unless it would be much shorter.
  const words = kept.slice(0, Math.max(0, kept.lastIndexOf(" ")));
  const isCut = all[low] !== " " && words.length >= kept.length * WORDS_KEPT;
  return (isCut ? words : kept).replace(/[\s\p{P}]+$/u, "") + ELLIPSIS;
}

/** As many pieces a line as fit; the last line has all that is left and is shortened, as is a piece without end. */
function filled(measured: Measured, lineCount: number, widthEm: number, measure: Measure): string[] {
  const starts = greedy(measured, widthEm).slice(0, lineCount);
  return linesFrom(measured, starts).map((line) => shortened(line, widthEm, measure));
}

/** Fits a text; no lines where there is nothing that can be drawn. */
export function fitText(text: string, style: TypeStyle): FittedText {
  const { typeface, size, minSize, maxLines, maxWidth } = style;
  const cased = style.uppercase === true ? capitalsFor(text)(text) : text;
  const drawable = typeface
    .runsOf(drawableWords(cased.split(" "), typeface).filter(Boolean).join(" "))
    .map((run) => run.text)
    .join("")
    .trim();
  const trackingEm = SPACED.test(drawable) ? (style.trackingEm ?? 0) : 0;
  const measure = measureWith(style, trackingEm);
  const fit = (lines: readonly string[], fitSize: number): FittedText => {
    const width = Math.max(0, ...lines.map(measure)) * fitSize;
    return { typeface, lines, size: fitSize, width, trackingEm };
  };
  if (drawable === "") return fit([], size);
  const pieces = piecesOf(drawable, maxWidth / minSize, measure);
  const lineEm = leading(drawable, style.lineEm ?? 1.2);
  const { maxHeight = Number.POSITIVE_INFINITY } = style;
  const sizeOf = (lines: readonly string[]): number =>
    Math.min(size, maxWidth / Math.max(...lines.map(measure)), maxHeight / (lines.length * lineEm));
  const alone = [drawable];
  if (sizeOf(alone) >= size * (style.breakBelow ?? BREAK_BELOW)) return fit(alone, sizeOf(alone));
  const measured = measuredWith(measure, pieces);
  const bestOf = (options: readonly string[][]): string[] =>
    options.reduce((a, b) => (sizeOf(b) > sizeOf(a) * WORTH_A_LINE ? b : a));
  const broken = bestOf(linings(measured, maxLines));
  const whole = bestOf(linings(measuredWith(measure, atSpaces(pieces)), maxLines));
  const best = sizeOf(broken) > sizeOf(whole) * WORTH_A_BREAK ? broken : whole;
  if (sizeOf(best) >= minSize) return fit(best, sizeOf(best));
  const mostLines = maxLines + (style.maxHeight === undefined ? 0 : SPARE_LINES);
  const longer = linings(measured, mostLines).find((lines) => sizeOf(lines) >= minSize);
  if (longer !== undefined) return fit(longer, sizeOf(longer));
  const lineCount = Math.min(mostLines, Math.max(1, Math.floor(maxHeight / (minSize * lineEm))));
  return fit(filled(measured, lineCount, maxWidth / minSize, measure), minSize);
}

/** More letters than this are a sentence, which is read; fewer are a label, whose letters may stand far apart. */
const LABEL_LETTERS = 30;
/** What may stand below the title of a card: an outro has the reel's own title there, in so many lines at most. */
const SUBTITLE = { size: 44, minSize: 36, maxLines: 4, breakBelow: 36 / 44 } as const;
const SENTENCE_TRACKING_EM = 0.06;

/** Fits what stands below the title of a card: as large as can be read on a telephone, if need be in several lines. */
export function fitSubtitle(
  text: string,
  { trackingEm, ...style }: Pick<TypeStyle, "typeface" | "maxWidth"> & { readonly trackingEm: number },
): FittedText {
  const isLabel = splitGraphemes(text).length <= LABEL_LETTERS;
  return fitText(text, {
    ...SUBTITLE,
    ...style,
    uppercase: true,
    trackingEm: isLabel ? trackingEm : SENTENCE_TRACKING_EM,
  });
}

/** Whether a text is read from right to left, all its lines alike, though one may begin with a name from elsewhere. */
export function isTextRightToLeft({ lines }: FittedText): boolean {
  return isMostlyRightToLeft(lines.join(" "));
}

/** Height above the baseline that capitals have in the font in which most of a text is set, in units. */
export function capHeight({ typeface, lines, size }: FittedText): number {
  const runs = typeface.runsOf(lines.join(" "));
  const [longest] = runs.toSorted((a, b) => b.text.length - a.text.length);
  return (longest?.font ?? typeface.main).capHeightEm * size;
}

/** Scripts with marks above and below need more room between lines than Latin, and Arabic has the deepest letters. */
function leading(text: string, latinEm: number): number {
  if (SPACED.test(text)) return latinEm;
  return Math.max(latinEm, /\p{Script=Arabic}/u.test(text) ? 1.65 : 1.35);
}

/** From one baseline to the next, in units. */
export function lineHeight({ lines, size }: FittedText, latinEm: number): number {
  return size * leading(lines.join(" "), latinEm);
}
