import assert from "node:assert/strict";
import { test } from "node:test";
import { percentile, rankAmong } from "../../../media-node/signal/percentile.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";

test("a percentile is found without changing the values", () => {
  const values = [5, 1, 4, 2, 3];
  assert.equal(percentile(values, 0.5), 3);
  assert.equal(percentile(values, 1), 5);
  assert.deepEqual(values, [5, 1, 4, 2, 3]);
});

test("a percentile is what stands there once the values are sorted, however they are ordered and however many are equal", () => {
  const random = seededRandom(7);
  const orders: Readonly<Record<string, (at: number) => number>> = {
    random: () => random(),
    "few values": () => Math.floor(3 * random()),
    ascending: (at) => at,
    descending: (at) => -at,
    equal: () => 4,
    "some unknown": (at) => (at % 7 === 3 ? Number.NaN : random()),
    "silent ends": (at) => (at % 5 === 0 ? Number.NEGATIVE_INFINITY : random()),
  };
  for (const [order, valueAt] of Object.entries(orders)) {
    for (const count of [1, 2, 3, 10, 501]) {
      const values = Float32Array.from({ length: count }, (_, at) => valueAt(at));
      const sorted = values.toSorted();
      for (const share of [0, 0.1, 0.5, 0.9, 1]) {
        const expected = sorted[Math.round(share * (count - 1))];
        assert.equal(percentile(values, share), expected, `${order}, ${count} values, ${share}`);
      }
    }
  }
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
