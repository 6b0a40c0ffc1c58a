// Where clips lie in a timeline of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { placeClips } from "../../../../control-plane/tasks/exports/timeline.ts";

test("a clip has as many frames in a timeline as its file, and none behind its source's end", () => {
  const media = { durationS: 59.9, width: 1920, height: 1080, frameRate: 25 };
  const spans = [
    { startS: 3.013, endS: 18.03 },
    { startS: 5.48, endS: 21.53 },
    { startS: 56.1, endS: 60 },
  ];
  const { sourceFrames, places } = placeClips(spans, media);
  assert.equal(sourceFrames, 1_497, "the half frame at the end is none");
  assert.deepEqual(
    places.map(({ startFrame, frames, atFrame }) => [startFrame, frames, atFrame]),
    [
      [75, 375, 0],
      [137, 401, 375],
      [1_403, 94, 776],
    ],
  );
});
