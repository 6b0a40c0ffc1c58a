import assert from "node:assert/strict";
import { test } from "node:test";
import { MonoFrames } from "../../../media-node/signal/mono-frames.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";

const SAMPLES = 1_300;
const random = seededRandom(5);
const VOICE = Int16Array.from({ length: SAMPLES }, () => 8_000 * (random() - 0.5));

/** What is handed on of interleaved samples that come in chunks of so many bytes, and how long each frame is. */
function framesOf(channels: 1 | 2, samples: Int16Array, chunkBytes: number) {
  const got: number[] = [];
  const lengths: number[] = [];
  const frames = new MonoFrames(channels, (frame) => {
    got.push(...frame);
    lengths.push(frame.length);
  });
  const bytes = new Uint8Array(samples.buffer);
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    frames.push(bytes.subarray(from, from + chunkBytes));
  }
  frames.finish();
  return { got, lengths };
}

test("one channel comes as it is, wherever the chunks end, and at last what is left", () => {
  for (const chunkBytes of [1, 777, 4_096]) {
    const { got, lengths } = framesOf(1, VOICE, chunkBytes);
    assert.deepEqual(got, [...VOICE]);
    assert.deepEqual(lengths, [512, 512, 276]);
  }
});

test("two channels that are alike, or alike in anti-phase, come as one of them", () => {
  for (const sign of [1, -1]) {
    const stereo = Int16Array.from({ length: 2 * SAMPLES }, (_, index) => {
      const sample = VOICE[index >> 1] as number;
      return index % 2 === 0 ? sample : sign * sample;
    });
    const { got, lengths } = framesOf(2, stereo, 777);
    assert.deepEqual(lengths, [512, 512, 276]);
    assert.deepEqual(got, [...VOICE]);
  }
});

test("half a sample at the end is no sample", () => {
  const got: number[] = [];
  const frames = new MonoFrames(1, (frame) => got.push(...frame));
  frames.push(Uint8Array.of(1, 0, 2));
  frames.finish();
  assert.deepEqual(got, [1]);
});
