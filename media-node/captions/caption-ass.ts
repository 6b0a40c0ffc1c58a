// The language of ASS scripts: times, colours, text without a meaning of its own, override tags, boxes. Pure.
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import type { Box, PlacedText } from "./caption-placement.ts";

/** `h:mm:ss.cc` */
export function assTime(timeS: number): string {
  const centiseconds = Math.max(0, Math.round(timeS * 100));
  const pad = (value: number): string => String(value).padStart(2, "0");
  const secs = Math.floor(centiseconds / 100);
  return `${Math.floor(secs / 3_600)}:${pad(Math.floor(secs / 60) % 60)}:${pad(secs % 60)}.${pad(centiseconds % 100)}`;
}

/** ASS colours are `&HAABBGGRR`, with the alpha inverted: 00 is opaque. */
export function assColor(color: string): string {
  const [red, green, blue, alpha = "FF"] = color.slice(1).match(/../g) ?? [];
  const transparency = (255 - Number.parseInt(alpha, 16)).toString(16).padStart(2, "0");
  return `&H${transparency}${blue}${green}${red}`.toUpperCase();
}

/** Text that ASS shows as it is: no override blocks, no escapes, no line breaks or other control characters. */
export function assText(text: string): string {
  return text
    .replaceAll("{", "(")
    .replaceAll("}", ")")
    .replaceAll("\\", "/")
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

/** Sets colour and alpha of a part of the letters: 1 their face, 2 their face before karaoke, 3 outline, 4 shadow. */
export function colorTag(part: 1 | 2 | 3 | 4, color: string): string {
  const ass = assColor(color);
  return `\\${part}c&H${ass.slice(4)}&\\${part}a&H${ass.slice(2, 4)}&`;
}

/** A number without more places than libass reads. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Text in its fonts. A font's size in ASS is that of its ascent and descent together, not of its em square. */
export function runText({ runs }: Pick<PlacedText, "runs">, emPx: number): string {
  return runs
    .map(({ text, font }) => {
      const size = px(emPx * (font.ascentEm + font.descentEm));
      return `{\\fn${assText(font.family)}\\fs${size}}${assText(text)}`;
    })
    .join("");
}

/** How far a Bézier curve's handles reach along a quarter of a circle. */
const ARC = 0.5523;

/** Tags and path of a filled box with round corners, drawn from its own top left corner. */
export function roundBox(box: Box, radiusPx: number, color: string): { tags: string; path: string } {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const r = Math.min(radiusPx, width / 2, height / 2);
  const k = r * (1 - ARC);
  const point = (x: number, y: number): string => `${Math.round(x)} ${Math.round(y)}`;
  const curve = (...points: [number, number][]): string =>
    `b ${points.map(([x, y]) => point(x, y)).join(" ")}`;
  const path = [
    `m ${point(r, 0)}`,
    `l ${point(width - r, 0)}`,
    curve([width - k, 0], [width, k], [width, r]),
    `l ${point(width, height - r)}`,
    curve([width, height - k], [width - k, height], [width - r, height]),
    `l ${point(r, height)}`,
    curve([k, height], [0, height - k], [0, height - r]),
    `l ${point(0, r)}`,
    curve([0, k], [k, 0], [r, 0]),
  ].join(" ");
  const place = `\\an7\\pos(${px(box.left)},${px(box.top)})\\bord0\\shad0\\blur0${colorTag(1, color)}\\p1`;
  return { tags: place, path };
}

/** A script for a frame of this size, of lines that tell its styles and its events. */
export function assScript(
  { width, height }: FrameSize,
  styles: readonly string[],
  events: readonly string[],
): string {
  return [
    "[Script Info]",
    "ScriptType: v4.00+",
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    // Without this line ffmpeg 8 takes colours for those of BT.601, as the first programs that drew ASS did.
    "YCbCr Matrix: TV.709",
    // No line is broken by libass: rows are ours.
    "WrapStyle: 2",
    "ScaledBorderAndShadow: yes",
    "",
    "[V4+ Styles]",
    "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding",
    ...styles,
    "",
    "[Events]",
    "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
    ...events,
    "",
  ].join("\n");
}
