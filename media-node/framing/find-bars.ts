// Finds the black bars that a source's frames have on them: telephone videos in a wide frame, films in a television's.
// Bars are black in every frame, straight, and alike on both sides; a dark room is not. What they enclose is then
// framed as if there were nothing else: a crop that was placed beside them showed them, or stood between them.
// ffmpeg's `cropdetect` was rejected: it takes the darkness around anybody on a stage for bars, and costs a decode.
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import type { CropArea } from "../render/framing-plan.ts";

/** Brightness up to which a pixel is black: coding leaves some noise in bars. */
const BLACK = 32;
/** Share of a line's pixels that may be brighter, for what coding spills. */
const SPILT = 0.02;
/** Share of an edge line that must not be black in some frame. */
const STRAIGHT = 0.6;
/** Shares of a side: narrower bars are left, both are alike within this, and between them is at least that much. */
const MIN_BAR = 0.02;
const ALIKE = 0.015;
const MIN_ENCLOSED = 0.2;
/** Pixels of the searched frames beside a bar that are cut off with it: scaling blurs its edge. */
const BLURRED_PX = 2;

/** What of a frame is looked through, line by line. */
type Lines = "rows" | "columns";

/** Where the enclosed lines of a side begin and end. */
interface Enclosed {
  readonly from: number;
  readonly to: number;
}

/** Collects frames of one size, and then tells what their bars enclose. */
export class BarFinder {
  readonly #size: FrameSize;
  /** Of each pixel, in any frame and channel. */
  readonly #brightest: Uint8Array;

  constructor(size: FrameSize) {
    this.#size = size;
    this.#brightest = new Uint8Array(size.width * size.height);
  }

  /** @param pixels three bytes a pixel */
  push(pixels: Uint8Array): void {
    const brightest = this.#brightest;
    for (let pixel = 0, byte = 0; pixel < brightest.length; pixel += 1, byte += 3) {
      const value = Math.max(pixels[byte] ?? 0, pixels[byte + 1] ?? 0, pixels[byte + 2] ?? 0);
      if (value > (brightest[pixel] ?? 0)) brightest[pixel] = value;
    }
  }

  /** Share of a line's pixels, between two of them, that are not black. */
  #bright(line: number, across: Enclosed, lines: Lines): number {
    const { width } = this.#size;
    let count = 0;
    for (let at = across.from; at < across.to; at += 1) {
      const value = this.#brightest[lines === "rows" ? line * width + at : at * width + line] ?? 0;
      if (value > BLACK) count += 1;
    }
    return count / Math.max(1, across.to - across.from);
  }

  /** The lines between the outermost ones that are not black. */
  #lit(lines: Lines): Enclosed {
    const { width, height } = this.#size;
    const [length, across] = lines === "rows" ? [height, width] : [width, height];
    const isBlack = (line: number): boolean => this.#bright(line, { from: 0, to: across }, lines) <= SPILT;
    let [from, to] = [0, length];
    while (from < to && isBlack(from)) from += 1;
    while (to > from && isBlack(to - 1)) to -= 1;
    return { from, to };
  }

  /** Of lit lines those between two bars; all lines where there are none. */
  #between(lit: Enclosed, across: Enclosed, lines: Lines): Enclosed {
    const length = lines === "rows" ? this.#size.height : this.#size.width;
    const [before, after] = [lit.from, length - lit.to];
    const areBars = Math.min(before, after) >= MIN_BAR * length;
    const areAlike = Math.abs(before - after) <= Math.max(1, ALIKE * length);
    const [from, to] = [lit.from + BLURRED_PX, lit.to - BLURRED_PX];
    const isEnclosed = areBars && areAlike && to - from >= MIN_ENCLOSED * length;
    const isStraight = (line: number): boolean => this.#bright(line, across, lines) >= STRAIGHT;
    return isEnclosed && isStraight(from) && isStraight(to - 1) ? { from, to } : { from: 0, to: length };
  }

  /** What the bars enclose, in pixels of the source; undefined without bars. */
  enclosed(source: FrameSize): CropArea | undefined {
    const { width, height } = this.#size;
    const [litRows, litColumns] = [this.#lit("rows"), this.#lit("columns")];
    const rows = this.#between(litRows, litColumns, "rows");
    const columns = this.#between(litColumns, litRows, "columns");
    if (rows.to - rows.from === height && columns.to - columns.from === width) return undefined;
    const even = (value: number): number => 2 * Math.round(value / 2);
    const [x, y] = [even((columns.from / width) * source.width), even((rows.from / height) * source.height)];
    return {
      x,
      y,
      width: Math.min(source.width - x, even(((columns.to - columns.from) / width) * source.width)),
      height: Math.min(source.height - y, even(((rows.to - rows.from) / height) * source.height)),
    };
  }
}
