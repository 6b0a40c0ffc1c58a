import assert from "node:assert/strict";
import { test } from "node:test";
import { between, crowd, layered, matchAudioOf, voice } from "../../../support/matches/match-signals.ts";
import { atLevel, chords } from "../../../support/media/test-signals.ts";

const LENGTH_S = 90;
const CALM = { pitchHz: 125, syllablesPerS: 4 } as const;

function known(values: readonly number[]): number[] {
  return values.filter((value) => !Number.isNaN(value));
}

function mean(values: readonly number[]): number {
  return known(values).reduce((sum, value) => sum + value, 0) / known(values).length;
}

/** A crowd with somebody who speaks calmly save from 48 s to 60 s. */
function commentary(roused: { pitchHz: number; syllablesPerS: number }) {
  return matchAudioOf(
    layered(
      crowd(1, LENGTH_S, -45),
      [0, voice(2, 48, CALM)],
      [48, voice(3, 12, roused)],
      [60, voice(4, LENGTH_S - 60, CALM)],
    ),
  ).curves;
}

test("a voice that rises by most of an octave is roused", () => {
  const { voicePitch } = commentary({ pitchHz: 215, syllablesPerS: 4 });
  assert.ok(mean(between(voicePitch, 49, 59)) > 0.8, String(between(voicePitch, 45, 65)));
  assert.ok(mean(between(voicePitch, 0, 47)) < 0.05);
  assert.ok(known([...voicePitch]).length > 0.9 * voicePitch.length, "most ticks have a voice");
});

test("a voice that speaks faster than it does is roused, at its usual pitch too", () => {
  const { voiceRate, voicePitch } = commentary({ pitchHz: 125, syllablesPerS: 7 });
  assert.ok(mean(between(voiceRate, 50, 58)) > 0.6, String(between(voiceRate, 45, 65)));
  assert.ok(mean(between(voiceRate, 0, 46)) < 0.1, String(between(voiceRate, 0, 46)));
  assert.ok(mean(between(voicePitch, 50, 58)) < 0.05);
});

test("where nobody speaks there is no voice, in a crowd, in music and in silence", () => {
  const music = atLevel(chords(20), -30);
  const spoken = layered(crowd(5, 60, -45), [0, voice(6, 20, CALM)], [30, music]);
  const { voicePitch, voiceRate } = matchAudioOf(spoken).curves;
  assert.ok(known(between(voicePitch, 1, 19)).length > 30);
  assert.deepEqual(known(between(voicePitch, 23, 60)), []);
  assert.deepEqual(known(between(voiceRate, 23, 60)), []);
});
