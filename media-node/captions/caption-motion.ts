// The override tags by which words move and change colour, each on the clock of its own event. Pure. Times within an
// event are milliseconds since its start; karaoke's are centiseconds, because ASS has them so.
import type { CaptionStyle } from "../../shared/captions/caption-styles.ts";
import type { Span } from "../signal/span.ts";
import { colorTag, px } from "./caption-ass.ts";
import type { PlacedLine, PlacedText, PlacedWord } from "./caption-placement.ts";
import { DROP_EM, SWELL } from "./caption-reach.ts";
import type { CaptionLine } from "./lay-out-captions.ts";

/** Its middle is the moment at which a line comes or goes, so that lines that follow each other cross-fade. */
const FADE_MS = 80;
const ENTRY_PERCENT = 84;
const SWELL_MS = 70;
const DROP_MS = 110;
const SQUASH = { percent: 88, fromMs: 80, lowestMs: 140, toMs: 230 } as const;
/** What karaoke fills words with where the style has no highlight. */
const FILL_COLOR = "#FFD400";

/** What an event says of where its letters stand, how they move, and their colours. */
export interface Motion {
  /** The place and the way to it, this far below where the letters themselves stand. */
  readonly place: (downPx: number) => string;
  readonly moves: string;
  readonly colors: string;
}

export interface ShownWord {
  readonly style: CaptionStyle;
  readonly word: PlacedWord;
  readonly line: PlacedLine;
  /** When its event begins. */
  readonly sinceS: number;
  /** Until when it is the word that is being said: until the next one begins, so that nothing blinks between them. */
  readonly untilS: number;
}

/** How much earlier a line comes and how much later it goes than when it stands there in full. */
export function halfFadeS({ animation }: CaptionStyle): number {
  return animation === "fade" ? FADE_MS / 2_000 : 0;
}

/** Karaoke marks words, whether or not its style says in which colour. */
export function withFill(style: CaptionStyle): CaptionStyle {
  const isUnsaid = style.animation === "karaoke" && style.highlightColor === null;
  return isUnsaid ? { ...style, highlightColor: FILL_COLOR } : style;
}

/**
 * The override tag of a line that fades in and out, each over FADE_MS; nothing in other animations.
 * `halfFadeS` says by how much its event must be longer for that.
 */
export function fadeTag({ animation }: CaptionStyle): string {
  return animation === "fade" ? `\\fad(${FADE_MS},${FADE_MS})` : "";
}

/** Tags that set a text by its centre, in pixels of the frame; what is given is added downwards. */
export function standingAt({ centreX, centreY }: PlacedText): Motion["place"] {
  return (downPx) => `\\pos(${px(centreX)},${px(centreY + downPx)})`;
}

function milliseconds(timeS: number, sinceS: number): number {
  return Math.max(0, Math.round((timeS - sinceS) * 1_000));
}

/** Changes at a moment, not gradually. */
function at(timeMs: number, tags: string): string {
  return timeMs === 0 ? tags : `\\t(${timeMs},${timeMs + 1},${tags})`;
}

function highlight({ style, word, sinceS, untilS }: ShownWord): string {
  if (style.highlightColor === null) return "";
  const [fromMs, toMs] = [milliseconds(word.word.startS, sinceS), milliseconds(untilS, sinceS)];
  return `${at(fromMs, colorTag(1, style.highlightColor))}${at(toMs, colorTag(1, style.fontColor))}`;
}

/** The line comes in a little smaller; each word swells while it is said. */
function swell({ line, word, sinceS, untilS }: ShownWord): string {
  const room = 1 + (2 * SWELL.sideEm * line.emPx) / Math.max(1, word.widthPx);
  const maxPercent = Math.round(100 * Math.min(SWELL.factor, room));
  const scaleTo = (fromMs: number, percent: number): string =>
    `\\t(${fromMs},${fromMs + SWELL_MS},\\fscx${percent}\\fscy${percent})`;
  return [
    `\\fscx${ENTRY_PERCENT}\\fscy${ENTRY_PERCENT}${scaleTo(0, 100)}`,
    scaleTo(milliseconds(word.word.startS, sinceS), maxPercent),
    scaleTo(milliseconds(untilS, sinceS), 100),
  ].join("");
}

function fill({ style, word, sinceS, untilS }: ShownWord): string {
  const centiseconds = (fromS: number, toS: number): number => Math.max(0, Math.round((toS - fromS) * 100));
  const { startS, endS } = word.word;
  const before = centiseconds(sinceS, startS);
  const during = Math.max(1, centiseconds(startS, Math.min(endS, untilS)));
  const colors = `${colorTag(1, style.highlightColor ?? style.fontColor)}${colorTag(2, style.fontColor)}`;
  return `${colors}\\k${before}\\kf${during}`;
}

function dropTo({ centreX, centreY }: PlacedText, emPx: number): Motion["place"] {
  return (downPx) => {
    const [x, toY] = [px(centreX), centreY + downPx];
    return `\\move(${x},${px(toY - DROP_EM * emPx)},${x},${px(toY)},0,${DROP_MS})`;
  };
}

/** Whether a word comes only when it is said, and not with its line. */
export function comesWhenSaid({ animation }: CaptionStyle): boolean {
  return animation === "bounce";
}

/** When lines are on the screen without all of their words. */
export function partialSpans(lines: readonly CaptionLine[], style: CaptionStyle): Span[] {
  if (!comesWhenSaid(style)) return [];
  return lines.flatMap(({ rows, startS }) => {
    const words = rows.flat();
    const last = words.at(-1);
    if (last === undefined || words.length === 1) return [];
    return [{ startS, endS: last.startS + DROP_MS / 1_000 }];
  });
}

function squash(): string {
  const { percent, fromMs, lowestMs, toMs } = SQUASH;
  return `\\t(${fromMs},${lowestMs},\\fscy${percent})\\t(${lowestMs},${toMs},\\fscy100)`;
}

/** How a word of a row that is read from left to right moves, by the style's animation. */
export function motionOf(spoken: ShownWord): Motion {
  const { style, word, line } = spoken;
  const place = standingAt(word);
  switch (style.animation) {
    case "bounce":
      return { place: dropTo(word, line.emPx), moves: squash(), colors: highlight(spoken) };
    case "karaoke":
      return { place, moves: "", colors: fill(spoken) };
    case "pop":
      return { place, moves: swell(spoken), colors: highlight(spoken) };
    case "fade":
    case "none":
      return { place, moves: fadeTag(style), colors: highlight(spoken) };
  }
}
