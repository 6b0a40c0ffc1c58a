import assert from "node:assert/strict";
import { test } from "node:test";
import { frameSampling } from "../../../../media-node/framing/faces/frame-sampling.ts";

test("mouths are compared about 40 ms later, and not with the same frame of a slow source shown again", () => {
  const lagOf = (frameRate: number, sourceFrameRate?: number): number =>
    frameSampling(frameRate, { withFaces: true, sourceFrameRate }).lag;
  assert.deepEqual([lagOf(25), lagOf(30), lagOf(60), lagOf(30, 29.98)], [1, 1, 2, 1]);
  assert.deepEqual([lagOf(30, 15), lagOf(24, 12), lagOf(30, 10), lagOf(60, 20)], [2, 2, 3, 3]);
  assert.deepEqual([lagOf(30, 10.53), lagOf(24, 1)], [3, 5], "never beyond the next frame that is looked at");
});

test("without faces nothing is compared", () => {
  assert.deepEqual(frameSampling(30, { withFaces: false, sourceFrameRate: 15 }), { step: 15, lag: 0 });
});
