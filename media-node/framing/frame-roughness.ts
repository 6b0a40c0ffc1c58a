// How rough each pixel of a clip's frames is: how far its brightness is from a straight line between its neighbours. Edges
// and details are rough, one colour is not, and neither is what has been blurred, however colourful.
import type { FrameSize } from "../ffmpeg/fit-frames.ts";

/** Collects frames of one size. Pixels at the frame's own edges are never rough. */
export class FrameRoughness {
  readonly #size: FrameSize;
  readonly #brightness: Int16Array;
  readonly #sums: Float32Array;
  readonly #maxima: Uint8Array;
  #frames = 0;

  constructor(size: FrameSize) {
    const pixelCount = size.width * size.height;
    this.#size = size;
    this.#brightness = new Int16Array(pixelCount);
    this.#sums = new Float32Array(pixelCount);
    this.#maxima = new Uint8Array(pixelCount);
  }

  /** @param pixels three bytes a pixel, green in the middle */
  push(pixels: Uint8Array): void {
    const [{ width, height }, brightness] = [this.#size, this.#brightness];
    for (let pixel = 0, byte = 0; pixel < brightness.length; pixel += 1, byte += 3) {
      brightness[pixel] = ((pixels[byte] ?? 0) + 2 * (pixels[byte + 1] ?? 0) + (pixels[byte + 2] ?? 0)) >> 2;
    }
    for (let y = 1; y < height - 1; y += 1) {
      for (let pixel = y * width + 1; pixel < (y + 1) * width - 1; pixel += 1) this.#measure(pixel);
    }
    this.#frames += 1;
  }

  #measure(pixel: number): void {
    const [brightness, { width }] = [this.#brightness, this.#size];
    const twice = 2 * (brightness[pixel] ?? 0);
    const across = Math.abs((brightness[pixel - 1] ?? 0) - twice + (brightness[pixel + 1] ?? 0));
    const along = Math.abs((brightness[pixel - width] ?? 0) - twice + (brightness[pixel + width] ?? 0));
    const value = Math.min(255, Math.max(across, along));
    this.#sums[pixel] = (this.#sums[pixel] ?? 0) + value;
    if (value > (this.#maxima[pixel] ?? 0)) this.#maxima[pixel] = value;
  }

  /** On average over all frames, 0 to 255. */
  mean(pixel: number): number {
    return (this.#sums[pixel] ?? 0) / Math.max(1, this.#frames);
  }

  /** In whichever frame it was roughest, 0 to 255. */
  max(pixel: number): number {
    return this.#maxima[pixel] ?? 0;
  }
}
