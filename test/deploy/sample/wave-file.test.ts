import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeWave, encodeWave } from "../../../deploy/sample/wave-file.ts";

test("a sound survives being written and read within one sixteen-bit step", () => {
  const samples = Float32Array.from({ length: 1_000 }, (_, index) => Math.sin(index / 7));
  const back = decodeWave(encodeWave({ sampleRateHz: 22_050, samples }));
  assert.equal(back.sampleRateHz, 22_050);
  assert.equal(back.samples.length, samples.length);
  back.samples.forEach((sample, index) => {
    assert.ok(Math.abs(sample - (samples[index] ?? 0)) < 2 / 32_768);
  });
});

test("bytes that are not a WAV file are refused", () => {
  assert.throws(() => decodeWave(Buffer.from("not a wave file, but long enough to look like one")), /WAV/);
});
