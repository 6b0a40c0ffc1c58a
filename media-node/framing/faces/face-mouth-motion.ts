// How much a mouth moved between two neighbouring frames, beyond what the face moved as a whole: the middle of the face,
// which speech leaves alone, is the measure of that.
import type { DetectedFace } from "../../senses/faces/face-boxes.ts";

/** Three bytes a pixel. */
export interface ColorImage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** In shares of the frame. */
interface Region {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Mean difference of a region between two frames of one size, 0 to 1. */
function regionDifference(one: ColorImage, other: ColorImage, region: Region): number {
  const { width, height } = one;
  const within = (share: number, size: number): number =>
    Math.min(size, Math.max(0, Math.round(share * size)));
  const [left, right] = [within(region.left, width), within(region.right, width)];
  const [top, bottom] = [within(region.top, height), within(region.bottom, height)];
  let sum = 0;
  for (let row = top; row < bottom; row += 1) {
    for (let at = 3 * (row * width + left); at < 3 * (row * width + right); at += 1) {
      sum += Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0));
    }
  }
  return sum / Math.max(1, 3 * (right - left) * (bottom - top)) / 255;
}

/** 0 (still, or moved as one) to 1. Both frames have the same size. */
export function mouthMotion(before: ColorImage, after: ColorImage, face: DetectedFace): number {
  const { x, y, width, height, mouth } = face;
  const mouthRegion = {
    left: mouth.x - 0.25 * width,
    right: mouth.x + 0.25 * width,
    top: mouth.y - 0.12 * height,
    bottom: mouth.y + 0.2 * height,
  };
  const middle = {
    left: x + 0.2 * width,
    right: x + 0.8 * width,
    top: y + 0.3 * height,
    bottom: y + 0.55 * height,
  };
  const moved = regionDifference(before, after, mouthRegion) - regionDifference(before, after, middle);
  return Math.max(0, moved);
}
