import assert from "node:assert/strict";
import { test } from "node:test";
import { analyzeSteps } from "../../../../media-node/framing/shots/sampled-shot-changes.ts";
import { MOTION_UNKNOWN } from "../../../../media-node/framing/shots/video-analysis.ts";

function step(timeS: number, difference: number, histogramDistance: number) {
  return { timeS, difference, histogramDistance };
}

function analyze(steps: readonly ReturnType<typeof step>[], firstS: number | null = 0, durationS = 20) {
  return analyzeSteps({ startS: 100, durationS, firstS, steps });
}

test("a step that stands out is a shot change, on the source's clock", () => {
  const steps = Array.from({ length: 19 }, (_, index) =>
    index === 9 ? step(10, 0.3, 0.6) : step(index + 1, 0.02, 0.05),
  );
  assert.deepEqual([...analyze(steps).shotChangesS], [110]);
});

test("lively footage without cuts has no shot changes", () => {
  const steps = Array.from({ length: 19 }, (_, index) => step(index + 1, 0.12 + 0.02 * (index % 3), 0.2));
  assert.deepEqual([...analyze(steps).shotChangesS], []);
});

test("a montage of nothing but cuts is all shot changes", () => {
  const steps = Array.from({ length: 19 }, (_, index) => step(index + 1, 0.4, 0.8));
  assert.equal(analyze(steps).shotChangesS.length, 19);
});

test("motion fills the time between two frames, however far apart they are", () => {
  const { motion } = analyze([step(10, 0.1, 0), step(20, 0.05, 0)]);
  assert.equal(motion.length, 40);
  assert.ok([...motion.subarray(0, 20)].every((value) => Math.abs(value - 0.1) < 1e-6));
  assert.ok([...motion.subarray(20)].every((value) => Math.abs(value - 0.05) < 1e-6));
});

test("what was not seen is unknown, not still", () => {
  for (const firstS of [null, 3]) {
    const analysis = analyze([], firstS);
    assert.ok(analysis.motion.every((value) => value === MOTION_UNKNOWN));
    assert.equal(analysis.shotChangesS.length, 0);
    assert.equal(analysis.frameCount, firstS === null ? 0 : 1);
  }
});

test("motion is held for a while after the last frame, then unknown", () => {
  const { motion } = analyze([step(2, 0.1, 0)], 0, 60);
  assert.ok(Math.abs((motion[10] ?? 0) - 0.1) < 1e-6);
  assert.equal(motion[30], MOTION_UNKNOWN);
});
