import assert from "node:assert/strict";
import { test } from "node:test";
import { findMatchPeaks, smooth } from "../../../../media-node/highlights/moments/match-peaks.ts";

const OPTIONS = { minProminence: 0.1, apartTicks: 5, replayOfTicks: 10 };

function ticksOf(
  values: readonly number[],
  changes: { replayed?: readonly number[]; apartTicks?: number } = {},
) {
  const replayed = Uint8Array.from(changes.replayed ?? values.map(() => 0));
  const { apartTicks = OPTIONS.apartTicks } = changes;
  const peaks = findMatchPeaks(Float32Array.from(values), { ...OPTIONS, replayed, apartTicks });
  return peaks.map(({ tick }) => tick);
}

test("peaks come highest first, and a plateau has one", () => {
  assert.deepEqual(ticksOf([0, 0.5, 0, 0, 0, 0, 0, 0.9, 0.9, 0.9, 0, 0]), [7, 1]);
});

test("flat and rising curves: nothing stands out of the first, the end of the second does", () => {
  assert.deepEqual(ticksOf([0.4, 0.4, 0.4, 0.4]), []);
  assert.deepEqual(ticksOf([0, 0.2, 0.4, 0.6]), [3]);
});

test("a ripple on a slope is no peak, however high it lies", () => {
  assert.deepEqual(ticksOf([0, 0.5, 0.8, 0.75, 0.82, 0.9, 0.5, 0.1, 0]), [5]);
});

test("of two peaks that are too close only the higher one is kept", () => {
  const values = [0, 0.6, 0, 0, 0.8, 0, 0];
  assert.deepEqual(ticksOf(values), [4]);
  assert.deepEqual(ticksOf(values, { apartTicks: 3 }), [4, 1]);
});

test("what a replay shows is no peak, and neither is the slope behind it", () => {
  const values = [0, 0.7, 0.5, 0.4, 0.9, 0.8, 0.6, 0.3, 0, 0];
  assert.deepEqual(ticksOf(values, { replayed: [0, 0, 0, 0, 1, 1, 0, 0, 0, 0], apartTicks: 1 }), [1]);
});

test("what nothing like it came before is a peak, even if it is taken for a replay", () => {
  const values = [0, 0.3, 0, 0, 0.9, 0.5, 0, 0, 0, 0];
  const replayed = [0, 0, 0, 1, 1, 1, 0, 0, 0, 0];
  assert.deepEqual(ticksOf(values, { replayed, apartTicks: 1 }), [4, 1]);
});

test("a moment right behind a replay is a peak", () => {
  const values = [0, 0.3, 0, 0.1, 0.2, 0.9, 0.2, 0, 0];
  const replayed = [0, 0, 0, 1, 1, 0, 0, 0, 0];
  assert.deepEqual(ticksOf(values, { replayed, apartTicks: 1 }), [5, 1]);
});

test("an exciting end right before a replay is a peak", () => {
  assert.deepEqual(ticksOf([0, 0.2, 0.5, 0.9, 0.9, 0, 0], { replayed: [0, 0, 0, 1, 1, 0, 0] }), [2]);
});

test("smoothing keeps the mean of what is flat, to both ends, and spreads a spike evenly", () => {
  const flat = smooth(new Float32Array(9).fill(0.3), 2);
  assert.ok(flat.every((value) => Math.abs(value - 0.3) < 1e-6));
  const spike = smooth(
    Float32Array.from({ length: 41 }, (_, tick) => (tick === 20 ? 1 : 0)),
    2,
  );
  assert.ok(Math.abs((spike[18] ?? 0) - (spike[22] ?? 1)) < 1e-6);
  assert.ok(Math.abs(spike.reduce((sum, value) => sum + value, 0) - 1) < 1e-5);
});
