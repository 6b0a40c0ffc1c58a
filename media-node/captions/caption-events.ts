// The events of an ASS script that draw a line of captions: its box, and its words with their shadows. Pure. Words are
// events of their own, so that one can swell, drop in, fill or have a box while the others stand still. Rows that are
// read from right to left stay whole, since libass must see the row to set it in order, and so do those of scripts
// with conjuncts: placed by the widths of letters that are not joined, words would have holes between them. Words of
// such rows only change colour.
import { type CaptionStyle, marksWords } from "../../shared/captions/caption-styles.ts";
import type { Span } from "../signal/span.ts";
import { assTime, colorTag, px, roundBox, runText } from "./caption-ass.ts";
import { comesWhenSaid, fadeTag, halfFadeS, type Motion, motionOf, standingAt } from "./caption-motion.ts";
import type { PlacedLine, PlacedRow, PlacedText, PlacedWord } from "./caption-placement.ts";
import { markInPlaceOfBox } from "./color-contrast.ts";

/** Behind each other: the box of the line, the box of a word, shadows, letters. */
const LAYER = { box: 0, wordBox: 1, shadow: 2, text: 3 } as const;
const BOX_RADIUS_EM = { line: 0.36, word: 0.22 } as const;
const SOFT_SHADOW_EM = { blur: 0.1, spread: 0.03, down: 0.05 } as const;
const GLOW_EM = { blur: 0.2, spread: 0.09 } as const;
/** Shorter than this nothing is seen, and ASS has no such times. */
const MIN_SPAN_S = 0.005;

interface Scene {
  readonly style: CaptionStyle;
  readonly line: PlacedLine;
  readonly strokePx: number;
  /** Taken from every time: half a frame, which makes early and late equally small. */
  readonly earlierS: number;
}

interface Piece extends PlacedText, Span, Motion {
  /** The letters with colours of their own, instead of the runs as they are. */
  readonly text?: string;
}

function event(scene: Scene, layer: number, { startS, endS }: Span, text: string): string {
  const [start, end] = [startS, endS].map((timeS) => assTime(timeS - scene.earlierS));
  return `Dialogue: ${layer},${start},${end},Caption,,0,0,0,,${text}`;
}

/** When the line is there: with half of its fades before and after, where it fades. */
function shownFor({ style, line }: Scene): Span {
  return { startS: line.startS - halfFadeS(style), endS: line.endS + halfFadeS(style) };
}

/** The same letters, blurred, behind themselves; a hard shadow is a part of the letters in ASS. */
function shadowOf({ style, line, strokePx }: Scene): { tags: string; downPx: number } | undefined {
  const { emPx } = line;
  const isGlow = style.shadow === "glow";
  if (!isGlow && style.shadow !== "soft") return undefined;
  const { blur, spread } = isGlow ? GLOW_EM : SOFT_SHADOW_EM;
  const colors = ([1, 2, 3] as const).map((part) => colorTag(part, style.shadowColor)).join("");
  const tags = `${colors}\\bord${px(strokePx + spread * emPx)}\\blur${px(blur * emPx)}\\shad0`;
  return { tags, downPx: isGlow ? 0 : SOFT_SHADOW_EM.down * emPx };
}

/** A piece of text with its shadow. */
function drawn(scene: Scene, piece: Piece): string[] {
  const plain = runText(piece, scene.line.emPx);
  const tags = `{\\an5${piece.place(0)}${piece.moves}${piece.colors}}`;
  const letters = event(scene, LAYER.text, piece, `${tags}${piece.text ?? plain}`);
  const shadow = shadowOf(scene);
  if (shadow === undefined) return [letters];
  const shadowTags = `{\\an5${piece.place(shadow.downPx)}${piece.moves}${shadow.tags}}`;
  return [event(scene, LAYER.shadow, piece, `${shadowTags}${plain}`), letters];
}

function saidUntil(line: PlacedLine, word: PlacedWord): number {
  const words = line.rows.flatMap((row) => row.words);
  return words[words.indexOf(word) + 1]?.word.startS ?? line.endS;
}

function wordEvents(scene: Scene, word: PlacedWord): string[] {
  const { style, line } = scene;
  const shown = shownFor(scene);
  const startS = comesWhenSaid(style) ? word.word.startS : shown.startS;
  const motion = motionOf({ style, line, word, sinceS: startS, untilS: saidUntil(line, word) });
  return drawn(scene, { ...word, ...shown, startS, ...motion });
}

/** A box behind the word while it is said. */
function wordBox(scene: Scene, word: PlacedWord): string[] {
  const { style, line } = scene;
  if (style.highlightBackgroundColor === null) return [];
  const { tags, path } = roundBox(word.box, BOX_RADIUS_EM.word * line.emPx, style.highlightBackgroundColor);
  const times = { startS: word.word.startS, endS: saidUntil(line, word) };
  return [event(scene, LAYER.wordBox, times, `{${tags}}${path}`)];
}

/** The colour that letters stand out from: their stroke's, else that of the box behind them; null on the picture itself. */
function behindLetters({ strokeWidthPx, strokeColor, backgroundColor }: CaptionStyle): string | null {
  return strokeWidthPx > 0 ? strokeColor : backgroundColor;
}

/** A row's text with one of its words in the highlight's colour, or in that of the box which it cannot have. */
function markedText({ style, line }: Scene, row: PlacedRow, marked: PlacedWord | undefined): string {
  const { fontColor, highlightColor, highlightBackgroundColor } = style;
  const ofBox =
    highlightBackgroundColor === null
      ? fontColor
      : markInPlaceOfBox(highlightBackgroundColor, fontColor, behindLetters(style));
  const markColor = highlightColor ?? ofBox;
  const texts = row.words.map((word) => {
    const color = colorTag(1, word === marked ? markColor : fontColor);
    return `{${color}}${runText({ runs: word.spacedRuns }, line.emPx)}`;
  });
  return texts.join("");
}

/** The row once per word that is said, with that word marked; libass sets the row in order. */
function markedRow(scene: Scene, row: PlacedRow): string[] {
  const { line } = scene;
  const [first, last] = [row.words[0], row.words.at(-1)];
  const firstS = first?.word.startS ?? line.endS;
  const lastS = last === undefined ? line.endS : saidUntil(line, last);
  const spans: (Span & { marked?: PlacedWord })[] = [
    { startS: line.startS, endS: firstS },
    ...row.words.map((marked) => ({ startS: marked.word.startS, endS: saidUntil(line, marked), marked })),
    { startS: lastS, endS: line.endS },
  ];
  return spans
    .filter(({ startS, endS }) => endS - startS > MIN_SPAN_S)
    .flatMap(({ marked, ...span }) => {
      const motion = { place: standingAt(row), moves: "", colors: "" };
      return drawn(scene, { ...row, ...span, ...motion, text: markedText(scene, row, marked) });
    });
}

function rowEvents(scene: Scene, row: PlacedRow): string[] {
  if (marksWords(scene.style)) {
    if (row.isWhole) return markedRow(scene, row);
    return row.words.flatMap((word) => [...wordBox(scene, word), ...wordEvents(scene, word)]);
  }
  const motion = { place: standingAt(row), moves: fadeTag(scene.style), colors: "" };
  return drawn(scene, { ...row, ...shownFor(scene), ...motion });
}

/** The events of a line, in no order that matters. */
export function lineEvents(scene: Scene): string[] {
  const { style, line } = scene;
  const events = line.rows.flatMap((row) => rowEvents(scene, row));
  if (style.backgroundColor === null) return events;
  const { tags, path } = roundBox(line.box, BOX_RADIUS_EM.line * line.emPx, style.backgroundColor);
  return [event(scene, LAYER.box, shownFor(scene), `{${tags}${fadeTag(style)}}${path}`), ...events];
}
