import assert from "node:assert/strict";
import { test } from "node:test";
import {
  MIN_PITCH_HZ,
  PitchTracker,
  semitonesOf,
} from "../../../../media-node/senses/audio/pitch-tracker.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";

const SAMPLE_RATE_HZ = 16_000;

/** What the tracker hears at the end of 0.3 s of a sound. */
function pitchOf(at: (timeS: number) => number): number {
  const tracker = new PitchTracker();
  for (let index = 0; index < 0.3 * SAMPLE_RATE_HZ; index += 1) tracker.push(at(index / SAMPLE_RATE_HZ));
  return tracker.current();
}

/** Harmonics of a voice, the given ones, each weaker than the one before. */
function voice(pitchHz: number, harmonics: readonly number[]): (timeS: number) => number {
  return (timeS) =>
    harmonics.reduce((sum, n) => sum + (0.2 / n) * Math.sin(2 * Math.PI * n * pitchHz * timeS), 0);
}

function semitonesAbove(pitchHz: number): number {
  return 12 * Math.log2(pitchHz / MIN_PITCH_HZ);
}

for (const pitchHz of [75, 110, 165, 247, 370]) {
  test(`a voice of ${pitchHz} Hz is heard at its pitch, within a fifth of a semitone`, () => {
    const heard = semitonesOf(pitchOf(voice(pitchHz, [1, 2, 3, 4, 5, 6])));
    assert.ok(Math.abs(heard - semitonesAbove(pitchHz)) < 0.2, `${heard}, not ${semitonesAbove(pitchHz)}`);
  });
}

test("a telephone cuts the fundamental off, and the pitch is still heard", () => {
  const heard = semitonesOf(pitchOf(voice(120, [3, 4, 5, 6])));
  assert.ok(Math.abs(heard - semitonesAbove(120)) < 0.3, String(heard));
});

test("silence, noise and a whistle above every voice have no pitch", () => {
  const random = seededRandom(3);
  assert.equal(
    pitchOf(() => 0),
    0,
  );
  assert.equal(
    pitchOf(() => random() - 0.5),
    0,
  );
  assert.equal(
    pitchOf((timeS) => 0.3 * Math.sin(2 * Math.PI * 2_500 * timeS)),
    0,
  );
});
