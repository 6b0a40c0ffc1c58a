import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CELLS_PER_LEVEL,
  correlation,
  FINGERPRINT,
  FINGERPRINT_CELLS,
  FrameFingerprints,
} from "../../../../media-node/highlights/video/frame-fingerprints.ts";
import { blackImage, type GreyImage } from "../../../../media-node/signal/grey-image.ts";

/** Black, with the left half at a level. */
function leftHalf(level: number): GreyImage {
  const frame = blackImage(3 * FINGERPRINT.width, 3 * FINGERPRINT.height);
  for (let y = 0; y < frame.height; y += 1) {
    frame.pixels.fill(level, y * frame.width, y * frame.width + frame.width / 2);
  }
  return frame;
}

function fingerprints(frames: readonly (readonly [timeS: number, level: number])[]): FrameFingerprints {
  const kept = new FrameFingerprints();
  for (const [timeS, level] of frames) kept.push(leftHalf(level), timeS);
  return kept;
}

/** Brightness of the left half over the right one, grey levels. */
function contrastAt(cells: Int16Array, slot: number): number {
  const from = slot * FINGERPRINT_CELLS;
  return ((cells[from] ?? 0) - (cells[from + FINGERPRINT.width - 1] ?? 0)) / CELLS_PER_LEVEL;
}

test("uneven frames are mixed onto an even grid within a shot", () => {
  const { cells, shots, slotCount } = fingerprints([
    [0, 100],
    [0.4, 180],
    [0.5, 180],
  ]).grid([]);
  assert.equal(slotCount, 3);
  assert.deepEqual([...shots], [0, 0, 0]);
  assert.equal(contrastAt(cells, 0), 100);
  assert.equal(contrastAt(cells, 1), 150);
  assert.equal(contrastAt(cells, 2), 180);
});

test("frames are not mixed across a cut, nor held for long", () => {
  const { cells, shots } = fingerprints([
    [0.1, 100],
    [0.6, 200],
    [4, 50],
  ]).grid([0.6]);
  assert.equal(contrastAt(cells, 2), 100);
  assert.equal(contrastAt(cells, 3), 200);
  assert.deepEqual([...shots.subarray(0, 8)], [-1, 0, 0, 1, 1, 1, 1, -1]);
  assert.equal(shots[16], 1);
});

test("an hour's frames are all kept", () => {
  const kept = new FrameFingerprints();
  for (let index = 0; index < 3_000; index += 1) kept.push(leftHalf(index % 256), index / 4);
  assert.equal(kept.at(2_999)[0], 2_999 % 256);
  assert.equal(kept.at(5)[0], 5);
});

test("correlation knows equal frames at any brightness, opposites, and flat ones", () => {
  assert.ok(Math.abs(correlation([1, 5, 9], [20, 60, 100]) - 1) < 1e-9);
  assert.ok(Math.abs(correlation([1, 5, 9], [9, 5, 1]) + 1) < 1e-9);
  assert.equal(correlation([4, 4, 4], [1, 5, 9]), 0);
});

test("no frames make an empty grid", () => {
  assert.equal(new FrameFingerprints().grid([]).slotCount, 0);
});
