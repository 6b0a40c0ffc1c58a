import assert from "node:assert/strict";
import { test } from "node:test";
import {
  FrameDigest,
  STAMP_BYTES,
  STAMPED_FRAME_BYTES,
  STAMPS_PER_S,
} from "../../../../media-node/framing/shots/frame-steps.ts";
import { OVERVIEW_HEIGHT, OVERVIEW_WIDTH } from "../../../../media-node/framing/shots/video-analysis.ts";

/** A frame of one grey with its time in the row below. */
function frame(grey: number, timeS: number): Uint8Array {
  const bytes = new Uint8Array(STAMPED_FRAME_BYTES).fill(grey);
  const pixels = OVERVIEW_WIDTH * OVERVIEW_HEIGHT;
  const stamp = Math.round(timeS * STAMPS_PER_S);
  for (let index = 0; index < STAMP_BYTES; index += 1) bytes[pixels + index] = (stamp >> (8 * index)) & 255;
  return bytes;
}

test("neighbouring frames give their difference at the later one's time", () => {
  const digest = new FrameDigest();
  for (const stamped of [frame(0, 1), frame(51, 3.5), frame(51, 7_000)]) digest.push(stamped);
  assert.equal(digest.firstS, 1);
  assert.deepEqual(digest.steps, [
    { timeS: 3.5, difference: 0.2, histogramDistance: 1 },
    { timeS: 7_000, difference: 0, histogramDistance: 0 },
  ]);
});

test("repeated frames carry the same time and are skipped", () => {
  const digest = new FrameDigest();
  for (const stamped of [frame(9, 0), frame(9, 0), frame(9, 2), frame(9, 2)]) digest.push(stamped);
  assert.deepEqual(
    digest.steps.map((step) => step.timeS),
    [2],
  );
});

test("chunks may end inside a frame", () => {
  const bytes = Buffer.concat([frame(0, 0), frame(100, 1), frame(200, 2)]);
  const digest = new FrameDigest();
  for (let offset = 0; offset < bytes.length; offset += 1_000)
    digest.push(bytes.subarray(offset, offset + 1_000));
  assert.equal(digest.steps.length, 2);
});
