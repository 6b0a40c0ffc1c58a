import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { CtcHistories } from "../../../../media-node/speech/ctc/ctc-histories.ts";
import { CtcHypotheses, nthLargest } from "../../../../media-node/speech/ctc/ctc-hypotheses.ts";
import { LOG_ZERO } from "../../../../media-node/speech/ctc/log-math.ts";

test("the n-th largest value is that of a sorted list", () => {
  const values = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(values, fc.nat({ max: 70 }), (list, extra) => {
      const count = 1 + (extra % (list.length + 3));
      const sorted = list.toSorted((a, b) => b - a);
      const expected = sorted[Math.min(count, list.length) - 1];
      assert.equal(nthLargest(Float64Array.from([...list, 99]), list.length, count), expected);
    }),
  );
});

test("alignments of one history are summed, and of two histories the better is kept", () => {
  const set = new CtcHypotheses();
  set.add(1, 2, 7, Math.log(0.2), LOG_ZERO);
  set.add(1, 2, 7, LOG_ZERO, Math.log(0.1));
  set.add(1, 2, 7, Math.log(0.3), LOG_ZERO);
  assert.equal(set.count, 1);
  assert.ok(Math.abs(set.total(0) - Math.log(0.6)) < 1e-12);
  set.add(1, 2, 8, Math.log(0.5), LOG_ZERO);
  assert.equal(set.history[0], 7);
  set.add(1, 2, 9, Math.log(0.7), LOG_ZERO);
  assert.deepEqual([set.count, set.history[0]], [1, 9]);
  assert.ok(Math.abs(set.total(0) - Math.log(0.7)) < 1e-12);
  set.add(1, 3, 9, 0, LOG_ZERO);
  set.add(2, 2, 9, 0, LOG_ZERO);
  assert.equal(set.count, 3);
});

test("pruning keeps the best and drops what is too far below", () => {
  const set = new CtcHypotheses();
  [-1, -9, -3, -2, -40].forEach((score, place) => {
    set.add(place, 0, place, score, LOG_ZERO);
  });
  set.prune(10, 10);
  assert.deepEqual([...set.place.subarray(0, set.count)], [0, 1, 2, 3]);
  set.prune(2, 10);
  assert.deepEqual([...set.place.subarray(0, set.count)], [0, 3]);
});

test("a full set makes room for better ones", () => {
  const set = new CtcHypotheses();
  const next = seededRandom(1);
  for (let place = 0; place < 40_000; place += 1) set.add(place, place % 3, 0, -10 - next(), LOG_ZERO);
  set.add(99_999, 0, 5, -1, LOG_ZERO);
  set.add(99_999, 0, 5, -1, LOG_ZERO);
  set.prune(1, 100);
  assert.deepEqual([set.count, set.place[0], set.history[0]], [1, 99_999, 5]);
  assert.ok(Math.abs(set.total(0) - (Math.LN2 - 1)) < 1e-12);
});

test("equal chains of items have one id", () => {
  const histories = new CtcHistories();
  const chain = (items: readonly number[]): number =>
    items.reduce((history, item) => histories.extend(history, item), 0);
  const one = chain([5, 0, 5]);
  assert.equal(chain([5, 0, 5]), one);
  assert.notEqual(chain([5, 5, 0]), one);
  assert.deepEqual(histories.items(one), [5, 0, 5]);
  assert.deepEqual(histories.items(0), []);
});
