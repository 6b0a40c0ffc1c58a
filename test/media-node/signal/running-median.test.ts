import assert from "node:assert/strict";
import { test } from "node:test";
import { medianOf, runningMedian } from "../../../media-node/signal/running-median.ts";

test("what is not known counts for nothing, and the lower of two middles is the median", () => {
  assert.equal(medianOf(Float32Array.of(5, Number.NaN, 1, 3)), 3);
  assert.equal(medianOf(Float32Array.of(4, 1, 3, 2)), 2);
  assert.equal(medianOf(Float32Array.of(Number.NaN)), Number.NaN);
  assert.equal(medianOf(new Float32Array()), Number.NaN);
});

test("a swell shorter than half the window leaves the running median where it was", () => {
  const values = Float32Array.from({ length: 200 }, (_, index) => (index >= 100 && index < 115 ? 50 : 1));
  assert.deepEqual(runningMedian(values, { reach: 20, step: 1 }), new Float32Array(200).fill(1));
});

test("a level that lasts becomes the median", () => {
  const values = Float32Array.from({ length: 200 }, (_, index) => (index < 100 ? 1 : 9));
  const medians = runningMedian(values, { reach: 20, step: 1 });
  assert.equal(medians[99], 1);
  assert.equal(medians[100], 9);
});

test("answers are constant within a step", () => {
  const values = Float32Array.from({ length: 10 }, (_, index) => index);
  assert.deepEqual([...runningMedian(values, { reach: 1, step: 4 })], [2, 2, 2, 2, 6, 6, 6, 6, 9, 9]);
});
