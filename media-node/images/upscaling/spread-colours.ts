// Colours for the transparent parts of an image. What stands there is often black and never meant to be seen; a network
// or a filter that looks at neighbours would mix it into the rim of what is visible. Pure.

const FAR = 0xffff;

/**
 * Gives each invisible pixel the colour of a visible one near by; opacity is untouched. Two sweeps over the image count
 * the steps to it (a chamfer distance: Rosenfeld and Pfaltz 1966), and take its colour along.
 * @param pixels four bytes each; copied
 */
export function spreadColours(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const spread = pixels.slice();
  const count = width * height;
  const steps = new Uint16Array(count);
  for (let pixel = 0; pixel < count; pixel += 1) steps[pixel] = spread[4 * pixel + 3] === 0 ? FAR : 0;
  const takeFrom = (pixel: number, other: number): void => {
    const further = Math.min(FAR, (steps[other] ?? FAR) + 1);
    if (further >= (steps[pixel] ?? 0)) return;
    steps[pixel] = further;
    for (let channel = 0; channel < 3; channel += 1) {
      spread[4 * pixel + channel] = spread[4 * other + channel] ?? 0;
    }
  };
  for (let pixel = 0; pixel < count; pixel += 1) {
    if (pixel % width > 0) takeFrom(pixel, pixel - 1);
    if (pixel >= width) takeFrom(pixel, pixel - width);
  }
  for (let pixel = count - 1; pixel >= 0; pixel -= 1) {
    if (pixel % width < width - 1) takeFrom(pixel, pixel + 1);
    if (pixel + width < count) takeFrom(pixel, pixel + width);
  }
  return spread;
}
