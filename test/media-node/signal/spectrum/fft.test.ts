import assert from "node:assert/strict";
import { test } from "node:test";
import { RealFft } from "../../../../media-node/signal/spectrum/fft.ts";
import { seededNoise } from "../../../support/media/seeded-noise.ts";

/** The definition of the transform, term by term. */
function slowPowerSpectrum(frame: Float64Array): number[] {
  return Array.from({ length: frame.length / 2 + 1 }, (_, bin) => {
    let re = 0;
    let im = 0;
    frame.forEach((sample, index) => {
      const angle = (-2 * Math.PI * ((bin * index) % frame.length)) / frame.length;
      re += sample * Math.cos(angle);
      im += sample * Math.sin(angle);
    });
    return re * re + im * im;
  });
}

for (const length of [2, 8, 10, 12, 28, 66, 400, 480, 512, 1024]) {
  test(`the power spectrum of ${length} samples is that of the definition`, () => {
    const fft = new RealFft(length);
    const frame = Float64Array.from(seededNoise(length, length));
    const power = new Float64Array(fft.binCount);
    fft.powerSpectrum(frame, power);
    slowPowerSpectrum(frame).forEach((expected, bin) => {
      assert.ok(Math.abs((power[bin] ?? Number.NaN) - expected) < 1e-9 * length, `bin ${bin}`);
    });
  });
}

test("a plan gives the same answer again after other frames", () => {
  const fft = new RealFft(400);
  const [first, again] = [new Float64Array(201), new Float64Array(201)];
  const frame = Float64Array.from(seededNoise(1, 400));
  fft.powerSpectrum(frame, first);
  fft.powerSpectrum(Float64Array.from(seededNoise(2, 400)), again);
  fft.powerSpectrum(frame, again);
  assert.deepEqual(again, first);
});

test("an odd length is refused", () => {
  assert.throws(() => new RealFft(401), /even/);
});
