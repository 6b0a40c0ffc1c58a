import assert from "node:assert/strict";
import { test } from "node:test";
import { SPEECH_FRAME_S } from "../../../../media-node/speech/detection/speech-frame.ts";
import { speechSpans } from "../../../../media-node/speech/detection/speech-spans.ts";

/** Spans in frames, of runs of [frames, probability]. */
function spansOf(...runs: readonly [frames: number, probability: number][]): [number, number][] {
  const probabilities = Float32Array.from(
    runs.flatMap(([frames, value]) => Array<number>(frames).fill(value)),
  );
  return speechSpans(probabilities).map(({ startS, endS }) => [
    Math.round(startS / SPEECH_FRAME_S),
    Math.round(endS / SPEECH_FRAME_S),
  ]);
}

test("speech begins at one half and goes on down to 0.35", () => {
  assert.deepEqual(spansOf([10, 0.45], [10, 0.6], [10, 0.4], [10, 0.3]), [[10, 30]]);
});

test("a stop inside a word is no silence, a pause is", () => {
  assert.deepEqual(spansOf([10, 1], [3, 0], [10, 1]), [[0, 23]]);
  assert.deepEqual(spansOf([10, 1], [4, 0], [10, 1]), [
    [0, 10],
    [14, 24],
  ]);
});

test("what is shorter than a syllable is no speech", () => {
  assert.deepEqual(spansOf([10, 0], [3, 1], [10, 0], [4, 1], [10, 0]), [[23, 27]]);
});

test("speech that fills the sound has no end before the sound's", () => {
  assert.deepEqual(spansOf([50, 0.9]), [[0, 50]]);
  assert.deepEqual(spansOf(), []);
});
