import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  calibrateSimilarities,
  type FrameScores,
  saidOrShown,
  shownIn,
} from "../../../../media-node/senses/image-text/frame-scores.ts";
import {
  inputSize,
  scaledSize,
  writePixelValues,
} from "../../../../media-node/senses/image-text/image-input.ts";

test("a frame that stands out scores high, whatever the level of a model's similarities", () => {
  for (const level of [-0.05, 0.2, 0.7]) {
    const similarities = new Float32Array(40).fill(level);
    similarities.set([level + 0.1, level + 0.12], 10);
    const scores = calibrateSimilarities(similarities);
    assert.ok(scores[11] === 1 && (scores[10] ?? 0) > 0.7);
    assert.ok(scores.filter((score) => score === 0).length === 38);
  }
});

test("where all frames are alike none scores high", () => {
  const alike = Float32Array.from({ length: 60 }, (_, index) => 0.2 + 0.01 * Math.sin(index));
  assert.ok(Math.max(...calibrateSimilarities(alike)) < 0.15);
});

test("what is seen most of the time still stands out", () => {
  const similarities = new Float32Array(40).fill(0.3);
  similarities.fill(0.18, 0, 12);
  const scores = calibrateSimilarities(similarities);
  assert.ok(
    scores.subarray(12).every((score) => score === 1) && scores.subarray(0, 12).every((score) => score === 0),
  );
});

const SCORES: FrameScores = {
  startS: 100,
  stepS: 10,
  title: null,
  topic: Float32Array.of(0, 0, 1, 1, 0, 0, 0, 0, 0, 0),
};

test("a stretch shows what its frames show, and at least the nearest one counts", () => {
  assert.equal(shownIn(SCORES, "topic", { startS: 120, endS: 140 }), 1);
  assert.equal(shownIn(SCORES, "topic", { startS: 150, endS: 190 }), 0);
  assert.equal(shownIn(SCORES, "topic", { startS: 121, endS: 123 }), 1);
  assert.equal(shownIn(SCORES, "topic", { startS: 300, endS: 320 }), 0);
  const half = shownIn(SCORES, "topic", { startS: 120, endS: 160 });
  assert.ok(half > 0.5 && half < 1);
});

test("a wish that was not made, and frames that nobody looked at, are unknown", () => {
  const stretch = { startS: 120, endS: 140 };
  assert.ok(Number.isNaN(shownIn(SCORES, "title", stretch)));
  assert.ok(Number.isNaN(shownIn(null, "topic", stretch)));
  assert.ok(Number.isNaN(shownIn({ ...SCORES, topic: new Float32Array() }, "topic", stretch)));
});

test("words and frames together are at least as good as either, and the unknown changes nothing", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (said, shown) => {
      const both = saidOrShown(said, shown);
      assert.ok(both >= Math.max(said, shown) - 1e-12 && both <= 1 + 1e-12);
    }),
  );
  assert.deepEqual([saidOrShown(0.3, Number.NaN), saidOrShown(Number.NaN, 0.4)], [0.3, 0.4]);
  assert.ok(Number.isNaN(saidOrShown(Number.NaN, Number.NaN)));
});

const PLAIN = { rescale: 1, mean: [0, 0, 0], deviation: [1, 1, 1] } as const;

test("the shorter edge gets its length, or both edges theirs, and no pixel is lost to rounding", () => {
  const clip = { ...PLAIN, scaledTo: { shortestEdge: 224 }, cropTo: { width: 224, height: 224 } };
  assert.deepEqual(scaledSize({ width: 1_920, height: 1_080 }, clip), { width: 398, height: 224 });
  assert.deepEqual(scaledSize({ width: 607, height: 1_081 }, clip), { width: 224, height: 398 });
  assert.deepEqual(inputSize({ width: 398, height: 224 }, clip), { width: 224, height: 224 });
  const siglip = { ...PLAIN, scaledTo: { width: 384, height: 256 }, cropTo: null };
  assert.deepEqual(scaledSize({ width: 1_920, height: 1_080 }, siglip), { width: 384, height: 256 });
});

test("the middle of an image becomes planes of normalized channels", () => {
  const input = {
    scaledTo: { shortestEdge: 1 },
    cropTo: { width: 1, height: 1 },
    rescale: 0.1,
    mean: [1, 2, 3] as const,
    deviation: [1, 2, 4] as const,
  };
  const values = new Float32Array(6);
  writePixelValues(Uint8Array.of(9, 9, 9, 20, 60, 70, 9, 9, 9), { width: 3, height: 1 }, input, values, 3);
  assert.deepEqual([...values], [0, 0, 0, 1, 2, 1]);
});
