// Frame rates of clips and of timelines.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  frameRateOf,
  framesAt,
  outputFrameRate,
  timelineRate,
  wholeFrames,
} from "../../shared/frame-rates.ts";

test("frame rates become the nearest that players expect", () => {
  const rates = [23.9761, 24.99, 29.9702, 31.3, 59.6, 90, 120].map(outputFrameRate);
  assert.deepEqual(rates, [24_000 / 1_001, 25, 30_000 / 1_001, 30, 60_000 / 1_001, 60, 60]);
});

test("of fast sources each second, third or fourth frame is shown, where that is even", () => {
  const rates = [100, 119.88, 120, 150, 180, 200, 239.76, 240, 75, 90].map(outputFrameRate);
  assert.deepEqual(rates, [50, 60_000 / 1_001, 60, 50, 60, 50, 60_000 / 1_001, 60, 60, 60]);
});

test("frames of slow sources are shown whole times each, and of unsteady ones at 30 a second", () => {
  const rates = [5, 10, 12, 12.5, 14.985, 15, 20].map(outputFrameRate);
  assert.deepEqual(rates, [25, 30, 24, 25, 30_000 / 1_001, 30, 60]);
  assert.deepEqual([0.06, 1, 10.53, 17.3, 22].map(outputFrameRate), [30, 30, 30, 30, 30]);
});

test("rates are the fractions that they are, and averages are none", () => {
  const rates: readonly (readonly [number, number, number])[] = [
    [25, 25, 1],
    [29.97, 30_000, 1_001],
    [29.97002997, 30_000, 1_001],
    [23.976, 24_000, 1_001],
    [59.94, 60_000, 1_001],
    [119.88, 120_000, 1_001],
    [30, 30, 1],
  ];
  for (const [rate, frames, seconds] of rates) assert.deepEqual(frameRateOf(rate), { frames, seconds });
  for (const rate of [1, 12.86, 15, 29.583, 29.83]) assert.equal(frameRateOf(rate), undefined);
  assert.equal(framesAt(3_600, { frames: 30_000, seconds: 1_001 }), 107_892);
});

test("timelines have the rate of the clips, where editing programs have it", () => {
  const rates: readonly (readonly [number, number, number])[] = [
    [23.976, 24_000, 1_001],
    [24, 24, 1],
    [29.583, 30_000, 1_001],
    [59.6, 60_000, 1_001],
    [14.985, 30_000, 1_001],
    [15, 30, 1],
    [12.86, 30, 1],
    [1, 30, 1],
    [47.952, 24_000, 1_001],
    [48, 24, 1],
    [100, 50, 1],
    [119.88, 60_000, 1_001],
    [120, 60, 1],
  ];
  for (const [rate, frames, seconds] of rates) assert.deepEqual(timelineRate(rate), { frames, seconds });
});

test("a length has the whole frames that lie in it", () => {
  const lengths = [12.9, 12.88, 12.8799, 12.86].map((lengthS) =>
    wholeFrames(lengthS, { frames: 25, seconds: 1 }),
  );
  assert.deepEqual(lengths, [322, 322, 322, 321]);
});
