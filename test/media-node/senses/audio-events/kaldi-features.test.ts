import assert from "node:assert/strict";
import { test } from "node:test";
import { ASTFeatureExtractor } from "@huggingface/transformers";
import { KaldiFeatures } from "../../../../media-node/senses/audio-events/kaldi-features.ts";
import { whisperAudio } from "../../../support/speech/whisper-audio.ts";

const TOLERANCE = 1e-3;
const AUDIO_SET = { mean: -4.2677393, deviation: 4.5689974 };

async function reference(samples: Float32Array, frames: number, isNormalized: boolean) {
  const extractor = new ASTFeatureExtractor({
    num_mel_bins: 128,
    max_length: frames,
    sampling_rate: 16_000,
    do_normalize: isNormalized,
    mean: AUDIO_SET.mean,
    std: AUDIO_SET.deviation,
  });
  const { input_values: values } = await extractor._call(samples);
  assert.deepEqual(values.dims, [1, frames, 128]);
  return values.data as Float32Array;
}

function maxDifference(a: Float32Array, b: Float32Array): number {
  assert.equal(a.length, b.length);
  return a.reduce((max, value, index) => Math.max(max, Math.abs(value - (b[index] as number))), 0);
}

for (const durationS of [10.255, 12, 3.3, 0.025]) {
  test(`${durationS} s of sound have the features of transformers.js`, async () => {
    const samples = whisperAudio(3, durationS);
    const features = new KaldiFeatures({ melBins: 128, frames: 1_024, normalization: AUDIO_SET });
    assert.ok(maxDifference(features.compute(samples), await reference(samples, 1_024, true)) < TOLERANCE);
  });
}

test("features that are not normalized are those of transformers.js too", async () => {
  const samples = whisperAudio(5, 2);
  const features = new KaldiFeatures({ melBins: 128, frames: 198, normalization: null });
  assert.ok(maxDifference(features.compute(samples), await reference(samples, 198, false)) < TOLERANCE);
});

test("sound shorter than a frame is an empty window, and a window leaves nothing behind for the next", () => {
  const front = new KaldiFeatures({ melBins: 128, frames: 100, normalization: AUDIO_SET });
  const samples = whisperAudio(6, 1.1);
  const first = front.compute(samples);
  const empty = front.compute(new Float32Array(399));
  assert.ok(empty.every((value) => Math.abs(value - 4.2677393 / (2 * 4.5689974)) < 1e-6));
  assert.deepEqual(front.compute(samples), first);
});

test("a window is as long as its frames", () => {
  const { windowSamples } = new KaldiFeatures({ melBins: 128, frames: 1_024, normalization: null });
  assert.equal(windowSamples, 164_080);
});
