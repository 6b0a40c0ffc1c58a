// What one sampled frame of a clip looks like: where it is sharp, where text stands in it, how well it is exposed. The
// raw numbers from which the thumbnail is chosen and by which a crop is judged. All cell by cell across the width, so
// that they can be asked for the part that a crop shows.
import type { GreyImage } from "../signal/grey-image.ts";
import type { ColorImage } from "./faces/face-mouth-motion.ts";
import { TEXT_CELL_PX, textByCell } from "./frame-text.ts";

export interface FrameLook {
  /** Number of the frame at the clip's rate. */
  readonly frame: number;
  /** Share of each cell's rows in which there is text, 0 to 1. */
  readonly text: Float32Array;
  /** Variance of the Laplacian of each cell (Pech-Pacheco et al., ICPR 2000): the more, the sharper. */
  readonly sharpness: Float32Array;
  /** 0 (black, white, or one grey) to 1. */
  readonly exposure: number;
}

/** Brightness as BT.601 weighs it, of pixels in BGR. */
function toGrey({ pixels, width, height }: ColorImage): GreyImage {
  const grey = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < grey.length; pixel += 1, at += 3) {
    grey[pixel] = (29 * (pixels[at] ?? 0) + 150 * (pixels[at + 1] ?? 0) + 77 * (pixels[at + 2] ?? 0)) >> 8;
  }
  return { pixels: grey, width, height };
}

/** Every second row is enough, and half the work. */
function sharpnessByCell({ pixels, width, height }: GreyImage): Float32Array {
  const cells = Math.max(1, Math.floor(width / TEXT_CELL_PX));
  const [sums, squares, counts] = [new Float64Array(cells), new Float64Array(cells), new Float64Array(cells)];
  for (let row = 1; row < height - 1; row += 2) {
    for (let column = 1; column < width - 1; column += 1) {
      const at = row * width + column;
      const around =
        (pixels[at - 1] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at - width] ?? 0) + (pixels[at + width] ?? 0);
      const laplacian = around - 4 * (pixels[at] ?? 0);
      const cell = Math.min(cells - 1, (column / TEXT_CELL_PX) | 0);
      sums[cell] = (sums[cell] ?? 0) + laplacian;
      squares[cell] = (squares[cell] ?? 0) + laplacian * laplacian;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return Float32Array.from(sums, (sum, cell) => {
    const count = Math.max(1, counts[cell] ?? 0);
    return Math.max(0, (squares[cell] ?? 0) / count - (sum / count) ** 2);
  });
}

/** Frames whose mean brightness lies between these, of 255, are neither dark nor glaring. */
const [DARK, BRIGHT] = [60, 190];
/** Deviation of brightness from which on a frame has contrast. */
const CONTRAST = 35;

function exposureOf({ pixels }: GreyImage): number {
  let sum = 0;
  let squares = 0;
  let clipped = 0;
  for (const value of pixels) {
    sum += value;
    squares += value * value;
    if (value <= 4 || value >= 251) clipped += 1;
  }
  const mean = sum / pixels.length;
  const contrast = Math.sqrt(Math.max(0, squares / pixels.length - mean * mean));
  const inRange = mean < DARK ? mean / DARK : mean > BRIGHT ? (255 - mean) / (255 - BRIGHT) : 1;
  return inRange * Math.min(1, contrast / CONTRAST) * (1 - clipped / pixels.length);
}

/**
 * Looks at the frame of this number, whose longer side has about 480 pixels: cells are a fixed 8 pixels wide.
 * @param image in BGR
 */
export function lookAt(frame: number, image: ColorImage): FrameLook {
  const grey = toGrey(image);
  return {
    frame,
    text: textByCell(grey),
    sharpness: sharpnessByCell(grey),
    exposure: exposureOf(grey),
  };
}

/** The mean of values by cell over the part of the width from `left` to `right`, shares of it. */
export function meanOfCells(values: Float32Array, left: number, right: number): number {
  const from = Math.max(0, Math.min(values.length - 1, Math.floor(left * values.length)));
  const to = Math.max(from + 1, Math.min(values.length, Math.ceil(right * values.length)));
  let sum = 0;
  for (let cell = from; cell < to; cell += 1) sum += values[cell] ?? 0;
  return sum / (to - from);
}
