import assert from "node:assert/strict";
import { test } from "node:test";
import { type CrowdNoise, readCrowdNoise } from "../../../../media-node/highlights/moments/crowd-noise.ts";
import {
  type EdgePlaces,
  edgesOf,
  readSmoothed,
} from "../../../../media-node/highlights/moments/match-edges.ts";
import { MATCH_SHAPES } from "../../../../media-node/highlights/moments/match-shapes.ts";
import type { AudioAnalysis } from "../../../../media-node/signal/audio-analysis.ts";
import { findPauses } from "../../../../media-node/signal/pauses.ts";
import { levelAudio } from "../../../support/talks/flat-audio.ts";

const RANGE = { startS: 0, endS: 120 };
const PEAK = 120;
const SHAPE = MATCH_SHAPES.FOOTBALL;
/** A narrow peak at 60 s: the least lead-in and tail are shown. */
const NARROW = readSmoothed(
  Float32Array.from({ length: 240 }, (_, tick) => Math.exp(-0.5 * ((tick - PEAK) / 3) ** 2)),
  0,
  0.5,
);
/** A crowd that is as loud as a function of the time says. */
function crowdOf(levelAt: (timeS: number) => number): CrowdNoise {
  const crowd = Float32Array.from({ length: 240 }, (_, tick) => levelAt((tick + 0.5) / 2));
  return readCrowdNoise({ startS: 0, hopS: 0.5, tickCount: 240, curves: { crowd } });
}

const SILENT = crowdOf(() => 0);
const NOTHING: EdgePlaces = { shotChangesS: [], pauses: [], audio: null, noise: SILENT, range: RANGE };

function near(found: number, expected: number, toleranceS = 0.01): void {
  assert.ok(Math.abs(found - expected) <= toleranceS, `${found} instead of ${expected}`);
}

/** Sound at a steady level with silences. */
function audioWith(silences: readonly (readonly [number, number])[]): AudioAnalysis {
  const hops = RANGE.endS / 0.02;
  const loudnessDb = Float32Array.from({ length: hops }, (_, hop) =>
    silences.some(([fromS, toS]) => hop * 0.02 >= fromS && hop * 0.02 < toS) ? -70 : -20,
  );
  return levelAudio(loudnessDb);
}

test("a short peak gets its sport's least, a long one no more than its sport's most", () => {
  const short = edgesOf(NARROW, PEAK, SHAPE, NOTHING);
  near(60.25 - short.startS, SHAPE.leadInS.min);
  near(short.endS - 60.25, SHAPE.tailS.min);
  const wide = readSmoothed(
    Float32Array.from({ length: 240 }, (_, tick) => (Math.abs(tick - PEAK) < 50 ? 0.9 : 0.1)),
    0,
    0.5,
  );
  const long = edgesOf(wide, PEAK, SHAPE, NOTHING);
  near(60.25 - long.startS, SHAPE.leadInS.max);
  near(long.endS - 60.25, SHAPE.tailS.max);
});

test("a roar that is as loud as the curve tells to its end is let out as long as its sport allows", () => {
  const noise = crowdOf((timeS) => Number(timeS > 58 && timeS < 110));
  const { startS, endS } = edgesOf(NARROW, PEAK, SHAPE, { ...NOTHING, noise });
  near(endS - startS, SHAPE.maxDurationS, 0.5);
});

test("edges lie on shot changes nearby", () => {
  const shotChangesS = [20, 53.2, 65.9, 100];
  const { startS, endS } = edgesOf(NARROW, PEAK, SHAPE, { ...NOTHING, shotChangesS });
  assert.deepEqual([startS, endS], [53.2, 65.9]);
});

test("without a shot change edges lie in pauses of the audio", () => {
  const audio = audioWith([
    [53, 53.8],
    [64.9, 65.7],
  ]);
  const { startS, endS } = edgesOf(NARROW, PEAK, SHAPE, { ...NOTHING, audio, pauses: findPauses(audio) });
  assert.ok(startS > 53 && startS < 53.8, `${startS}`);
  assert.ok(endS > 64.9 && endS < 65.7, `${endS}`);
});

test("a pause whose shot changes within a second gives way to the shot change", () => {
  const audio = audioWith([[53.9, 54.5]]);
  const places = { ...NOTHING, audio, pauses: findPauses(audio), shotChangesS: [55.1] };
  assert.equal(edgesOf(NARROW, PEAK, SHAPE, places).startS, 55.1);
});

test("no edge moves so far that the peak loses what leads to it, or what comes of it", () => {
  for (const [sport, shape] of Object.entries(MATCH_SHAPES)) {
    for (let pauseS = 55; pauseS < 66; pauseS += 0.5) {
      const audio = audioWith([[pauseS, pauseS + 0.4]]);
      for (const shotS of [pauseS + 0.9, pauseS - 0.5]) {
        const places = { ...NOTHING, audio, pauses: findPauses(audio), shotChangesS: [shotS] };
        const { startS, endS } = edgesOf(NARROW, PEAK, shape, places);
        const told = `${sport}, a pause at ${pauseS}, a shot from ${shotS}: ${startS} to ${endS}`;
        assert.ok(startS <= 60.25 - shape.leadInS.min / 2, told);
        assert.ok(endS >= 60.25 + shape.tailS.min, told);
      }
    }
  }
});

test("at the ends of the range a moment ends with it", () => {
  const range = { startS: 58, endS: 61 };
  assert.deepEqual(edgesOf(NARROW, PEAK, SHAPE, { ...NOTHING, range }), range);
});

/** It goes up at 61 s, stays there for ten seconds, and dies away within twelve. */
const OUTBURST = crowdOf((timeS) => Math.max(0, Math.min((timeS - 61) / 1, 1, 1 - (timeS - 71) / 12)));

test("no moment ends before its crowd has calmed down", () => {
  const { endS } = edgesOf(NARROW, PEAK, SHAPE, { ...NOTHING, noise: OUTBURST });
  assert.ok(endS >= 71 + 12 * (1 - SHAPE.calmShare) - 1 && endS <= 83, `${endS}`);
});

test("a shot change in the cheering is no place to end at, one behind it is", () => {
  const shotChangesS = [66, 69.5, 79.2];
  assert.equal(edgesOf(NARROW, PEAK, SHAPE, { ...NOTHING, noise: OUTBURST, shotChangesS }).endS, 79.2);
});

test("a crowd that never calms down is let out no longer than the longest moment, to where it is calmest", () => {
  const noise = crowdOf((timeS) => (timeS < 61 ? 0 : timeS > 78 && timeS < 80 ? 0.8 : 1));
  const { startS, endS } = edgesOf(NARROW, PEAK, SHAPE, { ...NOTHING, noise });
  assert.ok(endS - startS <= SHAPE.maxDurationS);
  assert.ok(Math.abs(endS - 79) <= 2.5, `${endS}`);
});

test("a moment does not end while its crowd is on its way up", () => {
  const noise = crowdOf((timeS) => Math.max(0, Math.min((timeS - 64) / 4, 1, 1 - (timeS - 70) / 6)));
  const { endS } = edgesOf(NARROW, PEAK, SHAPE, { ...NOTHING, noise });
  assert.ok(endS > 72, `${endS}`);
});

test("every sport waits for its crowd, and none for less than a quarter of its noise", () => {
  for (const [category, { calmShare, reason }] of Object.entries(MATCH_SHAPES)) {
    assert.ok(calmShare >= 0.25 && calmShare <= 0.5, category);
    assert.ok(reason.length > 60, category);
  }
});
