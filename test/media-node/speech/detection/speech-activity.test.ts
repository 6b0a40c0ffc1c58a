// The detector that needs no model, on sounds that are not speech and on speech as it comes: real where recordings are
// on the machine, the sample's voices everywhere; quiet, noisy, over a telephone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { speechActivity } from "../../../../media-node/speech/detection/speech-activity.ts";
import {
  SPEECH_FRAME_SAMPLES,
  speechFrameCount,
} from "../../../../media-node/speech/detection/speech-frame.ts";
import {
  SpeechFrameFeatures,
  type SpeechFrames,
} from "../../../../media-node/speech/detection/speech-frame-features.ts";
import { speechSpans } from "../../../../media-node/speech/detection/speech-spans.ts";
import {
  AUDIO_RATE_HZ,
  atLevel,
  chords,
  decoded,
  drums,
  hum,
  mix,
  samplesOf,
  tone,
  whiteNoise,
} from "../../../support/media/test-signals.ts";
import { sharedData } from "../../../support/shared-data.ts";

const SAMPLE = fileURLToPath(new URL("../../../../deploy/sample/sample.mp4", import.meta.url));
const TWO_CITIES = sharedData("speech/two_cities.wav");
const JFK = sharedData("speech/jfk.wav");
const TELEPHONE = "highpass=f=300:p=2,highpass=f=300:p=2,lowpass=f=3400:p=2,aresample=8000";

function featuresOf(samples: Float32Array): SpeechFrames {
  const frameCount = speechFrameCount(samples.length);
  const features = new SpeechFrameFeatures(frameCount);
  const frame = new Float32Array(SPEECH_FRAME_SAMPLES);
  for (let index = 0; index < frameCount; index += 1) {
    const part = samples.subarray(index * SPEECH_FRAME_SAMPLES, (index + 1) * SPEECH_FRAME_SAMPLES);
    frame.fill(0).set(part);
    features.push(frame);
  }
  return features.finish();
}

function spansOf(samples: Float32Array) {
  return speechSpans(speechActivity(featuresOf(samples)));
}

/** Share of a sound that is taken for speech. */
function speechShare(samples: Float32Array): number {
  const speechS = spansOf(samples).reduce((sum, { startS, endS }) => sum + endS - startS, 0);
  return speechS / (samples.length / AUDIO_RATE_HZ);
}

/** Share of `expected`'s speech that lies in `samples`' speech or within 160 ms of it. */
function found(samples: Float32Array, expected: Float32Array): number {
  const spans = spansOf(samples);
  let foundFrames = 0;
  let frames = 0;
  for (const { startS, endS } of spansOf(expected)) {
    for (let timeS = startS; timeS < endS; timeS += 0.032, frames += 1) {
      if (spans.some((span) => timeS > span.startS - 0.16 && timeS < span.endS + 0.16)) foundFrames += 1;
    }
  }
  return foundFrames / frames;
}

for (const [name, samples] of Object.entries({
  silence: new Float32Array(10 * AUDIO_RATE_HZ),
  "white noise": whiteNoise(20),
  "bursts of noise": samplesOf(20, -25, (timeS) => (timeS % 2 < 0.4 ? Math.sin(1e7 * timeS * timeS) : 0)),
  hum: hum(20),
  "hum with noise": mix(hum(20), whiteNoise(5, -50)),
  "a low tone": tone(20, 200),
  "a high tone": tone(20, 1_000),
  beeps: samplesOf(20, -25, (timeS) => (timeS % 0.5 < 0.2 ? Math.sin(2 * Math.PI * 800 * timeS) : 0)),
  "held chords": chords(20),
  "fading chords": chords(20, 3),
  drums: drums(20),
  "fast drums": drums(20, 170),
})) {
  test(`${name}: no speech`, () => {
    assert.equal(speechShare(samples), 0);
  });
}

test("a band of drums and chords is hardly ever taken for speech", () => {
  const share = speechShare(mix(drums(30), chords(30, 1)));
  assert.ok(share < 0.15, `${share}`);
});

test("the sample's voices are found, and its pauses", async () => {
  const samples = await decoded(SAMPLE);
  const share = speechShare(samples);
  assert.ok(share > 0.72 && share < 0.88, `${share}`);
  assert.ok(spansOf(samples).length > 20);
});

test("quiet, noisy and telephone speech is found where clean speech is", async () => {
  const samples = atLevel((await decoded(SAMPLE)).slice(0, 40 * AUDIO_RATE_HZ), -24);
  const quiet = found(atLevel(samples, -40), samples);
  const noisy = found(mix(samples, whiteNoise(5, -39)), samples);
  const telephone = found(await decoded(SAMPLE, `atrim=0:40,${TELEPHONE}`), samples);
  assert.ok(Math.min(quiet, noisy, telephone) > 0.95, JSON.stringify({ quiet, noisy, telephone }));
});

test("a reader's voice is found in each of its sentences", { skip: TWO_CITIES.skip }, async () => {
  const samples = atLevel(await decoded(TWO_CITIES.path), -26);
  const share = speechShare(samples);
  assert.ok(share > 0.68 && share < 0.8, `${share}`); // Silero VAD finds 0.75.
  const noisy = found(mix(samples, whiteNoise(5, -41)), samples);
  assert.ok(noisy > 0.95, `${noisy}`);
});

test("a speech in a hall is found with its pauses", { skip: JFK.skip }, async () => {
  const spans = spansOf(await decoded(JFK.path));
  const starts = spans.map(({ startS }) => startS);
  for (const expectedS of [0.3, 3.25, 5.4, 8.15]) {
    assert.ok(
      starts.some((startS) => Math.abs(startS - expectedS) < 0.3),
      `nothing begins at ${expectedS} s: ${starts}`,
    );
  }
});
