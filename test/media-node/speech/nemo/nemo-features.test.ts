import assert from "node:assert/strict";
import { test } from "node:test";
import { melFilterBank } from "../../../../media-node/signal/spectrum/mel-filter-bank.ts";
import { NemoFrontEnd } from "../../../../media-node/speech/nemo/nemo-features.ts";
import { seededNoise } from "../../../support/media/seeded-noise.ts";

const SAMPLE_RATE_HZ = 16_000;

/** |X|^2 of the frame in the middle of which sample `middle` lies, by the definition of the transform. */
function slowPower(emphasised: readonly number[], middle: number): number[] {
  const frame = Array.from({ length: 400 }, (_, index) => {
    const sample = emphasised[middle - 200 + index] ?? 0;
    return sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / 399));
  });
  return Array.from({ length: 257 }, (_, bin) => {
    let [re, im] = [0, 0];
    frame.forEach((sample, index) => {
      const angle = (-2 * Math.PI * bin * (index + 56)) / 512;
      re += sample * Math.cos(angle);
      im += sample * Math.sin(angle);
    });
    return re * re + im * im;
  });
}

/** The front end as NeMo's source describes it, step by step, without any speed: [melBins][frames]. */
function slowFeatures(samples: Float32Array, melBins: number): number[][] {
  const emphasised = [...samples].map((sample, index) => sample - 0.97 * (samples[index - 1] ?? 0));
  const frames = Math.floor(samples.length / 160);
  const powers = Array.from({ length: frames }, (_, frame) => slowPower(emphasised, frame * 160));
  const options = { sampleRateHz: SAMPLE_RATE_HZ, fftLength: 512, melBins, minHz: 0, maxHz: 8_000 };
  const filters = melFilterBank({ ...options, scale: "slaney" });
  return Array.from({ length: melBins }, (_, mel) => {
    const levels = powers.map((power) => {
      const energy = power.reduce((sum, value, bin) => sum + value * (filters[mel * 257 + bin] ?? 0), 0);
      return Math.log(energy + 2 ** -24);
    });
    const mean = levels.reduce((sum, level) => sum + level, 0) / frames;
    const squares = levels.reduce((sum, level) => sum + (level - mean) ** 2, 0);
    const deviation = Math.sqrt(squares / (frames - 1)) + 1e-5;
    return levels.map((level) => (level - mean) / deviation);
  });
}

for (const melBins of [80, 128]) {
  test(`features of ${melBins} mel bins are those of a slow computation by the definition`, () => {
    const noise = seededNoise(melBins, 3_333);
    const samples = noise.map((value, index) => 0.1 * value + 0.5 * Math.sin(index / (3 + index / 900)));
    const { values, frames } = new NemoFrontEnd(melBins).compute(samples);
    assert.equal(frames, 20);
    assert.equal(values.length, melBins * frames);
    slowFeatures(samples, melBins).forEach((row, mel) => {
      row.forEach((expected, frame) => {
        const value = values[mel * frames + frame] ?? Number.NaN;
        assert.ok(Math.abs(value - expected) < 1e-4, `mel ${mel}, frame ${frame}: ${value}, not ${expected}`);
      });
    });
  });
}

test("digital silence gives zeros", () => {
  const { values } = new NemoFrontEnd(80).compute(new Float32Array(1_600));
  assert.equal(values.length, 800);
  assert.ok(values.every((value) => Math.abs(value) < 1e-6));
});

test("a sound shorter than a frame gives no frames, and one frame gives zeros", () => {
  const frontEnd = new NemoFrontEnd(80);
  assert.deepEqual(frontEnd.compute(new Float32Array(0)), { values: new Float32Array(0), frames: 0 });
  assert.equal(frontEnd.compute(seededNoise(1, 159)).frames, 0);
  const single = frontEnd.compute(seededNoise(1, 160));
  assert.equal(single.frames, 1);
  assert.ok(single.values.every((value) => value === 0));
});

test("features do not depend on what was computed before", () => {
  const frontEnd = new NemoFrontEnd(80);
  const first = frontEnd.compute(seededNoise(1, 5_000));
  frontEnd.compute(seededNoise(2, 7_000));
  assert.deepEqual(frontEnd.compute(seededNoise(1, 5_000)), first);
});
