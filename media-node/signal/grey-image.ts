// Small grey images, and the same images smaller still: each level of a pyramid is made of means, so that noise and
// detail fade and what is left can be compared in fewer numbers.

export interface GreyImage {
  readonly width: number;
  readonly height: number;
  /** [width * height], row by row. */
  readonly pixels: Uint8Array;
}

/** An image of zeros with memory of its own, to be filled by `shrinkImage` or a frame's bytes. */
export function blackImage(width: number, height: number): GreyImage {
  return { width, height, pixels: new Uint8Array(width * height) };
}

/**
 * Fills `to` with the means of blocks of `from`, rounded to the nearest; what no whole block covers at the
 * right and lower edge is left out. `to` must not be larger than `from` in either direction.
 */
export function shrinkImage(from: GreyImage, to: GreyImage): void {
  const blockWidth = Math.floor(from.width / to.width);
  const blockHeight = Math.floor(from.height / to.height);
  const scale = 1 / (blockWidth * blockHeight);
  for (let y = 0; y < to.height; y += 1) {
    for (let x = 0; x < to.width; x += 1) {
      let sum = 0;
      let row = y * blockHeight * from.width + x * blockWidth;
      for (let dy = 0; dy < blockHeight; dy += 1) {
        for (let dx = 0; dx < blockWidth; dx += 1) sum += from.pixels[row + dx] as number;
        row += from.width;
      }
      to.pixels[y * to.width + x] = sum * scale + 0.5;
    }
  }
}

/** Mean absolute difference of two images of one size, 0 to 1. */
export function imageDifference(first: GreyImage, second: GreyImage): number {
  let sum = 0;
  for (let index = 0; index < first.pixels.length; index += 1) {
    sum += Math.abs((first.pixels[index] as number) - (second.pixels[index] as number));
  }
  return sum / first.pixels.length / 255;
}
