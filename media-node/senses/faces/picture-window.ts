// A square part of a picture at another size, as networks take it: each pixel the mean of what it covers, black where
// the part reaches beyond the picture. Pure.
import type { PictureSize } from "./face-detector.ts";

/** A square in pixels of the picture; it may reach beyond it. */
export interface PictureWindow {
  readonly x: number;
  readonly y: number;
  readonly edge: number;
}

interface Taps {
  readonly first: number;
  readonly weights: readonly number[];
}

/** For each of `count` pixels across a window, which of the picture's it is the mean of, by a triangle around it. */
function tapsOf(from: number, edge: number, count: number): Taps[] {
  const scale = edge / count;
  const reach = Math.max(1, scale);
  return Array.from({ length: count }, (_, index) => {
    const centre = from + (index + 0.5) * scale - 0.5;
    const first = Math.ceil(centre - reach);
    const raw: number[] = [];
    for (let at = first; at <= centre + reach; at += 1) raw.push(1 - Math.abs(at - centre) / reach);
    const sum = raw.reduce((total, weight) => total + weight, 0);
    return { first, weights: raw.map((weight) => weight / sum) };
  });
}

/**
 * The window's pixels, red first, each `scale` times its value of 0 to 255 and `shift`.
 * @param bgr three bytes a pixel
 */
export function readWindow(
  bgr: Uint8Array,
  { width, height }: PictureSize,
  window: PictureWindow,
  { edgePx, scale, shift }: { readonly edgePx: number; readonly scale: number; readonly shift: number },
): Float32Array {
  const across = tapsOf(window.x, window.edge, edgePx);
  const down = tapsOf(window.y, window.edge, edgePx);
  const row = new Float32Array(3 * width);
  const values = new Float32Array(3 * edgePx * edgePx).fill(shift);
  down.forEach(({ first: top, weights: rows }, y) => {
    row.fill(0);
    rows.forEach((weight, index) => {
      const line = top + index;
      if (line < 0 || line >= height) return;
      for (let at = 0; at < row.length; at += 1) {
        row[at] = (row[at] as number) + weight * (bgr[line * row.length + at] as number);
      }
    });
    for (let x = 0; x < edgePx; x += 1) {
      const { first, weights } = across[x] as Taps;
      const to = 3 * (y * edgePx + x);
      for (let index = 0; index < weights.length; index += 1) {
        const column = first + index;
        if (column < 0 || column >= width) continue;
        const weight = scale * (weights[index] as number);
        for (let channel = 0; channel < 3; channel += 1) {
          values[to + channel] =
            (values[to + channel] as number) + weight * (row[3 * column + 2 - channel] as number);
        }
      }
    }
  });
  return values;
}
