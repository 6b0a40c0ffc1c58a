import assert from "node:assert/strict";
import { test } from "node:test";
import { meanBetween, prefixSum, sumBetween } from "../../../media-node/signal/prefix-sum.ts";

test("a sum between two indices counts the first and not the last", () => {
  assert.equal(sumBetween(prefixSum([1, 2, 4, 8]), 1, 3), 6);
});

test("indices outside the values are clamped to their ends", () => {
  assert.equal(sumBetween(prefixSum([1, 2, 4, 8]), -5, 99), 15);
  assert.equal(meanBetween(prefixSum([2, 4]), 1, 10), 4);
});

test("the mean of nothing is zero, not NaN", () => {
  assert.equal(meanBetween(prefixSum([]), 0, 5), 0);
  assert.equal(meanBetween(prefixSum([1, 2]), 2, 1), 0);
});
