// The sizes of the frames that are rendered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOfLayout } from "../../../media-node/render/frame-of-layout.ts";

test("a layout's frame has its proportions, its shorter side is what was asked for, and both sides are even", () => {
  assert.deepEqual(frameOfLayout("LANDSCAPE", 1_080), { width: 1_920, height: 1_080 });
  assert.deepEqual(frameOfLayout("PORTRAIT", 1_080), { width: 1_080, height: 1_920 });
  assert.deepEqual(frameOfLayout("SQUARE", 480), { width: 480, height: 480 });
  assert.deepEqual(frameOfLayout("LANDSCAPE", 480), { width: 854, height: 480 });
});

test("upright frames of all resolutions are 9:16 in even numbers", () => {
  const heights = [360, 480, 720, 1_080, 1_440, 2_160].map(
    (width) => frameOfLayout("PORTRAIT", width).height,
  );
  assert.deepEqual(heights, [640, 854, 1_280, 1_920, 2_560, 3_840]);
});
