import assert from "node:assert/strict";
import { test } from "node:test";
import {
  between,
  chant,
  crowd,
  darkNoise,
  highest,
  layered,
  matchAudioOf,
  outside,
  signal,
  swell,
  voice,
  withGain,
} from "../../../support/matches/match-signals.ts";
import { atLevel, chords } from "../../../support/media/test-signals.ts";

const LENGTH_S = 120;

test("a crowd that swells is heard while it does, and its rise where it begins", () => {
  const { curves } = matchAudioOf(withGain(crowd(1, LENGTH_S), swell(60, 70, 10)));
  assert.ok(Math.min(...between(curves.crowd, 61.5, 68.5)) > 0.8, String(between(curves.crowd, 59, 72)));
  assert.ok(highest(outside(curves.crowd, 59.5, 70.5)) < 0.1);
  assert.ok(highest(between(curves.crowdRise, 59, 61.5)) > 0.9, String(between(curves.crowdRise, 58, 72)));
  assert.ok(highest(outside(curves.crowdRise, 59, 63)) < 0.2, String(curves.crowdRise));
});

test("a swell under a commentator is heard, and a commentator alone is no crowd", () => {
  const quiet = crowd(2, LENGTH_S);
  const speech = voice(3, LENGTH_S, { pitchHz: 130, syllablesPerS: 4 });
  const swelling = matchAudioOf(layered(withGain(quiet, swell(60, 70, 12)), [0, speech])).curves;
  assert.ok(highest(between(swelling.crowd, 61, 69)) > 0.7, String(between(swelling.crowd, 58, 72)));
  const spoken = matchAudioOf(layered(quiet, [40, speech.subarray(0, 20 * 16_000)])).curves;
  assert.ok(highest([...spoken.crowd]) < 0.2, String(highest([...spoken.crowd])));
});

test("a crowd that stays loud for minutes is the usual", () => {
  const { curves } = matchAudioOf(withGain(crowd(4, 240), (timeS) => (timeS < 100 ? 0 : 12)));
  assert.ok(highest(between(curves.crowd, 104, 240)) < 0.1);
});

const siren = (timeS: number): number => {
  // Between 600 and 1,400 Hz, once in four seconds.
  const swing = 2 * Math.PI * 0.25;
  const phase = 2 * Math.PI * (1_000 * timeS - (400 / swing) * Math.cos(swing * timeS));
  return Math.sin(phase) + 0.3 * Math.sin(2 * phase) + 0.2 * Math.sin(3 * phase);
};

const DISTRACTORS: Readonly<Record<string, Float32Array>> = {
  "chanting in time": chant(5, 20),
  "slow chanting": chant(6, 20, 0.6),
  music: atLevel(chords(20), -26),
  "plucked music": atLevel(chords(20, 3), -26),
  "a wailing siren": atLevel(signal(20, siren), -24),
  "a held horn": atLevel(
    signal(20, (timeS) =>
      [1, 2, 3, 4, 5, 6].reduce((sum, n) => sum + Math.sin(2 * Math.PI * 233 * n * timeS) / n, 0),
    ),
    -26,
  ),
  wind: withGain(darkNoise(7, 20, 120, -28), (timeS) => 5 * Math.sin(1.1 * timeS)),
};

for (const [name, samples] of Object.entries(DISTRACTORS)) {
  test(`${name} over a steady crowd is no excitement`, () => {
    const { curves } = matchAudioOf(layered(crowd(8, LENGTH_S), [50, samples]));
    assert.ok(highest([...curves.crowd]) < 0.3, `crowd ${between(curves.crowd, 45, 75)}`);
    assert.ok(highest([...curves.crowdRise]) < 0.4, `rise ${between(curves.crowdRise, 45, 75)}`);
    assert.equal(highest([...curves.whistle]), 0);
  });
}

test("sound that begins after silence is no swell", () => {
  const { curves } = matchAudioOf(layered(new Float32Array(16_000 * LENGTH_S), [30, crowd(9, 90)]));
  assert.ok(between(curves.crowd, 0, 29).every((level) => Number.isNaN(level)));
  assert.equal(highest(between(curves.crowd, 33, 120)), 0);
  const rises = between(curves.crowdRise, 0, 120).filter((rise) => !Number.isNaN(rise));
  assert.ok(rises.length > 150 && highest(rises) < 0.1);
});
