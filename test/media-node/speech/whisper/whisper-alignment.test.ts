import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { alignTokens, medianFilter } from "../../../../media-node/speech/whisper/whisper-alignment.ts";

const FRAMES = 100;

/** Attention of tokens that each listen to their own stretch of frames, rows summing to one over all frames. */
function attention(starts: readonly number[], stride: number, end: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  const weights = new Float32Array(starts.length * stride);
  starts.forEach((start, token) => {
    const row = weights.subarray(token * stride, (token + 1) * stride);
    const next = starts[token + 1] ?? end;
    for (let frame = 0; frame < stride; frame += 1) {
      row[frame] = 0.01 * random() + (frame >= start && frame < next ? 1 : 0);
    }
    const sum = row.reduce((total, weight) => total + weight, 0);
    row.forEach((weight, frame) => {
      row[frame] = weight / sum;
    });
  });
  return weights;
}

test("tokens begin where the heads begin to attend for them", () => {
  const starts = [0, 0, 0, 22, 40, 71];
  const heads = [1, 2, 3].map((seed) => attention(starts, FRAMES, FRAMES, seed));
  const frames = alignTokens({
    heads,
    tokenCount: 6,
    frameStride: FRAMES,
    frameCount: FRAMES,
    prefixCount: 2,
  });
  assert.deepEqual([...frames], [0, 22, 40, 71]);
});

test("a head that attends to nothing in particular is outvoted", () => {
  const starts = [0, 0, 30, 60];
  const flat = attention([0, 0, 0, 0], FRAMES, FRAMES, 9);
  const heads = [attention(starts, FRAMES, FRAMES, 1), attention(starts, FRAMES, FRAMES, 2), flat];
  const frames = alignTokens({
    heads,
    tokenCount: 4,
    frameStride: FRAMES,
    frameCount: FRAMES,
    prefixCount: 1,
  });
  assert.deepEqual([...frames], [0, 30, 60]);
});

test("frames of padding do not count, however much attention rests on them", () => {
  const starts = [0, 0, 20, 45];
  const heads = [1, 2].map((seed) => {
    const weights = attention(starts, FRAMES, 60, seed);
    for (let token = 0; token < starts.length; token += 1) {
      const row = weights.subarray(token * FRAMES, (token + 1) * FRAMES);
      // All but a thousandth of the attention is on the padding, and not as much for each token.
      const share = 1e-3 * (token + 1);
      row.forEach((weight, frame) => {
        row[frame] = frame < 60 ? share * weight : (1 - share) / 40;
      });
    }
    return weights;
  });
  const frames = alignTokens({ heads, tokenCount: 4, frameStride: FRAMES, frameCount: 60, prefixCount: 1 });
  assert.deepEqual([...frames], [0, 20, 45]);
});

test("attention that is the same for every token gives frames and not nothing", () => {
  const heads = [new Float32Array(4 * FRAMES).fill(1 / FRAMES)];
  const frames = alignTokens({
    heads,
    tokenCount: 4,
    frameStride: FRAMES,
    frameCount: FRAMES,
    prefixCount: 1,
  });
  assert.equal(frames.length, 3);
  assert.ok(frames.every((frame) => frame >= 0 && frame < FRAMES));
});

test("the median filter removes a spike and mirrors the edges", () => {
  const filtered = medianFilter(Float32Array.of(5, 1, 1, 9, 1, 1, 2, 3), 3);
  assert.deepEqual([...filtered], [1, 1, 1, 1, 1, 1, 2, 2]);
  assert.deepEqual([...medianFilter(Float32Array.of(3, 1), 7)], [3, 1]);
});
