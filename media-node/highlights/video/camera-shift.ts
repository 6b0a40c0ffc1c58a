// How the camera has turned from one frame to the next, as one shift of the whole frame, found by block matching
// from coarse to fine; and how much moves beside it. Phase correlation was rejected: players close to the camera are
// half the frame, and their own peak wins over that of the stands. Zooms are not followed: a quarter of a second of one
// moves the edges by a fraction of a pixel here, which the tolerance below forgives.
import type { GreyImage } from "../../signal/grey-image.ts";

export interface CameraShift {
  /** A pixel (x, y) of the finest level now was at (x + dx, y + dy) before. */
  readonly dx: number;
  readonly dy: number;
  /** Mean absolute difference that is left after the shift, 0 to 1. */
  readonly difference: number;
}

/** Furthest shift at the coarsest level: a fifth of the frame. */
const [REACH_X, REACH_Y] = [5, 3];
/** A shift has to explain this much more than none does: flat frames fit everywhere. */
const MIN_GAIN = 0.92;
/** Grey levels that noise and encoders change without anything moving. */
const NOISE_LEVELS = 3;
/** By how far, in pixels, the shift may be wrong without its edges counting as movement. */
const TOLERANCE_PX = 0.6;

/** Mean absolute difference where the shifted frames overlap, in grey levels. */
function shiftedDifference(before: GreyImage, now: GreyImage, dx: number, dy: number): number {
  const { width, height } = now;
  const [left, right] = [Math.max(0, -dx), Math.min(width, width - dx)];
  const [top, bottom] = [Math.max(0, -dy), Math.min(height, height - dy)];
  let sum = 0;
  for (let y = top; y < bottom; y += 1) {
    const row = y * width;
    const shifted = (y + dy) * width + dx;
    for (let x = left; x < right; x += 1) {
      sum += Math.abs((now.pixels[row + x] as number) - (before.pixels[shifted + x] as number));
    }
  }
  return sum / Math.max(1, (right - left) * (bottom - top));
}

function bestAround(
  before: GreyImage,
  now: GreyImage,
  middle: { readonly dx: number; readonly dy: number },
  reach: { readonly x: number; readonly y: number },
): CameraShift {
  let best = { ...middle, difference: shiftedDifference(before, now, middle.dx, middle.dy) };
  for (let dy = middle.dy - reach.y; dy <= middle.dy + reach.y; dy += 1) {
    for (let dx = middle.dx - reach.x; dx <= middle.dx + reach.x; dx += 1) {
      if (dx === middle.dx && dy === middle.dy) continue;
      const difference = shiftedDifference(before, now, dx, dy);
      if (difference < best.difference) best = { dx, dy, difference };
    }
  }
  return best;
}

/** @param before levels of a pyramid, the finest first, each half the size of the one before it */
export function findCameraShift(before: readonly GreyImage[], now: readonly GreyImage[]): CameraShift {
  let best: CameraShift = { dx: 0, dy: 0, difference: 0 };
  for (let level = now.length - 1; level >= 0; level -= 1) {
    const [earlier, later] = [before[level], now[level]];
    if (earlier === undefined || later === undefined) continue;
    const isCoarsest = level === now.length - 1;
    const reach = isCoarsest ? { x: REACH_X, y: REACH_Y } : { x: 1, y: 1 };
    best = bestAround(earlier, later, { dx: 2 * best.dx, dy: 2 * best.dy }, reach);
  }
  const [earlier, later] = [before[0], now[0]];
  if (earlier === undefined || later === undefined) return best;
  const unshifted = shiftedDifference(earlier, later, 0, 0);
  const isShifted = best.difference < MIN_GAIN * unshifted;
  return isShifted
    ? { ...best, difference: best.difference / 255 }
    : { dx: 0, dy: 0, difference: unshifted / 255 };
}

/** Mean brightness that changed by movement which is not the camera's, 0 to 1. */
export function movementBesideShift(before: GreyImage, now: GreyImage, { dx, dy }: CameraShift): number {
  const { width, height } = now;
  const [left, right] = [Math.max(1, 1 - dx), Math.min(width - 1, width - 1 - dx)];
  const [top, bottom] = [Math.max(1, 1 - dy), Math.min(height - 1, height - 1 - dy)];
  let sum = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const earlier = (y + dy) * width + x + dx;
      const difference = Math.abs((now.pixels[y * width + x] as number) - (before.pixels[earlier] as number));
      if (difference <= NOISE_LEVELS) continue;
      const slope = steepness(before.pixels, earlier, width);
      sum += Math.max(0, difference - NOISE_LEVELS - TOLERANCE_PX * slope);
    }
  }
  return sum / Math.max(1, (right - left) * (bottom - top)) / 255;
}

/** Grey levels per pixel, along the steeper of the two axes. */
function steepness(pixels: Uint8Array, index: number, width: number): number {
  const across = Math.abs((pixels[index + 1] as number) - (pixels[index - 1] as number));
  const down = Math.abs((pixels[index + width] as number) - (pixels[index - width] as number));
  return Math.max(across, down) / 2;
}
