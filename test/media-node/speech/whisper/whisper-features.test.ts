import assert from "node:assert/strict";
import { test } from "node:test";
import { WhisperFeatureExtractor } from "@huggingface/transformers";
import { WHISPER_FRAMES, WhisperFrontEnd } from "../../../../media-node/speech/whisper/whisper-features.ts";
import { whisperAudio } from "../../../support/speech/whisper-audio.ts";

const TOLERANCE = 1e-4;

async function reference(samples: Float32Array, melBins: number): Promise<Float32Array> {
  const extractor = new WhisperFeatureExtractor({
    feature_size: melBins,
    n_fft: 400,
    hop_length: 160,
    n_samples: 480_000,
    nb_max_frames: WHISPER_FRAMES,
    sampling_rate: 16_000,
  });
  const { input_features: features } = await extractor._call(samples);
  assert.deepEqual(features.dims, [1, melBins, WHISPER_FRAMES]);
  return features.data as Float32Array;
}

function maxDifference(a: Float32Array, b: Float32Array): number {
  assert.equal(a.length, b.length);
  return a.reduce((max, value, index) => Math.max(max, Math.abs(value - (b[index] as number))), 0);
}

for (const melBins of [80, 128]) {
  for (const durationS of [30, 7.3, 0.005]) {
    test(`${durationS} s of sound have the features of transformers.js in ${melBins} bins`, async () => {
      const samples = whisperAudio(3, durationS);
      const features = new WhisperFrontEnd(melBins).compute(samples);
      assert.ok(maxDifference(features, await reference(samples, melBins)) < TOLERANCE);
    });
  }
}

test("silence has the features of transformers.js", async () => {
  const samples = new Float32Array(16_000);
  const features = new WhisperFrontEnd(80).compute(samples);
  assert.ok(maxDifference(features, await reference(samples, 80)) < TOLERANCE);
});

test("what is beyond 30 s is left out, and a window leaves nothing behind for the next", () => {
  const front = new WhisperFrontEnd(80);
  const long = whisperAudio(4, 31);
  const whole = front.compute(long.subarray(0, 480_000));
  front.compute(whisperAudio(5, 12));
  assert.deepEqual(front.compute(long), whole);
});
