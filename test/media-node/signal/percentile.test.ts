import assert from "node:assert/strict";
import { test } from "node:test";
import { percentile, rankAmong } from "../../../media-node/signal/percentile.ts";

test("a percentile is found without changing the values", () => {
  const values = [5, 1, 4, 2, 3];
  assert.equal(percentile(values, 0.5), 3);
  assert.equal(percentile(values, 1), 5);
  assert.deepEqual(values, [5, 1, 4, 2, 3]);
});

test("the percentile of nothing is the fallback", () => {
  assert.equal(percentile([], 0.5, -7), -7);
});

test("a rank counts the values below and half of the equal ones", () => {
  const rank = rankAmong([1, 2, 2, 3]);
  assert.equal(rank(2), 0.5);
  assert.equal(rank(0), 0);
  assert.equal(rank(9), 1);
});

test("every value of a flat or empty sample ranks in the middle", () => {
  assert.equal(rankAmong([4, 4, 4])(4), 0.5);
  assert.equal(rankAmong([])(123), 0.5);
});
