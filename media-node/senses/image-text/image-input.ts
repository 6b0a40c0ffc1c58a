// Images as image-text models take them, by what `preprocessor_config.json` of the model hub says: scaled so that the
// shorter edge, or both, have a given length, cut to the middle, and each channel normalized. The scaling itself is
// ffmpeg's, whose bicubic filter widens with the factor as Pillow's does, which the models were trained with;
// transformers.js samples four points whatever the factor is. All else is equal to its image processor.
import assert from "node:assert/strict";

import type { FrameSize } from "../../ffmpeg/fit-frames.ts";

export interface ImageInput {
  /** The shorter edge, whose image keeps its shape; or both, where it does not. */
  readonly scaledTo: { readonly shortestEdge: number } | FrameSize;
  /** The middle part that is kept; all of it where this is null. */
  readonly cropTo: FrameSize | null;
  /** What a byte is multiplied with. */
  readonly rescale: number;
  /** Per channel, red first. */
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** The size to which a source's images must be scaled before they come here. */
export function scaledSize({ width, height }: FrameSize, { scaledTo }: ImageInput): FrameSize {
  if ("width" in scaledTo) return scaledTo;
  const factor = Math.max(scaledTo.shortestEdge / width, scaledTo.shortestEdge / height);
  // Two decimals keep a product like 223.99999 from losing a pixel, as the models' own processors do.
  const edge = (length: number): number => Math.floor(Number((length * factor).toFixed(2)));
  return { width: edge(width), height: edge(height) };
}

/** The size that the model takes. */
export function inputSize(scaled: FrameSize, { cropTo }: ImageInput): FrameSize {
  return cropTo ?? scaled;
}

/**
 * Writes one image's values [3, height, width] into `values` from `offset` on.
 * @param rgb three bytes a pixel, of the scaled size
 */
export function writePixelValues(
  rgb: Uint8Array,
  scaled: FrameSize,
  input: ImageInput,
  values: Float32Array,
  offset: number,
): void {
  const { width, height } = inputSize(scaled, input);
  const left = Math.floor((scaled.width - width) / 2);
  const top = Math.floor((scaled.height - height) / 2);
  assert.ok(left >= 0 && top >= 0, "An image is cut to a part of itself.");
  const plane = width * height;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const from = 3 * ((row + top) * scaled.width + column + left);
      const to = offset + row * width + column;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (rgb[from + channel] ?? 0) * input.rescale;
        values[to + channel * plane] = (value - (input.mean[channel] ?? 0)) / (input.deviation[channel] ?? 1);
      }
    }
  }
}
