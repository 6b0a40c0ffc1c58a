import assert from "node:assert/strict";
import { test } from "node:test";
import { matchTickCount } from "../../../../media-node/highlights/audio/match-audio.ts";
import { MatchAudioDigest } from "../../../../media-node/highlights/audio/match-audio-digest.ts";
import { AUDIO_CURVES } from "../../../../media-node/highlights/match-curves.ts";
import {
  chant,
  crowd,
  hit,
  int16Samples,
  layered,
  matchAudioOf,
  swell,
  voice,
  whistle,
  withGain,
} from "../../../support/matches/match-signals.ts";

/** A minute and a half in which everything happens. */
function match(): Float32Array {
  return layered(
    withGain(crowd(1, 90, -46), swell(40, 50, 10)),
    [0, voice(2, 38, { pitchHz: 120, syllablesPerS: 4 }, -32)],
    [38, voice(3, 12, { pitchHz: 190, syllablesPerS: 5.5 }, -32)],
    [55, voice(4, 30, { pitchHz: 120, syllablesPerS: 4 }, -32)],
    [39.2, hit(5, -26)],
    [53.3, whistle(0.5, -36)],
    [65, chant(6, 15, 1.5, -38)],
  );
}

for (const gainDb of [-12, 12]) {
  test(`${gainDb} dB of gain change no curve`, () => {
    const samples = match();
    const plain = matchAudioOf(samples).curves;
    const changed = matchAudioOf(withGain(samples, () => gainDb)).curves;
    for (const name of AUDIO_CURVES) {
      const differences = [...plain[name]].map((value, tick) => Math.abs(value - (changed[name][tick] ?? 0)));
      const comparable = differences.filter((value) => !Number.isNaN(value));
      assert.ok(Math.max(0, ...comparable) < 0.1, `${name} changes by ${Math.max(...comparable)}`);
      const lost = [...plain[name]].filter(
        (value, tick) => Number.isNaN(value) !== Number.isNaN(changed[name][tick]),
      );
      assert.ok(lost.length <= 0.03 * plain[name].length, `${name} knows ${lost.length} other ticks`);
    }
  });
}

test("every value is a number of 0 to 1, or NaN in the curves of the voice", () => {
  const { curves } = matchAudioOf(match());
  for (const name of AUDIO_CURVES) {
    const mayBeUnknown = name === "voicePitch" || name === "voiceRate";
    for (const value of curves[name]) {
      assert.ok((value >= 0 && value <= 1) || (mayBeUnknown && Number.isNaN(value)), `${name} ${value}`);
    }
  }
});

test("chunks may end anywhere", () => {
  const samples = match().subarray(0, 16_000 * 10);
  const heard = int16Samples(samples);
  const digest = new MatchAudioDigest(10);
  for (let from = 0; from < heard.length; from += 4_999) digest.push(heard.subarray(from, from + 4_999));
  assert.deepEqual(digest.finish(0, { startS: 0, endS: 10 }), matchAudioOf(samples));
});

test("ticks begin with the range, whatever was heard before it", () => {
  const samples = layered(crowd(7, 30), [12.1, hit(8)]);
  const digest = new MatchAudioDigest(30);
  digest.push(int16Samples(samples));
  const range = { startS: 101, endS: 121.2 };
  const { audio, curves } = digest.finish(100, range);
  assert.equal(audio.startS, 100);
  assert.equal(curves.impact.length, matchTickCount(range));
  assert.equal(curves.impact.length, 41);
  assert.equal(curves.impact.indexOf(Math.max(...curves.impact)), 22);
});

test("where the audio has ended nothing is known", () => {
  const digest = new MatchAudioDigest(20);
  digest.push(int16Samples(crowd(9, 6.3)));
  const { curves } = digest.finish(0, { startS: 0, endS: 20 });
  for (const name of AUDIO_CURVES) {
    assert.equal(curves[name].length, 40);
    assert.ok(curves[name].subarray(13).every((value) => Number.isNaN(value)));
  }
  assert.ok(curves.crowd.subarray(0, 12).every((value) => value === 0));
});

test("digital silence says nothing, and a short one is known to be still", () => {
  const nothing = matchAudioOf(new Float32Array(16_000 * 10)).curves;
  const samples = crowd(3, 30, -46).fill(0, 16_000 * 12, 16_000 * 18);
  const { curves } = matchAudioOf(samples);
  for (const name of ["crowd", "whistle", "impact"] as const) {
    assert.ok(nothing[name].every((value) => Number.isNaN(value)));
    assert.ok(curves[name].subarray(26, 34).every((value) => value === 0));
  }
});

test("samples beyond the longest length are ignored", () => {
  const digest = new MatchAudioDigest(5);
  digest.push(int16Samples(crowd(10, 9)));
  const { audio, curves } = digest.finish(0, { startS: 0, endS: 5 });
  assert.equal(audio.loudnessDb.length, 250);
  assert.equal(curves.crowd.length, 10);
});

test("no sound at all leaves nothing but unknown ticks", () => {
  const { curves } = new MatchAudioDigest(5).finish(0, { startS: 0, endS: 5 });
  assert.ok(AUDIO_CURVES.every((name) => curves[name].every((value) => Number.isNaN(value))));
});
