import assert from "node:assert/strict";
import { test } from "node:test";
import { heardTicks } from "../../../../media-node/highlights/audio/heard-ticks.ts";
import { isSilent } from "../../../../media-node/highlights/audio/match-audio.ts";
import {
  crowd,
  highest,
  matchAudioOf,
  swell,
  voice,
  withGain,
} from "../../../support/matches/match-signals.ts";

const HOPS_PER_S = 50;

/** The seconds that say something, of sound that is audible in some of its spans of seconds. */
function heardS(durationS: number, ...spans: readonly (readonly [number, number])[]): number[] {
  const isAudible = (hop: number): boolean =>
    spans.some(([from, to]) => hop >= from * HOPS_PER_S && hop < to * HOPS_PER_S);
  const levels = Float32Array.from({ length: durationS * HOPS_PER_S }, (_, hop) =>
    isAudible(hop) ? -40 : -80,
  );
  const heard = heardTicks(levels, 2 * durationS);
  return [...heard.keys()].filter((tick) => tick % 2 === 0 && heard[tick] === 1).map((tick) => tick / 2);
}

const seconds = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

test("long silences say nothing, and pauses do", () => {
  assert.deepEqual(heardS(90, [0, 90]), seconds(0, 90));
  assert.deepEqual(heardS(90, [0, 40], [49, 90]), seconds(0, 90));
  assert.deepEqual(heardS(90, [0, 40], [50, 90]), [...seconds(0, 40), ...seconds(50, 90)]);
});

test("what is heard for a moment between silences says nothing either, and a short source does", () => {
  assert.deepEqual(heardS(90, [40, 40.02]), []);
  assert.deepEqual(heardS(90, [0, 30], [60, 75]), seconds(0, 30));
  assert.deepEqual(heardS(12, [0, 12]), seconds(0, 12));
  assert.deepEqual(heardS(8), []);
});

test("a crowd is measured against what is heard of it, and is unknown in a silence", () => {
  const stand = withGain(crowd(1, 60, -46), swell(30, 36, 10));
  const samples = new Float32Array(200 * 16_000);
  samples.set(stand, 70 * 16_000);
  const { curves, noiseShare } = matchAudioOf(samples);
  const of = (curve: Float32Array, fromS: number, toS: number): Float32Array =>
    curve.subarray(2 * fromS, 2 * toS);
  for (const name of ["crowd", "crowdRise", "whistle", "impact"] as const) {
    assert.ok([...of(curves[name], 0, 69), ...of(curves[name], 131, 200)].every(Number.isNaN), name);
  }
  const loudest = Math.max(...of(curves.crowd, 101, 106));
  assert.ok(loudest > 0.5, `${loudest} while the crowd is up`);
  const calm = of(curves.crowd, 74, 96);
  assert.ok(
    calm.every((level) => level < 0.2),
    "the stand itself is no swell",
  );
  // Nor is that it is heard at all.
  assert.ok(of(curves.crowdRise, 69, 74).every((rise) => Number.isNaN(rise) || rise < 0.2));
  assert.ok(noiseShare > 0.9, `${noiseShare}`);
});

test("a cheer alone in a silence leaves the sound without anything to tell", () => {
  const samples = new Float32Array(90 * 16_000);
  samples.set(crowd(1, 5, -20), 40 * 16_000);
  assert.equal(isSilent(matchAudioOf(samples)), true);
  assert.equal(isSilent(matchAudioOf(crowd(1, 15, -46))), false);
});

test("a commentator whose microphone is closed between sentences is heard, though nothing else is", () => {
  const samples = new Float32Array(150 * 16_000);
  for (const [index, fromS] of [10, 40, 70, 100, 130].entries()) {
    const pitchHz = index === 3 ? 230 : 120;
    samples.set(voice(index, 8, { pitchHz, syllablesPerS: 4 }), fromS * 16_000);
  }
  const heard = matchAudioOf(samples);
  assert.equal(isSilent(heard), false);
  const pitch = heard.curves.voicePitch.subarray(2 * 101, 2 * 107);
  assert.ok(highest([...pitch].filter((value) => !Number.isNaN(value))) > 0.3);
});

test("what fills a moment between silences is no share of what is heard", () => {
  const samples = new Float32Array(300 * 16_000);
  samples.set(crowd(1, 25, -46), 0);
  for (let fromS = 40; fromS < 290; fromS += 30) samples.set(crowd(fromS, 15, -30), fromS * 16_000);
  assert.ok(matchAudioOf(samples).noiseShare <= 1);
});
