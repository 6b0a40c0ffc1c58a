import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SampleFrames } from "../../../media-node/signal/sample-frames.ts";

test("frames are the same wherever the chunks end, and the last is filled up with silence", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -32_768, max: 32_767 })), fc.array(fc.nat(9)), (samples, cuts) => {
      const bytes = new Uint8Array(Int16Array.from(samples).buffer);
      const got: number[] = [];
      const frames = new SampleFrames(4, (frame) => got.push(...frame));
      let from = 0;
      for (const count of cuts) {
        frames.push(bytes.subarray(from, from + count));
        from = Math.min(bytes.length, from + count);
      }
      frames.push(bytes.subarray(from));
      assert.equal(frames.finish(), samples.length % 4);
      const padding = Array<number>((4 - (samples.length % 4)) % 4).fill(0);
      assert.deepEqual(got, [...samples, ...padding]);
    }),
  );
});

test("half a sample at the end is no sample", () => {
  const got: number[] = [];
  const frames = new SampleFrames(2, (frame) => got.push(...frame));
  frames.push(Uint8Array.of(1, 0, 2));
  assert.equal(frames.finish(), 1);
  assert.deepEqual(got, [1, 0]);
});
