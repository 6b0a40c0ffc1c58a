import assert from "node:assert/strict";
import { test } from "node:test";
import { sensedCurves } from "../../../../media-node/highlights/moments/sensed-curves.ts";

const RANGE = { startS: 10, endS: 40 };

/** The value of a curve at a time of the source. */
function at(curve: Float32Array | undefined, timeS: number): number | undefined {
  return curve?.[Math.floor((timeS - RANGE.startS) * 2)];
}

test("cheering is what all windows over a time agree on, and unknown where none was heard", () => {
  const applause = Float32Array.from([0, 0.8, 0.6, Number.NaN, Number.NaN, 0.4]);
  const events = { startS: 10, hopS: 5, laughter: new Float32Array(6), applause };
  const { cheering, topicShown } = sensedCurves(RANGE, events, null);
  assert.equal(topicShown, undefined);
  assert.equal(cheering?.length, 60);
  assert.ok(Math.abs((at(cheering, 22) ?? 0) - 0.6) < 1e-6, "two windows");
  assert.equal(at(cheering, 16), 0);
  assert.ok(Math.abs((at(cheering, 27) ?? 0) - 0.6) < 1e-6, "one window");
  assert.ok(Number.isNaN(at(cheering, 32)));
  assert.ok(Math.abs((at(cheering, 38) ?? 0) - 0.4) < 1e-6);
});

test("a frame speaks for the ticks around it and for no more", () => {
  const frameScores = { startS: 10, stepS: 15, topic: Float32Array.from([0.2, 0.9]), title: null };
  const { topicShown, cheering } = sensedCurves(RANGE, null, frameScores);
  assert.equal(cheering, undefined);
  assert.ok(Math.abs((at(topicShown, 11) ?? 0) - 0.2) < 1e-6);
  assert.ok(Number.isNaN(at(topicShown, 17)));
  assert.ok(Math.abs((at(topicShown, 23) ?? 0) - 0.9) < 1e-6);
  assert.ok(Number.isNaN(at(topicShown, 39)));
});
