// The widths of words whose letters melt into others, as libass will draw them. Fonts tell them only to a shaper, which some
// builds of ffmpeg have and others lack, the bundled one for instance, which sets letter beside letter: by the letters alone
// a box around Hindi came out up to half too wide in one of them, by the joined letters too narrow in the other. So the build
// that draws a clip draws its words first, each between two bars of which the distance is measured: 60 words take 0.2 to
// 0.5 s (two cores, 2026-11). Rejected: a shaper of our own, which would know only one of both ways.
import { hasErrorCode } from "../../shared/errors.ts";
import { DRAWN_CAPTIONS } from "../render/video-graph.ts";
import { assScript, assTime, colorTag, runText } from "./caption-ass.ts";
import type { OpenTypeface } from "./caption-typeface.ts";
import { hasConjuncts } from "./caption-words.ts";
import { drawScript } from "./draw-script.ts";

/** Large enough that a pixel is little of it. */
const EM_PX = 64;
const FRAME_RATE = 10;
const BAR_PX = 16;
const HEIGHT_PX = 2 * EM_PX;
/** Longer ones, which no row has in a readable size, keep the sum of their letters. */
const MAX_WIDTH_EM = 40;
/** More different words than a clip has; further ones keep the sum of their letters, too. */
const MAX_WORDS = 1_000;
/** Of a column's mean light: a bar fills it, what lies beside one has nothing. */
const MIN_LIGHT = 64;

const BAR = `{\\p1}m 0 0 l ${BAR_PX} 0 ${BAR_PX} ${EM_PX} 0 ${EM_PX}{\\p0}`;

/** A word between two bars, in the middle of a frame of its own. */
function wordEvent(word: string, index: number, typeface: OpenTypeface, widthPx: number): string {
  const [start, end] = [index, index + 1].map((frame) => assTime(frame / FRAME_RATE));
  const tags = `{\\an5\\pos(${widthPx / 2},${HEIGHT_PX / 2})\\bord0\\shad0\\b0${colorTag(1, "#FFFFFF")}}`;
  const letters = runText({ runs: typeface.runsOf(word) }, EM_PX);
  return `Dialogue: 0,${start},${end},Default,,0,0,0,,${tags}${BAR}${letters}${BAR}`;
}

/** What lies between the bars of a frame of one row, in em; undefined where none are. */
function measuredEm(columns: Uint8Array): number | undefined {
  const isLight = (light: number): boolean => light >= MIN_LIGHT;
  const [first, last] = [columns.findIndex(isLight), columns.findLastIndex(isLight)];
  const widthPx = last + 1 - first - 2 * BAR_PX;
  return first < 0 || widthPx <= 0 ? undefined : widthPx / EM_PX;
}

/** The widths in em of words that have some, of those that were drawn. */
async function measure(
  words: readonly string[],
  typeface: OpenTypeface,
  ffmpeg: string,
): Promise<ReadonlyMap<string, number>> {
  const widestEm = Math.max(...words.map(typeface.widthOf));
  const width = 2 * Math.ceil((widestEm + 1) * (EM_PX / 2) + BAR_PX);
  const size = { width, height: HEIGHT_PX };
  const events = words.map((word, index) => wordEvent(word, index, typeface, width));
  const rows = await drawScript(ffmpeg, {
    script: assScript(size, [], events),
    fontPaths: typeface.paths,
    size,
    frameRate: FRAME_RATE,
    frames: words.length,
    filters: [DRAWN_CAPTIONS, "format=gray", `scale=${width}:1:flags=area`],
    pixelFormat: "gray",
  });
  const widths = new Map<string, number>();
  for (const [index, word] of words.entries()) {
    const em = measuredEm(rows.subarray(index * width, (index + 1) * width));
    if (em !== undefined) widths.set(word, em);
  }
  return widths;
}

/** On a machine that is busy for so long a box is rather too wide than a clip not made. */
function unlessTimedOut(error: unknown): ReadonlyMap<string, number> {
  if (hasErrorCode(error, "TIMED_OUT")) return new Map();
  throw error;
}

/**
 * The typeface, with the widths of those words that have conjuncts as this ffmpeg draws them.
 * @throws as `runFfmpeg` where it draws no captions
 */
export async function withShapedWidths(
  typeface: OpenTypeface,
  texts: readonly string[],
  ffmpeg: string,
): Promise<OpenTypeface> {
  const isMeasured = (text: string): boolean =>
    hasConjuncts(text) && typeface.widthOf(text) > 0 && typeface.widthOf(text) <= MAX_WIDTH_EM;
  const words = [...new Set(texts)].filter(isMeasured).slice(0, MAX_WORDS);
  if (words.length === 0) return typeface;
  const widths = await measure(words, typeface, ffmpeg).catch(unlessTimedOut);
  return { ...typeface, widthOf: (text) => widths.get(text) ?? typeface.widthOf(text) };
}
