// In which colours a style is written into a script, so that the clip shows the style's own. Clips are BT.709, and scripts
// say that their colours are, but many builds of ffmpeg draw them by BT.601 whatever script and frame say: a brand's green
// came out 21 of 255 darker. For these, each colour is written as the one of which BT.601 makes what BT.709 would have
// made of it; few are so saturated that there is none. How a build draws is seen by having it draw, since forks and
// distributions differ under one version. Rejected: drawing on frames in RGB, which no matrix touches, but with which a
// render took 2.3 times as long (1080×1920, 2026-11).
import { CAPTION_FONTS, captionFontPath } from "../../shared/captions/caption-fonts.ts";
import type { CaptionStyle } from "../../shared/captions/caption-styles.ts";
import { AppError } from "../../shared/errors.ts";
import { inClipColors } from "../render/color-filters.ts";
import { DRAWN_CAPTIONS } from "../render/video-graph.ts";
import { assScript, roundBox } from "./caption-ass.ts";
import { drawScript } from "./draw-script.ts";

/** Shares of red and blue in a matrix's luma; green has the rest. */
const BT_601 = { red: 0.299, blue: 0.114 } as const;
const BT_709 = { red: 0.2126, blue: 0.0722 } as const;

/** What a build makes light and colour of. */
type DrawnBy = "bt601" | "bt709";

const SIZE = { width: 16, height: 16 } as const;
const GREEN = "#00FF00";
/** Of that green by BT.601, 145, and by BT.709, 173: below the first bound nothing was drawn on the black. */
const LUMA = { minDrawn: 130, between: 159 } as const;

const known = new Map<string, Promise<DrawnBy>>();

function byte(value: number): string {
  const level = Math.min(255, Math.max(0, Math.round(value)));
  return level.toString(16).padStart(2, "0").toUpperCase();
}

/** The colour of which BT.601 makes what BT.709 makes of this one; the nearest by channel where there is none. */
export function inBt601(color: string): string {
  const [red = 0, green = 0, blue = 0] = (color.slice(1).match(/../g) ?? []).map((hex) =>
    Number.parseInt(hex, 16),
  );
  const luma = BT_709.red * red + BT_709.blue * blue + (1 - BT_709.red - BT_709.blue) * green;
  const redAs601 = luma + ((red - luma) * (1 - BT_601.red)) / (1 - BT_709.red);
  const blueAs601 = luma + ((blue - luma) * (1 - BT_601.blue)) / (1 - BT_709.blue);
  const rest = luma - BT_601.red * redAs601 - BT_601.blue * blueAs601;
  const greenAs601 = rest / (1 - BT_601.red - BT_601.blue);
  return `#${[redAs601, greenAs601, blueAs601].map(byte).join("")}${color.slice(7)}`;
}

/** Has the build draw a green box on a frame as those of clips are. */
function drawBox(ffmpeg: string): Promise<Buffer> {
  const { tags, path } = roundBox({ left: 0, top: 0, right: SIZE.width, bottom: SIZE.height }, 0, GREEN);
  const box = `Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,{${tags}}${path}`;
  return drawScript(ffmpeg, {
    script: assScript(SIZE, [], [box]),
    fontPaths: [captionFontPath(CAPTION_FONTS.Anton)],
    size: SIZE,
    frameRate: 25,
    frames: 1,
    filters: [...inClipColors(SIZE, { matrix: "bt709", transfer: "sdr" }), DRAWN_CAPTIONS],
    pixelFormat: "yuv420p",
  });
}

async function seeDrawing(ffmpeg: string): Promise<DrawnBy> {
  const middle = (SIZE.height / 2) * SIZE.width + SIZE.width / 2;
  const luma = (await drawBox(ffmpeg))[middle];
  if (luma === undefined || luma < LUMA.minDrawn)
    throw new AppError("INTERNAL", "ffmpeg does not draw captions.");
  return luma < LUMA.between ? "bt601" : "bt709";
}

/** How a build draws, found once while the process lives. @throws as `runFfmpeg` where it draws nothing */
function drawnBy(ffmpeg: string): Promise<DrawnBy> {
  const seen = known.get(ffmpeg);
  if (seen !== undefined) return seen;
  const drawing = seeDrawing(ffmpeg);
  known.set(ffmpeg, drawing);
  // What failed for a moment, such as a full disk, may work when it is asked for again.
  drawing.catch(() => known.delete(ffmpeg));
  return drawing;
}

/** A style in the colours in which this ffmpeg must be told to draw it. @throws as `runFfmpeg` where it draws nothing */
export async function inDrawnColors(style: CaptionStyle, ffmpeg: string): Promise<CaptionStyle> {
  if ((await drawnBy(ffmpeg)) === "bt709") return style;
  const orNone = (color: string | null): string | null => (color === null ? null : inBt601(color));
  return {
    ...style,
    fontColor: inBt601(style.fontColor),
    highlightColor: orNone(style.highlightColor),
    highlightBackgroundColor: orNone(style.highlightBackgroundColor),
    strokeColor: inBt601(style.strokeColor),
    backgroundColor: orNone(style.backgroundColor),
    shadowColor: inBt601(style.shadowColor),
  };
}
