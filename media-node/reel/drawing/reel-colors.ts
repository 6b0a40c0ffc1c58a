// Colours made from a template's four. Pure.
import { contrast } from "../../captions/color-contrast.ts";

export const WHITE = "#FFFFFF";
const BLACK = "#0A0A0C";

/** Contrast that WCAG 2 asks of small text, and of large and bold text. */
const SMALL_TEXT = 4.5;
export const LARGE_TEXT = 3;

/** The wished colour where it can be read on the ground, else black or white. */
export function readableOn(ground: string, wished: string = WHITE, min: number = SMALL_TEXT): string {
  if (contrast(ground, wished) >= min) return wished;
  return contrast(ground, WHITE) >= contrast(ground, BLACK) ? WHITE : BLACK;
}
