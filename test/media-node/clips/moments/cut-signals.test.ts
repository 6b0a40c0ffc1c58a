import assert from "node:assert/strict";
import { test } from "node:test";
import { rateOpenings } from "../../../../media-node/clips/moments/cut-signals.ts";
import { buildTimeline } from "../../../../media-node/clips/moments/moment-timeline.ts";
import { cutPoint } from "../../../../media-node/signal/cut-point.ts";
import { levelAudio } from "../../../support/talks/flat-audio.ts";

test("sound rises suddenly where there was less before, not where a source begins in it", () => {
  // 20 s, loud but for the second quarter.
  const loudnessDb = new Float32Array(1_000).fill(-20).fill(-90, 250, 500);
  const timeline = buildTimeline(levelAudio(loudnessDb), null, { startS: 0, endS: 20 });
  const points = [
    cutPoint({ startS: 0, endS: 0 }, "edge", 0, true),
    cutPoint({ startS: 2, endS: 2 }, "minimum", 0),
    cutPoint({ startS: 5, endS: 10 }, "pause", 70),
  ];
  const [begins = 1, within = 0, afterSilence = 0] = rateOpenings(timeline, points, null).map(
    ({ rise }) => rise,
  );
  assert.ok(afterSilence > 0.8, `${afterSilence}`);
  assert.equal(begins, within);
});
