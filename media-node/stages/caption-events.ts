// How captions move: for each line the events of an ASS script, by the style's animation. Pure. Words of left-to-right
// rows are events of their own, so that one can swell, drop in, fill or have a box while the others stand still.
// Right-to-left rows stay whole, since libass must see the row to set it in order; their words only change colour.
import type { CaptionStyle } from "../../shared/caption-styles.ts";
import { wordSeparator } from "../../shared/subtitle-lines.ts";
import { assTime, colorTag, px, roundBox, runText } from "./caption-ass.ts";
import {
  DROP_EM,
  type PlacedLine,
  type PlacedRow,
  type PlacedText,
  type PlacedWord,
  SWELL,
} from "./caption-placement.ts";

/** Behind each other: the box of the line, shadows, the box of a word, letters. */
const LAYER = { box: 0, wordBox: 1, shadow: 2, text: 3 } as const;
/** Its middle is the moment at which a line comes or goes, so that lines that follow each other cross-fade. */
const FADE_MS = 80;
const FADE = `\\fad(${FADE_MS},${FADE_MS})`;
const SWELL_MS = 70;
/** A word may grow by this much at each side, in em, which is less than half a space. */
const SWELL_ROOM_EM = 0.09;
const DROP_MS = 110;
const BOX_RADIUS_EM = { line: 0.36, word: 0.22 } as const;
const SOFT_SHADOW_EM = { blur: 0.1, spread: 0.03, down: 0.05 } as const;
const GLOW_EM = { blur: 0.2, spread: 0.09 } as const;

/** What karaoke fills words with where the look has no highlight. */
const FILL_COLOR = "#FFD400";

interface Scene {
  readonly style: CaptionStyle;
  readonly line: PlacedLine;
  readonly strokePx: number;
  /** Taken from every time: half a frame, which makes early and late equally small. */
  readonly earlierS: number;
}

interface Piece extends PlacedText {
  readonly startS: number;
  readonly endS: number;
  /** Where the piece stands, and how it moves. */
  readonly motion: string;
  /** What its letters do. */
  readonly tags: string;
  /** Instead of the runs as they are. */
  readonly text?: string;
}

function event(scene: Scene, layer: number, times: { startS: number; endS: number }, text: string): string {
  const [start, end] = [times.startS, times.endS].map((timeS) => assTime(timeS - scene.earlierS));
  return `Dialogue: ${layer},${start},${end},Caption,,0,0,0,,${text}`;
}

/** When the line is there: with half of its fades before and after, where it fades. */
function shownFor({ style, line }: Scene): { startS: number; endS: number } {
  const halfFadeS = style.animation === "fade" ? FADE_MS / 2_000 : 0;
  return { startS: line.startS - halfFadeS, endS: line.endS + halfFadeS };
}

function standing({ centreX, centreY }: PlacedText): string {
  return `\\pos(${px(centreX)},${px(centreY)})`;
}

/** The same letters, blurred, behind themselves. */
function shadowOf({ style, line, strokePx }: Scene): { tags: string; downPx: number } | undefined {
  const { emPx } = line;
  const isGlow = style.shadow === "glow";
  if (!isGlow && style.shadow !== "soft") return undefined;
  const { blur, spread } = isGlow ? GLOW_EM : SOFT_SHADOW_EM;
  const colors = ([1, 2, 3] as const).map((part) => colorTag(part, style.shadowColor)).join("");
  const tags = `${colors}\\bord${px(strokePx + spread * emPx)}\\blur${px(blur * emPx)}\\shad0`;
  return { tags, downPx: isGlow ? 0 : SOFT_SHADOW_EM.down * emPx };
}

function withoutColors(tags: string): string {
  return tags.replaceAll(/\\[1-4][ac]&H[0-9A-F]+&/g, "").replaceAll(/\\t\(\d+,\d+,\)/g, "");
}

/** A piece of text with its shadow. */
function drawn(scene: Scene, piece: Piece): string[] {
  const text = piece.text ?? runText(piece, scene.line.emPx);
  const letters = event(scene, LAYER.text, piece, `{\\an5${piece.motion}${piece.tags}}${text}`);
  const shadow = shadowOf(scene);
  if (shadow === undefined) return [letters];
  const motion = piece.motion.replace(
    /\\pos\(([\d.-]+),([\d.-]+)\)/,
    (_, x: string, y: string) => `\\pos(${x},${px(Number(y) + shadow.downPx)})`,
  );
  const tags = `${shadow.tags}${withoutColors(piece.tags)}`;
  return [event(scene, LAYER.shadow, piece, `{\\an5${motion}${tags}}${withoutColors(text)}`), letters];
}

/** When a word is being said: until the next one begins, so that nothing blinks between them. */
function saidUntil(line: PlacedLine, word: PlacedWord): number {
  const words = line.rows.flatMap((row) => row.words);
  return words[words.indexOf(word) + 1]?.word.startS ?? line.endS;
}

function milliseconds(timeS: number, sinceS: number): number {
  return Math.max(0, Math.round((timeS - sinceS) * 1_000));
}

/** Changes at a moment, not gradually. */
function at(timeMs: number, tags: string): string {
  return `\\t(${timeMs},${timeMs + 1},${tags})`;
}

function highlightTags({ style, line }: Scene, word: PlacedWord, sinceS: number): string {
  if (style.highlightColor === null) return "";
  const [from, to] = [word.word.startS, saidUntil(line, word)].map((timeS) => milliseconds(timeS, sinceS));
  const starts =
    from === 0 ? colorTag(1, style.highlightColor) : at(from ?? 0, colorTag(1, style.highlightColor));
  return `${starts}${at(to ?? 0, colorTag(1, style.fontColor))}`;
}

/** The line comes in a little smaller; each word swells while it is said. */
function swellTags({ line }: Scene, word: PlacedWord): string {
  const room = 1 + (2 * SWELL_ROOM_EM * line.emPx) / Math.max(1, word.widthPx);
  const percent = Math.round(100 * Math.min(SWELL, room));
  const from = milliseconds(word.word.startS, line.startS);
  const to = milliseconds(saidUntil(line, word), line.startS);
  const scale = (share: number): string => `\\fscx${share}\\fscy${share}`;
  return [
    `${scale(84)}\\t(0,${SWELL_MS},${scale(100)})`,
    `\\t(${from},${from + SWELL_MS},${scale(percent)})`,
    `\\t(${to},${to + SWELL_MS},${scale(100)})`,
  ].join("");
}

function karaokeTags({ style, line }: Scene, word: PlacedWord): string {
  const centiseconds = (fromS: number, toS: number): number => Math.max(0, Math.round((toS - fromS) * 100));
  const before = centiseconds(line.startS, word.word.startS);
  const during = Math.max(1, centiseconds(word.word.startS, Math.min(word.word.endS, saidUntil(line, word))));
  return `${colorTag(1, style.highlightColor ?? FILL_COLOR)}${colorTag(2, style.fontColor)}\\k${before}\\kf${during}`;
}

/** A word drops in when it is said, and stays. */
function bounced(scene: Scene, word: PlacedWord): string[] {
  const { line } = scene;
  const { centreX, centreY } = word;
  const fromY = px(centreY - DROP_EM * line.emPx);
  const motion = `\\move(${px(centreX)},${fromY},${px(centreX)},${px(centreY)},0,${DROP_MS})`;
  const squash = `\\t(${DROP_MS - 30},${DROP_MS + 30},\\fscy88)\\t(${DROP_MS + 30},${DROP_MS + 120},\\fscy100)`;
  const startS = word.word.startS;
  const tags = `${highlightTags(scene, word, startS)}${squash}`;
  return drawn(scene, { ...word, startS, endS: line.endS, motion, tags });
}

function wordEvents(scene: Scene, word: PlacedWord): string[] {
  const { style, line } = scene;
  if (style.animation === "bounce") return bounced(scene, word);
  const tags = {
    karaoke: () => karaokeTags(scene, word),
    pop: () => `${highlightTags(scene, word, line.startS)}${swellTags(scene, word)}`,
    fade: () => `${FADE}${highlightTags(scene, word, shownFor(scene).startS)}`,
    none: () => highlightTags(scene, word, line.startS),
  }[style.animation]();
  return drawn(scene, { ...word, ...shownFor(scene), motion: standing(word), tags });
}

/** A box behind the word while it is said. */
function wordBox(scene: Scene, word: PlacedWord): string[] {
  const { style, line } = scene;
  if (style.highlightBackgroundColor === null) return [];
  const { tags, path } = roundBox(word.box, BOX_RADIUS_EM.word * line.emPx, style.highlightBackgroundColor);
  const times = { startS: word.word.startS, endS: saidUntil(line, word) };
  return [event(scene, LAYER.wordBox, times, `{${tags}}${path}`)];
}

/** Whether words of a row look different from each other at any time. */
function marksWords({ animation, highlightColor, highlightBackgroundColor }: CaptionStyle): boolean {
  const moves = animation !== "none" && animation !== "fade";
  return moves || highlightColor !== null || highlightBackgroundColor !== null;
}

/** The row once per word that is said, with that word in its colour or that of its box; libass sets the row in order. */
function markedRow(scene: Scene, row: PlacedRow): string[] {
  const { style, line } = scene;
  const { fontColor, highlightColor, highlightBackgroundColor } = style;
  const markColor = highlightColor ?? highlightBackgroundColor ?? fontColor;
  const textOf = (marked: number): string =>
    row.words
      .map((word, index) => {
        const next = row.words[index + 1];
        const gap = next === undefined ? "" : wordSeparator(word.word.text, next.word.text);
        const color = colorTag(1, index === marked ? markColor : fontColor);
        return `{${color}}${runText(word, line.emPx)}${gap}`;
      })
      .join("");
  const first = row.words[0]?.word.startS ?? line.startS;
  const last = row.words.at(-1);
  const spans = [
    { startS: line.startS, endS: first, marked: -1 },
    ...row.words.map((word, marked) => ({ startS: word.word.startS, endS: saidUntil(line, word), marked })),
    { startS: last === undefined ? line.endS : saidUntil(line, last), endS: line.endS, marked: -1 },
  ].filter(({ startS, endS }) => endS - startS > 0.005);
  return spans.flatMap(({ startS, endS, marked }) =>
    drawn(scene, { ...row, startS, endS, motion: standing(row), tags: "", text: textOf(marked) }),
  );
}

function rowEvents(scene: Scene, row: PlacedRow): string[] {
  if (marksWords(scene.style)) {
    if (row.isRightToLeft) return markedRow(scene, row);
    return row.words.flatMap((word) => [...wordBox(scene, word), ...wordEvents(scene, word)]);
  }
  const tags = scene.style.animation === "fade" ? FADE : "";
  return drawn(scene, { ...row, ...shownFor(scene), motion: standing(row), tags });
}

/** The events of a line, in no order that matters. */
export function lineEvents(scene: Scene): string[] {
  const { style, line } = scene;
  const events = line.rows.flatMap((row) => rowEvents(scene, row));
  if (style.backgroundColor === null) return events;
  const { tags, path } = roundBox(line.box, BOX_RADIUS_EM.line * line.emPx, style.backgroundColor);
  const fade = style.animation === "fade" ? FADE : "";
  return [event(scene, LAYER.box, shownFor(scene), `{${tags}${fade}}${path}`), ...events];
}
