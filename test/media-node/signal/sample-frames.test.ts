import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SampleFrames } from "../../../media-node/signal/sample-frames.ts";

test("frames are the same wherever the chunks end, and only whole ones are handed on", () => {
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
      assert.deepEqual(got, samples.slice(0, samples.length - (samples.length % 4)));
    }),
  );
});
