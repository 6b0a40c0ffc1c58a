import assert from "node:assert/strict";
import { test } from "node:test";
import { AudioDigest } from "../../../../media-node/senses/audio/audio-digest.ts";
import type { AudioAnalysis } from "../../../../media-node/signal/audio-analysis.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";

const SAMPLE_RATE_HZ = 16_000;

/** 16-bit samples of a function of time. */
function samples(durationS: number, at: (timeS: number) => number): Int16Array {
  return Int16Array.from({ length: durationS * SAMPLE_RATE_HZ }, (_, index) =>
    Math.round(32_767 * at(index / SAMPLE_RATE_HZ)),
  );
}

function digest(heard: Int16Array, chunkSamples = heard.length): AudioAnalysis {
  const collector = new AudioDigest(heard.length / SAMPLE_RATE_HZ);
  for (let from = 0; from < heard.length; from += chunkSamples) {
    collector.push(heard.subarray(from, from + chunkSamples));
  }
  return collector.finish(0);
}

function meanSpeech({ speech }: AudioAnalysis): number {
  return speech.reduce((sum, value) => sum + value / 255, 0) / speech.length;
}

test("a full-scale tone reads 3 dB below full scale", () => {
  const { loudnessDb } = digest(samples(1, (timeS) => Math.sin(2 * Math.PI * 1_000 * timeS)));
  assert.equal(loudnessDb.length, 50);
  assert.ok(Math.abs((loudnessDb[25] ?? 0) + 3.01) < 0.1);
});

test("digital silence reads -100 dB and is no speech", () => {
  const analysis = digest(samples(2, () => 0));
  assert.ok(analysis.loudnessDb.every((level) => level === -100));
  assert.equal(meanSpeech(analysis), 0);
});

test("chunks may end anywhere", () => {
  const random = seededRandom(1);
  const heard = samples(1, () => random() - 0.5);
  assert.deepEqual(digest(heard, 777), digest(heard));
});

test("samples beyond the longest length are ignored", () => {
  const collector = new AudioDigest(0.1);
  collector.push(samples(1, () => 0.1));
  assert.equal(collector.finish(0).loudnessDb.length, 5);
});

test("an onset is novel and what follows it is not", () => {
  const { novelty } = digest(
    samples(1, (timeS) => (timeS < 0.5 ? 0 : 0.3 * Math.sin(2 * Math.PI * 800 * timeS))),
  );
  assert.ok((novelty[25] ?? 0) > 200);
  assert.ok((novelty[40] ?? 255) < 20);
});

test("syllables are like speech; steady noise, a held tone and drone are not", () => {
  const random = seededRandom(2);
  const noise = (): number => random() - 0.5;
  const vowel = (timeS: number): number =>
    [1, 2, 3, 4, 5, 6].reduce((sum, n) => sum + Math.sin(2 * Math.PI * 140 * n * timeS), 0) / 12;
  // Four syllables a second, each a vowel with a hiss before it, and a pause every two seconds.
  const spoken = samples(12, (timeS) => {
    const inSyllable = (timeS * 4) % 1;
    if (timeS % 2 > 1.5 || inSyllable > 0.75) return 0.001 * noise();
    return inSyllable < 0.2 ? 0.1 * noise() : 0.6 * vowel(timeS) * Math.sin((Math.PI * inSyllable) / 0.75);
  });
  const steady = samples(12, () => 0.3 * noise());
  const held = samples(12, (timeS) => 0.3 * Math.sin(2 * Math.PI * 440 * timeS));
  const drone = samples(12, (timeS) => 0.4 * vowel(timeS) * (1 + 0.2 * Math.sin(2 * Math.PI * 0.5 * timeS)));
  assert.ok(meanSpeech(digest(spoken)) > 0.3, `spoken ${meanSpeech(digest(spoken))}`);
  for (const other of [steady, held, drone]) assert.ok(meanSpeech(digest(other)) < 0.05);
});
