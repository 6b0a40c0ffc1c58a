// Writes captions as an ASS script, which libass draws into the picture. Pure. No text of a source reaches the script
// with a meaning of its own: what ASS would take for an override is replaced.
import { CAPTION_FONTS, type CaptionStyle } from "../../shared/caption-styles.ts";
import { type CaptionLine, type CaptionWord, lettersPerRow, SAFE_WIDTH } from "./lay-out-captions.ts";
import type { FrameSize } from "./plan-framing.ts";

/** Height of the text's centre as a share of the frame. */
const POSITIONS_Y = { top: 0.14, middle: 0.5, bottom: 0.76 } as const;
/** Two rows and a box around them reach this many font sizes up and down from their centre. */
const HALF_HEIGHT = 1.25;

/** `h:mm:ss.cc` */
function assTime(timeS: number): string {
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

function colorTag(color: string): string {
  const ass = assColor(color);
  return `\\1c&H${ass.slice(4)}&\\1a&H${ass.slice(2, 4)}&`;
}

/** A word that is too long for a row is drawn narrower and lower, as far as it must be to stay within the frame. */
function shrinkTag(line: CaptionLine, style: CaptionStyle, fontPx: number): string {
  const longest = Math.max(0, ...line.words.map((word) => word.text.length));
  const share = lettersPerRow(style) / longest;
  return share >= 1 ? "" : `\\fs${(fontPx * share).toFixed(1)}`;
}

/** How a line comes in, by override tags at its start. */
function entranceTags(style: CaptionStyle): string {
  if (style.animation === "fade") return "\\fad(160,120)";
  if (style.animation === "pop")
    return "\\fscx70\\fscy70\\t(0,90,\\fscx106\\fscy106)\\t(90,150,\\fscx100\\fscy100)";
  if (style.animation === "bounce") {
    return "\\fscy60\\t(0,80,\\fscy115)\\t(80,150,\\fscy94)\\t(150,220,\\fscy100)";
  }
  return "";
}

function shown(word: CaptionWord, style: CaptionStyle): string {
  return assText(style.uppercase ? word.text.toUpperCase() : word.text);
}

function dialogue(startS: number, endS: number, text: string): string {
  return `Dialogue: 0,${assTime(startS)},${assTime(endS)},Caption,,0,0,0,,${text}`;
}

/** One event per word, in which that word is highlighted, or one event for the line where nothing is. */
function lineEvents(line: CaptionLine, style: CaptionStyle, place: string): string[] {
  const texts = line.words.map((word) => shown(word, style));
  const highlights =
    style.animation === "karaoke" || style.animation === "pop" || style.animation === "bounce";
  if (!highlights)
    return [dialogue(line.startS, line.endS, `{${place}${entranceTags(style)}}${texts.join(" ")}`)];
  return line.words.map((word, index) => {
    const startS = index === 0 ? line.startS : word.startS;
    const endS = line.words[index + 1]?.startS ?? line.endS;
    const marked = texts.map((text, other) =>
      other === index ? `{${colorTag(style.highlightColor)}}${text}{${colorTag(style.fontColor)}}` : text,
    );
    const entrance = index === 0 ? entranceTags(style) : "";
    return dialogue(startS, endS, `{${place}${entrance}}${marked.join(" ")}`);
  });
}

interface BorderFields {
  readonly borderStyle: number;
  readonly outlinePx: number;
  readonly shadowPx: number;
  readonly backColor: string;
}

/** Style 4 draws one box around all rows, padded by the "shadow"; style 3 draws one per row, which overlap darkly. */
function border(style: CaptionStyle): BorderFields {
  const { fontSizePx, strokeWidthPx: outlinePx, backgroundColor } = style;
  if (backgroundColor === null) {
    return { borderStyle: 1, outlinePx, shadowPx: 0.02 * fontSizePx, backColor: "&H80000000" };
  }
  return { borderStyle: 4, outlinePx, shadowPx: 0.2 * fontSizePx, backColor: assColor(backgroundColor) };
}

function styleLine(style: CaptionStyle, scale: number, marginPx: number): string {
  const { borderStyle, outlinePx, shadowPx, backColor } = border(style);
  const fields = [
    "Caption",
    CAPTION_FONTS[style.font].family,
    (style.fontSizePx * scale).toFixed(1),
    ...[assColor(style.fontColor), assColor(style.highlightColor), assColor(style.strokeColor), backColor],
    ...[0, 0, 0, 0, 100, 100, 0, 0],
    ...[borderStyle, (outlinePx * scale).toFixed(2), (shadowPx * scale).toFixed(2)],
    ...[5, marginPx, marginPx, 0, 1],
  ];
  return `Style: ${fields.join(",")}`;
}

/** The ASS script of a clip's captions for a frame of this size. */
export function captionScript(lines: readonly CaptionLine[], style: CaptionStyle, frame: FrameSize): string {
  const scale = frame.width / 1_080;
  const marginPx = Math.round((frame.width * (1 - SAFE_WIDTH)) / 2);
  const edgeY = Math.min(0.5, (HALF_HEIGHT * style.fontSizePx * scale) / frame.height);
  const wantedY = style.positionY ?? POSITIONS_Y[style.position];
  const centreY = Math.min(1 - edgeY, Math.max(edgeY, wantedY));
  const place = `\\pos(${Math.round(frame.width / 2)},${Math.round(frame.height * centreY)})`;
  const events = lines.flatMap((line) =>
    lineEvents(line, style, place + shrinkTag(line, style, style.fontSizePx * scale)),
  );
  return [
    "[Script Info]",
    "ScriptType: v4.00+",
    `PlayResX: ${frame.width}`,
    `PlayResY: ${frame.height}`,
    "WrapStyle: 0",
    "ScaledBorderAndShadow: yes",
    "",
    "[V4+ Styles]",
    "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding",
    styleLine(style, scale, marginPx),
    "",
    "[Events]",
    "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
    ...events,
    "",
  ].join("\n");
}
