import assert from "node:assert/strict";
import { test } from "node:test";
import { runningPercentiles } from "../../../media-node/signal/running-percentile.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";

test("the sliding histogram agrees with sorting each window", () => {
  const random = seededRandom(3);
  const levels = Float32Array.from({ length: 400 }, () => Math.round(-90 * random()));
  const [found = new Float32Array()] = runningPercentiles(levels, { reach: 40, step: 10, shares: [0.3] });
  const expected = Array.from(found, (_, step) => {
    const middle = step * 10 + 5;
    const window = levels.slice(Math.max(0, middle - 40), middle + 40).sort();
    return window[Math.ceil(0.3 * window.length) - 1];
  });
  assert.deepEqual(Array.from(found), expected);
});

test("levels outside the histogram count at its ends", () => {
  const [low = [], high = []] = runningPercentiles(Float32Array.of(-300, 20), {
    reach: 5,
    step: 2,
    shares: [0, 1],
  });
  assert.deepEqual([...low, ...high], [-100, 0]);
});
