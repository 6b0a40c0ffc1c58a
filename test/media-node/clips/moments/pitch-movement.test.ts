import assert from "node:assert/strict";
import { test } from "node:test";
import { pitchDeviation, pitchMovement } from "../../../../media-node/clips/moments/pitch-movement.ts";
import { MIN_PITCH_HZ, PITCH_STEPS } from "../../../../media-node/senses/audio/pitch-tracker.ts";
import type { AudioAnalysis } from "../../../../media-node/signal/audio-analysis.ts";

const LENGTH_S = 40;
const TICK_S = 0.1;
const HOP_S = 0.02;

/** Speech whose pitch is a function of time; 0 Hz is no voice. */
function deviationOf(pitchHz: (timeS: number) => number, speech = 200): number {
  const hops = LENGTH_S / HOP_S;
  const pitch = Uint8Array.from({ length: hops }, (_, hop) => {
    const hz = pitchHz(hop * HOP_S);
    return hz === 0 ? 0 : Math.round(1 + PITCH_STEPS * 12 * Math.log2(hz / MIN_PITCH_HZ));
  });
  const blank = new Uint8Array(hops);
  const audio: AudioAnalysis = {
    startS: 0,
    hopS: HOP_S,
    loudnessDb: new Float32Array(hops),
    novelty: blank,
    speech: new Uint8Array(hops).fill(speech),
    pitch,
    voiceSounds: blank,
  };
  const tickCount = LENGTH_S / TICK_S;
  const range = { startS: 0, endS: LENGTH_S };
  return pitchDeviation(pitchMovement(audio, { range, tickCount, tickS: TICK_S }), 0, tickCount);
}

const semitones = (count: number): number => 2 ** (count / 12);

test("a voice that swings by 6 semitones moves as much as a sine of that height", () => {
  const deviation = deviationOf((timeS) => 120 * semitones(6 * Math.sin(2 * Math.PI * timeS)));
  assert.ok(Math.abs(deviation - 6 / Math.SQRT2) < 0.3, String(deviation));
});

test("a voice on one note does not move, mistaken octaves or not", () => {
  assert.ok(deviationOf(() => 130) < 0.01);
  assert.ok(deviationOf((timeS) => (timeS % 1 < 0.02 ? 400 : 130)) < 0.01);
});

test("two speakers of different height who take turns are no lively voice", () => {
  assert.ok(deviationOf((timeS) => (timeS % 20 < 10 ? 110 : 200)) < 2.5);
});

test("what is not speech, or hardly voiced, has no pitch to speak of", () => {
  const swinging = (timeS: number): number => 120 * semitones(6 * Math.sin(timeS));
  assert.equal(deviationOf(swinging, 20), Number.NaN);
  assert.equal(
    deviationOf((timeS) => (timeS < 1 ? 120 : 0)),
    Number.NaN,
  );
});
