import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type EdgePlaces,
  edgesOf,
  readSmoothed,
} from "../../../../media-node/highlights/moments/match-edges.ts";
import { MATCH_SHAPES } from "../../../../media-node/highlights/moments/match-shapes.ts";
import type { AudioAnalysis } from "../../../../media-node/signal/audio-analysis.ts";
import { findPauses } from "../../../../media-node/signal/pauses.ts";

const RANGE = { startS: 0, endS: 120 };
const PEAK = 120;
const SHAPE = MATCH_SHAPES.FOOTBALL;
/** A narrow peak at 60 s: the least lead-in and tail are shown. */
const NARROW = readSmoothed(
  Float32Array.from({ length: 240 }, (_, tick) => Math.exp(-0.5 * ((tick - PEAK) / 3) ** 2)),
  0,
  0.5,
);
const NOTHING: EdgePlaces = { shotChangesS: [], pauses: [], audio: null, range: RANGE };

function near(found: number, expected: number, toleranceS = 0.01): void {
  assert.ok(Math.abs(found - expected) <= toleranceS, `${found} instead of ${expected}`);
}

/** Sound at a steady level with silences. */
function soundWith(silences: readonly (readonly [number, number])[]): AudioAnalysis {
  const hops = RANGE.endS / 0.02;
  const loudnessDb = Float32Array.from({ length: hops }, (_, hop) =>
    silences.some(([fromS, toS]) => hop * 0.02 >= fromS && hop * 0.02 < toS) ? -70 : -20,
  );
  const bytes = new Uint8Array(hops);
  return { startS: 0, hopS: 0.02, loudnessDb, speech: bytes, novelty: bytes, pitch: bytes };
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

test("edges lie on shot changes nearby", () => {
  const shotChangesS = [20, 53.2, 65.9, 100];
  const { startS, endS } = edgesOf(NARROW, PEAK, SHAPE, { ...NOTHING, shotChangesS });
  assert.deepEqual([startS, endS], [53.2, 65.9]);
});

test("without a shot change edges lie in pauses of the sound", () => {
  const audio = soundWith([
    [53, 53.8],
    [64.9, 65.7],
  ]);
  const { startS, endS } = edgesOf(NARROW, PEAK, SHAPE, { ...NOTHING, audio, pauses: findPauses(audio) });
  assert.ok(startS > 53 && startS < 53.8, `${startS}`);
  assert.ok(endS > 64.9 && endS < 65.7, `${endS}`);
});

test("a pause whose shot changes within a second gives way to the shot change", () => {
  const audio = soundWith([[53.9, 54.5]]);
  const places = { ...NOTHING, audio, pauses: findPauses(audio), shotChangesS: [55.1] };
  assert.equal(edgesOf(NARROW, PEAK, SHAPE, places).startS, 55.1);
});

test("no edge moves so far that the peak loses what leads to it", () => {
  const { startS, endS } = edgesOf(NARROW, PEAK, SHAPE, { ...NOTHING, shotChangesS: [59.9, 60.8] });
  assert.ok(startS <= 60.25 - SHAPE.leadInS.min / 2);
  assert.ok(endS >= 60.25 + SHAPE.tailS.min / 2);
});

test("at the ends of the range a moment ends with it", () => {
  const range = { startS: 58, endS: 61 };
  assert.deepEqual(edgesOf(NARROW, PEAK, SHAPE, { ...NOTHING, range }), range);
});
