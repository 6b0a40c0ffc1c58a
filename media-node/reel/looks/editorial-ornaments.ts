// Measures and ornaments of the look "editorial".
import { type Point, polygon } from "../drawing/reel-svg.ts";

export const PADDING = 46;

export const LINE_EM = 1.22;

export const RULE = 3;

/** A square on its corner; `size` is half its diagonal. */
export function diamond([x, y]: Point, size: number, fill: string): string {
  return polygon(
    [
      [x, y - size],
      [x + size, y],
      [x, y + size],
      [x - size, y],
    ],
    { fill },
  );
}

/** A diamond between two smaller ones. */
export function ornament([x, y]: Point, fill: string): string {
  return diamond([x, y], 9, fill) + diamond([x - 22, y], 4, fill) + diamond([x + 22, y], 4, fill);
}
