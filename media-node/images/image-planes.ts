// Images as networks have them: one plane a channel, -1 for black and 1 for white, and masks over latents. Pure.
import type { RawImage } from "./image-model.ts";

/**
 * [3, height, width], -1 to 1, of `channels` interleaved bytes a pixel. A fourth byte, opacity, is left out.
 */
export function toPlanes(pixels: Uint8Array, channels: 3 | 4): Float32Array {
  const size = pixels.length / channels;
  const planes = new Float32Array(3 * size);
  for (let channel = 0; channel < 3; channel += 1) {
    for (let pixel = 0; pixel < size; pixel += 1) {
      planes[channel * size + pixel] = (pixels[pixel * channels + channel] ?? 0) / 127.5 - 1;
    }
  }
  return planes;
}

/**
 * Three interleaved bytes a pixel of [3, height, width]; what lies beyond -1 to 1 is cut. Null where a value is no finite
 * number, which is looked at on the way: of a small model, a second look would be a hundredth of the time. A clamped
 * array rounds and cuts by itself, several times as fast as calls would.
 */
export function fromPlanes(planes: Float32Array): Uint8Array | null {
  const size = planes.length / 3;
  const pixels = new Uint8ClampedArray(3 * size);
  let strange = 0;
  for (let pixel = 0, to = 0; pixel < size; pixel += 1, to += 3) {
    const red = planes[pixel] as number;
    const green = planes[pixel + size] as number;
    const blue = planes[pixel + 2 * size] as number;
    // Zero, unless one of them is infinite or no number.
    strange += red * 0 + green * 0 + blue * 0;
    pixels[to] = (red + 1) * 127.5;
    pixels[to + 1] = (green + 1) * 127.5;
    pixels[to + 2] = (blue + 1) * 127.5;
  }
  return strange === 0 ? new Uint8Array(pixels.buffer) : null;
}

/** How white each pixel of a mask is, 0 to 1, by its red channel: [height, width]. */
export function maskShares({ width, height, channels, pixels }: RawImage): Float32Array {
  return Float32Array.from({ length: width * height }, (_, pixel) => (pixels[pixel * channels] ?? 0) / 255);
}

/**
 * 1 for each number of the latents of which at least half is to be regenerated, else 0: [height / step, width
 * / step].
 * @param step pixels per latent
 */
export function latentMask(mask: RawImage, step: number): Float32Array {
  const shares = maskShares(mask);
  const [columns, rows] = [Math.floor(mask.width / step), Math.floor(mask.height / step)];
  const result = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let sum = 0;
      for (let y = row * step; y < (row + 1) * step; y += 1) {
        for (let x = column * step; x < (column + 1) * step; x += 1) sum += shares[y * mask.width + x] ?? 0;
      }
      result[row * columns + column] = sum >= (step * step) / 2 ? 1 : 0;
    }
  }
  return result;
}

/**
 * The one image where the mask is black, the other where it is white, mixed where it is grey. Both have three
 * bytes a pixel.
 * @param shares of `maskShares`, one a pixel
 */
export function blended(kept: Uint8Array, made: Uint8Array, shares: Float32Array): Uint8Array {
  return made.map((value, index) => {
    const share = shares[Math.floor(index / 3)] ?? 1;
    return Math.round(share * value + (1 - share) * (kept[index] ?? 0));
  });
}

/** Four bytes a pixel: the colours of `pixels`, which has three or four, and an opacity of one byte a pixel. */
export function withOpacity(pixels: Uint8Array, channels: 3 | 4, opacity: Uint8Array): Uint8Array {
  const result = new Uint8Array(4 * opacity.length);
  for (let pixel = 0; pixel < opacity.length; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      result[4 * pixel + channel] = pixels[channels * pixel + channel] ?? 0;
    }
    result[4 * pixel + 3] = opacity[pixel] ?? 255;
  }
  return result;
}
