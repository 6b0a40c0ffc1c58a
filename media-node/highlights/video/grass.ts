// How much of what is shown is a field of grass: green, and even. Woods and meadows are green too, but rough; what is
// even from the camera's distance is mown. Fields of other colours (ice, boards, clay) are as even as walls, skies and
// screens, and tell nothing.

import { MATCH_FRAME } from "./match-video.ts";

/** Colours are looked at in cells of six by six pixels of the grey frame. */
const CELL_PX = 6;
export const COLOUR_FRAME = {
  width: MATCH_FRAME.width / CELL_PX,
  height: MATCH_FRAME.height / CELL_PX,
} as const;

/** Of the two colour differences, 128 being grey: leaves and grass lie below both; skies, skin and clay do not. */
const GREENEST = { u: 122, v: 119 } as const;
/** Grey levels: darker is shade, in which all colours are alike, and lighter is a glare. */
const LIGHT = { min: 40, max: 215 } as const;
/** Between the lightest and the darkest of a cell's middle pixels; lines and players are more. */
const EVEN_LEVELS = 26;
/** A frame in which so many of the cells are grass shows a field. */
const FIELD_SHARE = 0.3;

function isEven(grey: Uint8Array, column: number, row: number): boolean {
  let [lowest, highest, sum] = [255, 0, 0];
  for (let y = 1; y < CELL_PX - 1; y += 1) {
    const from = (row * CELL_PX + y) * MATCH_FRAME.width + column * CELL_PX;
    for (let x = 1; x < CELL_PX - 1; x += 1) {
      const level = grey[from + x] as number;
      lowest = Math.min(lowest, level);
      highest = Math.max(highest, level);
      sum += level;
    }
  }
  const mean = sum / (CELL_PX - 2) ** 2;
  return highest - lowest <= EVEN_LEVELS && mean >= LIGHT.min && mean <= LIGHT.max;
}

/**
 * Whether a frame shows a field of grass.
 * @param grey of MATCH_FRAME's size
 * @param colours rows of COLOUR_FRAME's width of both colour differences beside each other, `stride` bytes apart
 */
export function showsField(grey: Uint8Array, colours: Uint8Array, stride: number): boolean {
  const { width, height } = COLOUR_FRAME;
  let grass = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const u = colours[row * stride + column] as number;
      const v = colours[row * stride + width + column] as number;
      if (u <= GREENEST.u && v <= GREENEST.v && isEven(grey, column, row)) grass += 1;
    }
  }
  return grass >= FIELD_SHARE * width * height;
}
