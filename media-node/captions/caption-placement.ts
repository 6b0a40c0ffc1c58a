// Puts the words of a caption at their places in the frame: rows under each other, each centred, each word by its own
// width. Pure. We place every word instead of leaving rows to libass, so that one word can move or have a box while its
// neighbours stand still, and so that rows are as close to each other as in print.

import { type CaptionStyle, REFERENCE_WIDTH_PX } from "../../shared/captions/caption-styles.ts";
import { joinWords, wordSeparator } from "../../shared/captions/subtitle-lines.ts";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { SAFE_AREA } from "../render/framing-plan.ts";
import type { Span } from "../signal/span.ts";
import type { SpokenWord } from "../signal/spoken-word.ts";
import { BOX_PADDING_EM, reachOf, WORD_BOX_EM } from "./caption-reach.ts";
import { joinRuns, type TextRun, type Typeface } from "./caption-typeface.ts";
import { directionMark, isSetWhole } from "./caption-words.ts";
import { type CaptionLine, gapEm, rowEm, rowWidthEm } from "./lay-out-captions.ts";

/** Pixels of the frame. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PlacedText {
  readonly runs: readonly TextRun[];
  readonly centreX: number;
  /** Of the line box that libass centres, not of the letters. */
  readonly centreY: number;
  readonly widthPx: number;
}

export interface PlacedWord extends PlacedText {
  readonly word: SpokenWord;
  /** What a row that is drawn whole has of it: its letters, and the space before the next word. */
  readonly spacedRuns: readonly TextRun[];
  /** Around the letters, with room. */
  readonly box: Box;
}

export interface PlacedRow extends PlacedText {
  readonly words: readonly PlacedWord[];
  /** Whether it is drawn as one, because libass alone knows where its words stand. */
  readonly isWhole: boolean;
}

export interface PlacedLine extends Span {
  readonly rows: readonly PlacedRow[];
  readonly emPx: number;
  /** Around all letters, with room. */
  readonly box: Box;
}

/** What letters such as g and p take below the baseline, in em. */
const DESCENDER_EM = 0.22;
/** From baseline to baseline, in em. */
const PITCH_EM = { mixed: 1.2, upper: 1.14, wordBoxes: 1.42 } as const;
/** Least distance between the text and the frame's edge, as a share of its height. */
const EDGE = 0.02;

/** What captions are set with. */
export interface Typesetting {
  readonly style: CaptionStyle;
  readonly typeface: Typeface;
  readonly frame: FrameSize;
}

function pitchEm(style: CaptionStyle): number {
  if (style.highlightBackgroundColor !== null) return PITCH_EM.wordBoxes;
  return style.uppercase ? PITCH_EM.upper : PITCH_EM.mixed;
}

/** Whether captions are wanted above the middle of the frame. */
export function areAtTop({ position, positionY }: CaptionStyle): boolean {
  return positionY === null ? position === "top" : positionY < 0.5;
}

/** Top of the capitals of the first row. */
function topOf(setting: Typesetting, emPx: number, heightPx: number): number {
  const { style, frame } = setting;
  const { above, below } = reachOf(style, emPx, (style.strokeWidthPx * frame.width) / REFERENCE_WIDTH_PX);
  const wanted = {
    top: frame.height * SAFE_AREA.top + above,
    middle: (frame.height - heightPx) / 2,
    bottom: frame.height * (1 - SAFE_AREA.bottom) - below - heightPx,
  };
  const top =
    style.positionY === null ? wanted[style.position] : frame.height * style.positionY - heightPx / 2;
  const edge = frame.height * EDGE;
  return Math.max(edge + above, Math.min(frame.height - edge - below - heightPx, top));
}

/** libass centres a line by the tallest of its fonts; this leads from the baseline to that centre. */
function boxCentre(runs: readonly TextRun[], emPx: number): number {
  const ascent = Math.max(0, ...runs.map(({ font }) => font.ascentEm));
  const descent = Math.max(0, ...runs.map(({ font }) => font.descentEm));
  return ((descent - ascent) / 2) * emPx;
}

function placeWords(
  setting: Typesetting,
  row: readonly SpokenWord[],
  place: { emPx: number; leftPx: number; baselineY: number },
): PlacedWord[] {
  const { style, typeface } = setting;
  const { emPx, baselineY } = place;
  let leftPx = place.leftPx;
  return row.map((word, index) => {
    const runs = typeface.runsOf(word.text);
    const widthPx = typeface.widthOf(word.text) * emPx;
    const next = row[index + 1];
    const space = next === undefined ? "" : wordSeparator(word, next);
    const box = {
      left: leftPx - WORD_BOX_EM.x * emPx,
      top: baselineY - (typeface.main.capHeightEm + WORD_BOX_EM.y) * emPx,
      right: leftPx + widthPx + WORD_BOX_EM.x * emPx,
      bottom: baselineY + (WORD_BOX_EM.y + WORD_BOX_EM.descent) * emPx,
    };
    const placed = {
      word,
      runs,
      spacedRuns: joinRuns([...runs, ...typeface.runsOf(space)]),
      widthPx,
      centreX: leftPx + widthPx / 2,
      centreY: baselineY + boxCentre(runs, emPx),
      box,
    };
    if (next !== undefined) leftPx += widthPx + gapEm(word, next, style, typeface) * emPx;
    return placed;
  });
}

/** The runs behind a mark, in the font of the first of them: in another it might make the row's line box higher. */
function marked(mark: string, runs: readonly TextRun[]): readonly TextRun[] {
  const [first, ...others] = runs;
  return first === undefined ? runs : [{ ...first, text: mark + first.text }, ...others];
}

function placeRow(
  setting: Typesetting,
  row: readonly SpokenWord[],
  place: { emPx: number; baselineY: number; isClipRightToLeft: boolean },
): PlacedRow {
  const { style, typeface, frame } = setting;
  const { emPx, baselineY, isClipRightToLeft } = place;
  const text = joinWords(row);
  const widthPx = rowEm(row, style, typeface) * emPx;
  const leftPx = (frame.width - widthPx) / 2;
  const mark = directionMark(text, isClipRightToLeft);
  const words = placeWords(setting, row, { emPx, leftPx, baselineY }).map((word, index) =>
    index === 0 ? { ...word, spacedRuns: marked(mark, word.spacedRuns) } : word,
  );
  // In the fonts by which its words were measured: what stands beside a letter may tell which font it takes.
  const runs = joinRuns(words.flatMap(({ spacedRuns }) => spacedRuns));
  return {
    runs,
    widthPx,
    centreX: frame.width / 2,
    centreY: baselineY + boxCentre(runs, emPx),
    words,
    isWhole: isSetWhole(text),
  };
}

/**
 * Places a line of captions in the frame, of a clip that is mostly read from right to left or is not. A word that is too
 * long for a row makes its line smaller.
 */
export function placeLine(setting: Typesetting, line: CaptionLine, isClipRightToLeft: boolean): PlacedLine {
  const { style, typeface, frame } = setting;
  const widestEm = Math.max(...line.rows.map((row) => rowEm(row, style, typeface)));
  const shrink = Math.min(1, rowWidthEm(style) / widestEm);
  const emPx = ((style.fontSizePx * frame.width) / REFERENCE_WIDTH_PX) * shrink;
  const pitchPx = pitchEm(style) * emPx;
  const capPx = typeface.main.capHeightEm * emPx;
  const heightPx = capPx + (line.rows.length - 1) * pitchPx + DESCENDER_EM * emPx;
  const top = topOf(setting, emPx, heightPx);
  const rows = line.rows.map((row, index) =>
    placeRow(setting, row, { emPx, baselineY: top + capPx + index * pitchPx, isClipRightToLeft }),
  );
  const halfPx = Math.max(...rows.map(({ widthPx }) => widthPx)) / 2 + BOX_PADDING_EM.x * emPx;
  const box = {
    left: frame.width / 2 - halfPx,
    top: top - BOX_PADDING_EM.y * emPx,
    right: frame.width / 2 + halfPx,
    bottom: top + heightPx + BOX_PADDING_EM.y * emPx,
  };
  return { rows, emPx, box, startS: line.startS, endS: line.endS };
}
