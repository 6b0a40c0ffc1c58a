import assert from "node:assert/strict";
import { test } from "node:test";
import { Biquad, type BiquadShape } from "../../../media-node/signal/biquad.ts";

/** Gain in dB of a filter at 1 kHz and 16 kHz sample rate, for a tone that has settled. */
function gainDb(shape: BiquadShape, toneHz: number): number {
  const filter = new Biquad(shape, 1_000, 16_000);
  let power = 0;
  for (let index = 0; index < 16_000; index += 1) {
    const out = filter.step(Math.sin((2 * Math.PI * toneHz * index) / 16_000));
    if (index >= 8_000) power += 2 * out * out;
  }
  return 10 * Math.log10(power / 8_000);
}

test("a Butterworth lowpass and highpass lose 3 dB at their cut-off", () => {
  assert.ok(Math.abs(gainDb("lowpass", 1_000) + 3.01) < 0.05);
  assert.ok(Math.abs(gainDb("highpass", 1_000) + 3.01) < 0.05);
});

test("a filter passes its own side and falls by 12 dB an octave on the other", () => {
  assert.ok(Math.abs(gainDb("lowpass", 100)) < 0.1);
  assert.ok(gainDb("lowpass", 4_000) < -24);
  assert.ok(gainDb("highpass", 250) < -23);
});

test("a bandpass has a gain of one in its middle", () => {
  assert.ok(Math.abs(gainDb("bandpass", 1_000)) < 0.05);
  assert.ok(gainDb("bandpass", 100) < -15);
});
