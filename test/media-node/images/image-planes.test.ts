import assert from "node:assert/strict";
import { test } from "node:test";
import { blended, fromPlanes, latentMask, toPlanes } from "../../../media-node/images/image-planes.ts";

test("pixels come back from planes as they were, and opacity is left out", () => {
  const pixels = Uint8Array.from({ length: 3 * 256 }, (_, index) => index % 256);
  assert.deepEqual(fromPlanes(toPlanes(pixels, 3)), pixels);
  assert.deepEqual([...toPlanes(Uint8Array.of(255, 0, 0, 7, 0, 255, 0, 7), 4)], [1, -1, -1, 1, -1, -1]);
});

test("what lies beyond black and white is cut", () => {
  assert.deepEqual([...(fromPlanes(Float32Array.of(-3, 0, 5)) ?? [])], [0, 128, 255]);
});

test("a number of the latents is made anew where at least half of its pixels are white", () => {
  const white = (x: number, y: number): boolean => x >= 3 || y === 0;
  const pixels = Uint8Array.from({ length: 4 * 4 * 3 }, (_, index) => {
    const pixel = Math.floor(index / 3);
    return white(pixel % 4, Math.floor(pixel / 4)) ? 255 : 0;
  });
  assert.deepEqual([...latentMask({ width: 4, height: 4, channels: 3, pixels }, 2)], [1, 1, 0, 1]);
});

test("where a mask is grey, both images are mixed; where it is black, the one is kept", () => {
  const mixed = blended(
    Uint8Array.of(0, 0, 0, 10, 10, 10),
    Uint8Array.of(200, 200, 200, 90, 90, 90),
    Float32Array.of(0.5, 0),
  );
  assert.deepEqual([...mixed], [100, 100, 100, 10, 10, 10]);
});

test("a value that is no number, or too large for one, is found wherever it stands", () => {
  assert.notEqual(fromPlanes(Float32Array.of(0, -3, 1e30)), null);
  for (const place of [0, 1, 2, 3, 4, 5]) {
    assert.equal(fromPlanes(new Float32Array(6).fill(Number.NaN, place, place + 1)), null);
    assert.equal(fromPlanes(new Float32Array(6).fill(Number.NEGATIVE_INFINITY, place, place + 1)), null);
  }
});
