// A square part of a frame at another size, as networks take it: each pixel the mean of what it covers, black where
// the part reaches beyond the frame. Pure.
import type { FrameSize } from "../../ffmpeg/fit-frames.ts";

/** A square in pixels of the frame; it may reach beyond it. */
export interface FrameWindow {
  readonly x: number;
  readonly y: number;
  readonly edge: number;
}

interface Taps {
  readonly first: number;
  readonly weights: readonly number[];
}

/** For each of `count` pixels across a window, which of the frame's it is the mean of, by a triangle around it. */
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

/** The frame's columns that a window is made of: the first, and the one behind the last. */
function coveredColumns(across: readonly Taps[], width: number): readonly [start: number, end: number] {
  const last = across.at(-1);
  const end = last === undefined ? 0 : last.first + last.weights.length;
  return [Math.max(0, across[0]?.first ?? 0), Math.min(width, end)];
}

/**
 * The window's pixels, red first, each `scale` times its value of 0 to 255 and `shift`.
 * @param bgr three bytes a pixel
 */
export function readWindow(
  bgr: Uint8Array,
  { width, height }: FrameSize,
  window: FrameWindow,
  { edgePx, scale, shift }: { readonly edgePx: number; readonly scale: number; readonly shift: number },
): Float32Array {
  const across = tapsOf(window.x, window.edge, edgePx);
  const down = tapsOf(window.y, window.edge, edgePx);
  const row = new Float32Array(3 * width);
  const values = new Float32Array(3 * edgePx * edgePx);
  const [start, end] = coveredColumns(across, width);
  down.forEach(({ first: top, weights: rows }, y) => {
    row.fill(0);
    rows.forEach((weight, index) => {
      const line = top + index;
      if (line < 0 || line >= height) return;
      for (let at = 3 * start; at < 3 * end; at += 1) {
        row[at] = (row[at] as number) + weight * (bgr[line * row.length + at] as number);
      }
    });
    for (let x = 0; x < edgePx; x += 1) {
      const { first, weights } = across[x] as Taps;
      const to = 3 * (y * edgePx + x);
      let [red, green, blue] = [shift, shift, shift];
      for (let index = 0; index < weights.length; index += 1) {
        const column = first + index;
        if (column < 0 || column >= width) continue;
        const weight = scale * (weights[index] as number);
        blue += weight * (row[3 * column] as number);
        green += weight * (row[3 * column + 1] as number);
        red += weight * (row[3 * column + 2] as number);
      }
      values[to] = red;
      values[to + 1] = green;
      values[to + 2] = blue;
    }
  });
  return values;
}
