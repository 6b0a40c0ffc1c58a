import assert from "node:assert/strict";
import { test } from "node:test";
import { lostText } from "../../../media-node/framing/crop-losses.ts";
import { lookAt, meanOfCells } from "../../../media-node/framing/frame-look.ts";

const SIZE = { width: 160, height: 90 };

/** An image with this brightness (0 to 255) at each place. */
function image(brightness: (x: number, y: number) => number) {
  const pixels = new Uint8Array(3 * SIZE.width * SIZE.height);
  for (let pixel = 0; pixel < SIZE.width * SIZE.height; pixel += 1) {
    const value = brightness(pixel % SIZE.width, Math.floor(pixel / SIZE.width));
    pixels.fill(value, 3 * pixel, 3 * pixel + 3);
  }
  return { ...SIZE, pixels };
}

/** Stripes as wide as eight pixels, with edges as wide as `blur`. */
const stripes =
  (blur: number) =>
  (x: number): number => {
    const place = x % 16;
    const edge = Math.min(Math.abs(place - 8), Math.min(place, 16 - place)) / blur;
    const side = place < 8 ? 1 : -1;
    return 128 + 70 * side * Math.min(1, edge);
  };

test("the same frame is sharper the steeper its edges are, in the cells where they are", () => {
  const [sharp, soft] = [lookAt(0, image(stripes(0.5))), lookAt(0, image(stripes(4)))];
  assert.ok(meanOfCells(sharp.sharpness, 0, 1) > 3 * meanOfCells(soft.sharpness, 0, 1));
  const right = lookAt(
    0,
    image((x) => (x < 80 ? 100 : stripes(0.5)(x))),
  );
  assert.ok(meanOfCells(right.sharpness, 0, 0.4) < 1);
  assert.ok(meanOfCells(right.sharpness, 0.6, 1) > 100);
});

test("black, white and plain frames are ill exposed, and one with light and shade is well exposed", () => {
  const exposure = (brightness: (x: number, y: number) => number): number =>
    lookAt(0, image(brightness)).exposure;
  assert.ok(exposure(stripes(2)) > 0.9);
  for (const value of [0, 128, 255]) assert.ok(exposure(() => value) < 0.05);
  assert.ok(exposure((x) => stripes(2)(x) / 6) < 0.3);
});

test("text that a crop loses is counted over the looks of its shot alone", () => {
  const look = (frame: number, text: readonly number[]) => ({
    ...lookAt(
      frame,
      image(() => 0),
    ),
    text: Float32Array.from(text),
  });
  const looks = [look(0, [0.5, 0, 0, 0]), look(12, [0.5, 0, 0, 0.5]), look(24, [1, 1, 1, 1])];
  const shot = { startFrame: 0, endFrame: 20 };
  assert.equal(lostText(looks, shot, 0, 1), 0);
  assert.equal(lostText(looks, shot, 0, 0.5), 0.0625);
  assert.equal(lostText(looks, shot, 0.5, 1), 0.125);
  assert.equal(lostText(looks, { startFrame: 13, endFrame: 20 }, 0, 0.5), 0);
});
