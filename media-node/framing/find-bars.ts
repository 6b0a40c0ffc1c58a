// Finds the bars that a source's frames have on them: telephone videos in a wide frame, films in a television's. Bars are
// straight, alike on both sides, and in every frame either black or plain: of one colour, or a blurred copy of what they
// enclose. A dark room is not, nor is a wall, nor the ground of a slide. What they enclose is then framed as if there were
// nothing else: a crop that was placed beside them showed them, or stood between them.
// ffmpeg's `cropdetect` was rejected: it takes the darkness around anybody on a stage for bars, and costs a decode.
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import type { CropArea } from "../render/framing-plan.ts";
import { FrameRoughness } from "./frame-roughness.ts";

/** Brightness up to which a pixel is black: coding leaves some noise in bars. */
const BLACK = 32;
/**
 * Roughness up to which a pixel is plain, on average and in its roughest frame. In bars, light blurs and coding at the low
 * rates of streams come to 10 and 40; where a picture begins beside them, on average to 50 and more (2026-12).
 */
const PLAIN = { mean: 10, max: 40 };
/**
 * Somebody in the dark beside what is lit is hardly rough, but for how dark it is there: the share of its brightness up to which a
 * pixel is plain in its roughest frame, and the roughness that coding alone comes to beside what is shown. In a hundred
 * pixels of blurred bars hardly one is beyond both, and of a face that is just seen five (2026-12).
 */
const PLAIN_OF_BRIGHTNESS = 0.36;
const CODING_ROUGHNESS = 16;
/** Mean roughness of a pixel at the edge of plain bars. */
const EDGE_ROUGHNESS = 12;
/** Share of a line's pixels that may be otherwise, for what coding spills. */
const SPILT = 0.02;
/** Share of what is next to a bar that must end it: be brighter in some frame, or rough. */
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

/** Whether pixels, by their numbers, are no part of a kind of bars, and whether they are what such bars end at. */
interface BarKind {
  readonly isShown: (pixel: number) => boolean;
  readonly isEdge: (pixel: number) => boolean;
  /**
   * Whether they may stand on all four sides, and what they enclose may end in what looks like them, as a night does. Else
   * they stand on two sides, from edge to edge: what is plain all around a picture is a slide's ground, or a wall.
   */
  readonly isAround: boolean;
}

/** Finds one kind of bars in frames of one size. */
class BarSearch {
  readonly #size: FrameSize;
  readonly #kind: BarKind;

  constructor(size: FrameSize, kind: BarKind) {
    this.#size = size;
    this.#kind = kind;
  }

  #pixel(line: number, at: number, lines: Lines): number {
    return lines === "rows" ? line * this.#size.width + at : at * this.#size.width + line;
  }

  /** The lines between the outermost ones that are no part of bars. */
  #shown(lines: Lines): Enclosed {
    const { width, height } = this.#size;
    const [length, across] = lines === "rows" ? [height, width] : [width, height];
    const isBar = (line: number): boolean => {
      let count = 0;
      for (let at = 0; at < across; at += 1) {
        if (this.#kind.isShown(this.#pixel(line, at, lines))) count += 1;
      }
      return count <= SPILT * across;
    };
    let [from, to] = [0, length];
    while (from < to && isBar(from)) from += 1;
    while (to > from && isBar(to - 1)) to -= 1;
    return { from, to };
  }

  /** Whether bars end along all of what is next to them, within as many lines as scaling blurs. */
  #isStraight(first: number, across: Enclosed, lines: Lines): boolean {
    let count = 0;
    for (let at = across.from; at < across.to; at += 1) {
      const isEdge = (line: number): boolean => this.#kind.isEdge(this.#pixel(line, at, lines));
      if (Array.from({ length: BLURRED_PX + 1 }, (_, index) => first + index).some(isEdge)) count += 1;
    }
    return count >= STRAIGHT * Math.max(1, across.to - across.from);
  }

  /** Of shown lines those that bars may enclose, by their width alone; all lines where there are none. */
  #between(shown: Enclosed, length: number): Enclosed {
    const [before, after] = [shown.from, length - shown.to];
    const areBars = Math.min(before, after) >= MIN_BAR * length;
    const areAlike = Math.abs(before - after) <= Math.max(1, ALIKE * length);
    const [from, to] = [shown.from + BLURRED_PX, shown.to - BLURRED_PX];
    const isEnclosed = areBars && areAlike && to - from >= MIN_ENCLOSED * length;
    return isEnclosed ? { from, to } : { from: 0, to: length };
  }

  /** The lines that straight bars enclose; all lines where there are none. */
  #enclosed({ from, to }: Enclosed, across: Enclosed, lines: Lines): Enclosed {
    const length = lines === "rows" ? this.#size.height : this.#size.width;
    if (to - from === length) return { from, to };
    const areStraight =
      this.#isStraight(from - BLURRED_PX, across, lines) && this.#isStraight(to - 1, across, lines);
    return areStraight ? { from, to } : { from: 0, to: length };
  }

  /** Rows and columns that bars enclose; undefined without bars. */
  enclosed(): Record<Lines, Enclosed> | undefined {
    const { width, height } = this.#size;
    const shown = { rows: this.#shown("rows"), columns: this.#shown("columns") };
    const between = {
      rows: this.#between(shown.rows, height),
      columns: this.#between(shown.columns, width),
    };
    const isFramed =
      between.rows.to - between.rows.from < height && between.columns.to - between.columns.from < width;
    if (isFramed && !this.#kind.isAround) return undefined;
    const across = this.#kind.isAround ? shown : between;
    const rows = this.#enclosed(between.rows, across.columns, "rows");
    const columns = this.#enclosed(between.columns, across.rows, "columns");
    const isAll = rows.to - rows.from === height && columns.to - columns.from === width;
    return isAll ? undefined : { rows, columns };
  }
}

/** Collects frames of one size, and then tells what their bars enclose. */
export class BarFinder {
  readonly #size: FrameSize;
  /** Of each pixel, in any frame and channel. */
  readonly #brightest: Uint8Array;
  readonly #roughness: FrameRoughness;

  constructor(size: FrameSize) {
    this.#size = size;
    this.#brightest = new Uint8Array(size.width * size.height);
    this.#roughness = new FrameRoughness(size);
  }

  /** @param pixels three bytes a pixel */
  push(pixels: Uint8Array): void {
    const brightest = this.#brightest;
    for (let pixel = 0, byte = 0; pixel < brightest.length; pixel += 1, byte += 3) {
      const value = Math.max(pixels[byte] ?? 0, pixels[byte + 1] ?? 0, pixels[byte + 2] ?? 0);
      if (value > (brightest[pixel] ?? 0)) brightest[pixel] = value;
    }
    this.#roughness.push(pixels);
  }

  #kinds(): BarKind[] {
    const [brightest, roughness] = [this.#brightest, this.#roughness];
    const isBright = (pixel: number): boolean => (brightest[pixel] ?? 0) > BLACK;
    const plainUpTo = (pixel: number): number =>
      Math.min(PLAIN.max, Math.max(CODING_ROUGHNESS, PLAIN_OF_BRIGHTNESS * (brightest[pixel] ?? 0)));
    const isRough = (pixel: number): boolean =>
      roughness.mean(pixel) > PLAIN.mean || roughness.max(pixel) > plainUpTo(pixel);
    const isEdge = (pixel: number): boolean => roughness.mean(pixel) >= EDGE_ROUGHNESS;
    return [
      { isShown: isBright, isEdge: isBright, isAround: true },
      { isShown: isRough, isEdge, isAround: false },
    ];
  }

  /** What the bars enclose, in pixels of the source; undefined without bars. */
  enclosed(source: FrameSize): CropArea | undefined {
    const { width, height } = this.#size;
    for (const kind of this.#kinds()) {
      const found = new BarSearch(this.#size, kind).enclosed();
      if (found === undefined) continue;
      const { rows, columns } = found;
      const even = (value: number): number => 2 * Math.round(value / 2);
      const [x, y] = [
        even((columns.from / width) * source.width),
        even((rows.from / height) * source.height),
      ];
      return {
        x,
        y,
        width: Math.min(source.width - x, even(((columns.to - columns.from) / width) * source.width)),
        height: Math.min(source.height - y, even(((rows.to - rows.from) / height) * source.height)),
      };
    }
    return undefined;
  }
}
