import assert from "node:assert/strict";
import { test } from "node:test";
import { levelRiseDb, measuredReason } from "../../../../media-node/highlights/moments/measured-reason.ts";
import type { AudioAnalysis } from "../../../../media-node/signal/audio-analysis.ts";
import { planted } from "../../../support/models/highlights.ts";
import { levelAudio } from "../../../support/talks/flat-audio.ts";

/** Audio of two minutes at -40 dB that is louder by some dB from 60 to 63 s. */
function louderBy(riseDb: number): AudioAnalysis {
  const hops = 120 / 0.02;
  const loudnessDb = Float32Array.from({ length: hops }, (_, hop) =>
    hop * 0.02 >= 60 && hop * 0.02 < 63 ? -40 + riseDb : -40,
  );
  return levelAudio(loudnessDb);
}

test("a rise of the sound is told in decibels over the minute around it", () => {
  const riseDb = levelRiseDb(louderBy(10), 60);
  assert.ok(riseDb > 8 && riseDb <= 10, `${riseDb}`);
  const reason = measuredReason(planted(120, []), louderBy(10), 60);
  assert.equal(reason, `Sound rises by ${Math.round(riseDb)} dB.`);
});

test("motion, cuts and voices are told as such, three of them at most", () => {
  const curves = planted(120, [
    ["motion", 58, 62, 0.8],
    ["cuts", 60, 64, 0.7],
    ["voicePitch", 60, 64, 0.9],
    ["impact", 59, 60, 0.9],
  ]);
  assert.equal(measuredReason(curves, null, 60), "Fast motion, quick cuts, a higher voice.");
});

test("what is hardly louder, and silence, tell nothing", () => {
  for (const audio of [louderBy(2), null]) {
    assert.equal(measuredReason(planted(120, []), audio, 60), "It stands out from what is around it.");
  }
});
