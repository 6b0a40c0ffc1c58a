import assert from "node:assert/strict";
import { test } from "node:test";
import { steadyTicks, swellsOf } from "../../../../media-node/highlights/audio/crowd-swells.ts";
import {
  crowd,
  layered,
  matchAudioOf,
  swell,
  voice,
  withGain,
} from "../../../support/matches/match-signals.ts";
import { atLevel, chords } from "../../../support/media/test-signals.ts";

const LENGTH_S = 120;

test("people who get louder over their murmur are one swell, where they do", () => {
  const { swells, noiseShare } = matchAudioOf(withGain(crowd(1, LENGTH_S), swell(60, 70, 12)));
  assert.equal(swells.length, 1);
  const [{ startS, endS }] = swells as [{ startS: number; endS: number }];
  assert.ok(Math.abs(startS - 60.5) <= 1 && Math.abs(endS - 69.5) <= 1, `${startS} to ${endS}`);
  assert.ok(noiseShare > 0.9, `${noiseShare}`);
});

test("a swell is heard under a commentator who speaks all the time", () => {
  const quiet = crowd(2, LENGTH_S);
  const speech = voice(3, LENGTH_S, { pitchHz: 130, syllablesPerS: 4 });
  const { swells } = matchAudioOf(layered(withGain(quiet, swell(60, 70, 14)), [0, speech]));
  assert.ok(
    swells.some(({ startS, endS }) => startS < 66 && endS > 64),
    JSON.stringify(swells),
  );
});

test("voices in a silent room, lively or not, are no people who get louder", () => {
  const calm = voice(5, LENGTH_S, { pitchHz: 130, syllablesPerS: 4 });
  const lively = voice(6, 20, { pitchHz: 240, syllablesPerS: 6.5 }, -14);
  const { swells, noiseShare } = matchAudioOf(
    layered(
      withGain(calm, () => -6),
      [50, lively],
    ),
  );
  assert.deepEqual(swells, []);
  assert.ok(noiseShare < 0.2, `${noiseShare}`);
});

test("music is neither noise nor people, even where it gets louder", () => {
  const music = withGain(atLevel(chords(LENGTH_S, 2), -26), swell(50, 70, 12));
  const { swells, noiseShare } = matchAudioOf(music);
  assert.deepEqual(swells, []);
  assert.ok(noiseShare < 0.2, `${noiseShare}`);
});

test("swells are long enough, may dip, and are filled with noise for the most part", () => {
  const level = Float32Array.from([0, 0.8, 0.9, 0, 0.7, 0.8, 0, 0, 0, 0, 0.9, 0.9, 0, 0, 0, 0, 0]);
  const steady = steadyTicks(new Float32Array(level.length).fill(4));
  assert.deepEqual(swellsOf(level, steady), [{ from: 1, to: 6 }]);
  assert.deepEqual(swellsOf(level, steadyTicks(new Float32Array(level.length).fill(15))), []);
  assert.deepEqual(swellsOf(level, steadyTicks(new Float32Array(level.length).fill(Number.NaN))), []);
});
