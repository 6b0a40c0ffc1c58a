// A small image in memory, planar 4:2:0 as encoders take it, on which synthetic matches are drawn: rectangles,
// ellipses, digits, windows of wider images, and a camera's grain. Everything is clipped to the image.
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";

/** Luma and chroma, BT.601 in limited range. */
export interface Colour {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** From red, green and blue, each 0 to 255. */
export function rgb(red: number, green: number, blue: number): Colour {
  return {
    y: 16 + 0.257 * red + 0.504 * green + 0.098 * blue,
    u: 128 - 0.148 * red - 0.291 * green + 0.439 * blue,
    v: 128 + 0.439 * red - 0.368 * green - 0.071 * blue,
  };
}

export const WHITE: Colour = rgb(240, 240, 240);
export const BLACK: Colour = rgb(12, 12, 16);

/** Three pixels wide and five high, row by row, the leftmost pixel in the highest bit. */
const DIGITS = ["75557", "26227", "71747", "71717", "55711", "74717", "74757", "71122", "75757", "75717"];
const DIGIT_ROWS = 5;
const GRAIN_TABLE_LENGTH = 1 << 18;

function clipped(from: number, length: number, limit: number): readonly [start: number, end: number] {
  const start = Math.round(from);
  return [Math.max(0, start), Math.min(limit, start + Math.round(length))];
}

export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Luma, then both planes of chroma. */
  readonly bytes: Uint8Array;
  readonly #luma: Uint8Array;
  readonly #chroma: readonly [Uint8Array, Uint8Array];

  /** Both sides are even. */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    const pixels = width * height;
    this.bytes = new Uint8Array(pixels * 1.5);
    this.#luma = this.bytes.subarray(0, pixels);
    this.#chroma = [this.bytes.subarray(pixels, pixels * 1.25), this.bytes.subarray(pixels * 1.25)];
  }

  #span(x: number, endX: number, y: number, colour: Colour): void {
    this.#luma.fill(colour.y, y * this.width + x, y * this.width + endX);
    if (y % 2 === 1) return;
    const row = (y >> 1) * (this.width >> 1);
    this.#chroma[0].fill(colour.u, row + (x >> 1), row + ((endX + 1) >> 1));
    this.#chroma[1].fill(colour.v, row + (x >> 1), row + ((endX + 1) >> 1));
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour): void {
    const [left, right] = clipped(x, width, this.width);
    const [top, bottom] = clipped(y, height, this.height);
    if (right <= left) return;
    for (let row = top; row < bottom; row += 1) this.#span(left, right, row, colour);
  }

  fill(colour: Colour): void {
    this.rectangle(0, 0, this.width, this.height, colour);
  }

  ellipse(centreX: number, centreY: number, radiusX: number, radiusY: number, colour: Colour): void {
    for (let row = -radiusY; row <= radiusY; row += 1) {
      const half = radiusX * Math.sqrt(Math.max(0, 1 - (row / radiusY) ** 2));
      this.rectangle(centreX - half, centreY + row, 2 * half, 1, colour);
    }
  }

  /** Whole numbers of digits, `scale` pixels to a dot. */
  digits(text: string, x: number, y: number, scale: number, colour: Colour): void {
    for (const [place, digit] of [...text].entries()) {
      const rows = DIGITS[Number(digit)] ?? "";
      for (let row = 0; row < DIGIT_ROWS; row += 1) {
        const bits = Number(rows[row] ?? 0);
        for (let column = 0; column < 3; column += 1) {
          if ((bits & (4 >> column)) === 0) continue;
          this.rectangle(x + (4 * place + column) * scale, y + row * scale, scale, scale, colour);
        }
      }
    }
  }

  /** Shows a window of another image as high as this one, from column `left` on; that image goes round. */
  show(other: Canvas, left: number): void {
    const from = 2 * Math.round((((left % other.width) + other.width) % other.width) / 2);
    this.#showPlane(this.#luma, other.#luma, [this.width, other.width, from]);
    const half = [this.width >> 1, other.width >> 1, from >> 1] as const;
    this.#showPlane(this.#chroma[0], other.#chroma[0], half);
    this.#showPlane(this.#chroma[1], other.#chroma[1], half);
  }

  #showPlane(into: Uint8Array, plane: Uint8Array, sizes: readonly [number, number, number]): void {
    const [width, planeWidth, left] = sizes;
    const first = Math.min(width, planeWidth - left);
    for (let row = 0; row < into.length / width; row += 1) {
      const start = row * planeWidth;
      into.set(plane.subarray(start + left, start + left + first), row * width);
      if (first < width) into.set(plane.subarray(start, start + width - first), row * width + first);
    }
  }

  /** Copies a column of blocks from another image of this size, shifted down by some pixels; what is above stays. */
  shiftColumn(other: Canvas, x: number, width: number, downBy: number): void {
    const down = 2 * Math.round(downBy / 2);
    for (let row = Math.max(0, down); row < this.height; row += 1) {
      const from = (row - down) * other.width + x;
      this.#luma.set(other.#luma.subarray(from, from + width), row * this.width + x);
    }
    for (const plane of [0, 1] as const) {
      for (let row = Math.max(0, down >> 1); row < this.height >> 1; row += 1) {
        const from = (row - (down >> 1)) * (other.width >> 1) + (x >> 1);
        const to = row * (this.width >> 1) + (x >> 1);
        this.#chroma[plane].set(other.#chroma[plane].subarray(from, from + (width >> 1)), to);
      }
    }
  }

  /** Adds a camera's noise, another for every frame. */
  grain(table: Int8Array, offset: number): void {
    const luma = this.#luma;
    for (let index = 0; index < luma.length; index += 1) {
      luma[index] = (luma[index] ?? 0) + (table[(index + offset) & (GRAIN_TABLE_LENGTH - 1)] ?? 0);
    }
  }
}

/** Noise for {@link Canvas.grain}, at most ±3 of 255, which no luma here is nearer to its ends than. */
export function grainTable(seed: number): Int8Array {
  const random = seededRandom(seed);
  return Int8Array.from({ length: GRAIN_TABLE_LENGTH }, () => Math.round(3 * (random() - random())));
}
