import assert from "node:assert/strict";
import { test } from "node:test";
import { spreadColours } from "../../../../media-node/images/upscaling/spread-colours.ts";

test("invisible pixels take the colour of the nearest visible one, and stay invisible", () => {
  const [width, height] = [9, 5];
  const pixels = new Uint8Array(4 * width * height);
  pixels.set([200, 10, 20, 255], 4 * (2 * width + 1));
  pixels.set([10, 20, 200, 7], 4 * (2 * width + 7));
  const spread = spreadColours(pixels, width, height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const x = pixel % width;
    const [red, , blue, opacity] = spread.subarray(4 * pixel);
    if (x !== 4) assert.deepEqual([red, blue], x < 4 ? [200, 20] : [10, 200], `${pixel}`);
    assert.equal(opacity, pixels[4 * pixel + 3]);
  }
  assert.equal(pixels[0], 0, "the image itself is untouched");
});

test("an image of which nothing is visible stays as it is", () => {
  const pixels = new Uint8Array(4 * 6).fill(9).map((value, index) => (index % 4 === 3 ? 0 : value));
  assert.deepEqual(spreadColours(pixels, 3, 2), pixels);
});
