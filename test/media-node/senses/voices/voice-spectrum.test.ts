import assert from "node:assert/strict";
import { test } from "node:test";
import { CEPSTRA, VoiceSpectrum } from "../../../../media-node/senses/voices/voice-spectrum.ts";

const SAMPLE_RATE_HZ = 16_000;

/** A buzz of 120 Hz with harmonics that fall off around a resonance. */
function buzz(resonanceHz: number, gain = 1): Float64Array {
  const harmonics = Array.from({ length: 50 }, (_, index) => 120 * (index + 1));
  return Float64Array.from({ length: 1_600 }, (_, at) =>
    harmonics.reduce((sum, hz) => {
      const level = gain * 0.05 * Math.exp(-(((hz - resonanceHz) / 600) ** 2)) + gain * 0.001;
      return sum + level * Math.cos((2 * Math.PI * hz * at) / SAMPLE_RATE_HZ);
    }, 0),
  );
}

function colourOf(samples: Float64Array): Float64Array {
  const spectrum = new VoiceSpectrum();
  for (const sample of samples) spectrum.push(sample);
  return Float64Array.from(spectrum.current());
}

function distance(one: Float64Array, other: Float64Array): number {
  return Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)));
}

/** The same by the definition: a sum for each bin, each band and each coefficient. */
function colourByDefinition(samples: Float64Array): Float64Array {
  const emphasized = samples.map((sample, at) => sample - 0.97 * (samples[at - 1] ?? 0)).subarray(-400);
  const framed = emphasized.map((sample, at) => sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / 400)));
  const power = Float64Array.from({ length: 257 }, (_, bin) => {
    let [real, imaginary] = [0, 0];
    framed.forEach((sample, at) => {
      real += sample * Math.cos((2 * Math.PI * bin * at) / 512);
      imaginary += sample * Math.sin((2 * Math.PI * bin * at) / 512);
    });
    return real * real + imaginary * imaginary;
  });
  const mel = (hz: number): number => 1_127 * Math.log(1 + hz / 700);
  const step = (mel(7_000) - mel(100)) / 25;
  const levels = Float64Array.from({ length: 24 }, (_, band) => {
    const peak = mel(100) + (band + 1) * step;
    const energy = power.reduce((sum, value, bin) => {
      const weight = 1 - Math.abs(mel((bin * SAMPLE_RATE_HZ) / 512) - peak) / step;
      return sum + value * Math.max(0, weight);
    }, 0);
    return Math.log(energy + 1e-8);
  });
  return Float64Array.from(
    { length: CEPSTRA },
    (_, index) =>
      Math.sqrt(2 / 24) *
      levels.reduce(
        (sum, level, band) => sum + level * Math.cos((Math.PI * (index + 1) * (band + 0.5)) / 24),
        0,
      ),
  );
}

test("the colour is that of the definition", () => {
  const samples = buzz(700);
  assert.ok(distance(colourOf(samples), colourByDefinition(samples)) < 0.01);
});

test("a louder voice has the same colour", () => {
  assert.ok(distance(colourOf(buzz(700)), colourOf(buzz(700, 4))) < 0.05);
});

test("a voice that resonates elsewhere has another", () => {
  assert.ok(distance(colourOf(buzz(700)), colourOf(buzz(1_800))) > 3);
});
