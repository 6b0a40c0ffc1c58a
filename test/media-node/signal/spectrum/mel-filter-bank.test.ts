import assert from "node:assert/strict";
import { test } from "node:test";
import { melFilterBank } from "../../../../media-node/signal/spectrum/mel-filter-bank.ts";
import { readNpz } from "../../../support/models/read-npz.ts";
import { sharedData } from "../../../support/shared-data.ts";

const REFERENCE = sharedData("whisper-tiny.en/mel_filters.npz");

for (const melBins of [80, 128]) {
  test(`${melBins} filters over 400 samples are the ones that Whisper ships`, {
    skip: REFERENCE.skip,
  }, () => {
    const expected = readNpz(REFERENCE.path).get(`mel_${melBins}`) as Float32Array;
    const filters = melFilterBank({
      sampleRateHz: 16_000,
      fftLength: 400,
      melBins,
      minHz: 0,
      maxHz: 8_000,
      scale: "slaney",
    });
    assert.equal(filters.length, melBins * 201);
    assert.equal(filters.length, expected.length);
    filters.forEach((weight, index) => {
      assert.ok(Math.abs(weight - (expected[index] ?? Number.NaN)) < 1e-7, `weight ${index}`);
    });
  });
}

test("every filter has an area of one, and the bank covers all bins between its edges", () => {
  const [fftLength, melBins] = [4_096, 40];
  const options = {
    sampleRateHz: 16_000,
    fftLength,
    melBins,
    minHz: 100,
    maxHz: 7_000,
    scale: "slaney" as const,
  };
  const filters = melFilterBank(options);
  const binCount = fftLength / 2 + 1;
  const binHz = 16_000 / fftLength;
  for (let mel = 0; mel < melBins; mel += 1) {
    const row = filters.subarray(mel * binCount, (mel + 1) * binCount);
    const area = row.reduce((sum, weight) => sum + weight * binHz, 0);
    assert.ok(Math.abs(area - 1) < 0.05, `filter ${mel}: ${area}`);
  }
  for (let bin = Math.ceil(110 / binHz); bin * binHz < 6_900; bin += 1) {
    const covered = Array.from({ length: melBins }, (_, mel) => filters[mel * binCount + bin] ?? 0);
    assert.ok(Math.max(...covered) > 0, `bin ${bin}`);
  }
});
