import assert from "node:assert/strict";
import { test } from "node:test";
import { recognizeInBatches } from "../../../media-node/speech/speech-recognizer.ts";
import { AppError } from "../../../shared/errors.ts";

/** A model whose memory holds `fitting` windows at once; it hears each window's first sample. */
function smallModel(fitting: number, batchSize: number) {
  const batches: number[] = [];
  return {
    batches,
    limits: { windowS: 30, batchSize },
    recognize: async (windows: readonly Float32Array[]) => {
      batches.push(windows.length);
      if (windows.length > fitting) throw new AppError("OUT_OF_MEMORY");
      return windows.map(([sample = 0]) => ({
        language: "en",
        words: [{ text: String(sample), startS: 0, endS: 1, score: 1 }],
      }));
    },
  };
}

const WINDOWS = Array.from({ length: 7 }, (_, index) => Float32Array.of(index));

test("windows are recognized in batches of the model's size, in order", async () => {
  const model = smallModel(100, 3);
  const recognized = await recognizeInBatches(model, WINDOWS, {});
  assert.deepEqual(
    recognized.map(({ words }) => words[0]?.text),
    ["0", "1", "2", "3", "4", "5", "6"],
  );
  assert.deepEqual(model.batches, [3, 3, 1]);
});

test("a batch for which memory runs out is halved, and nothing is lost or done twice", async () => {
  const model = smallModel(2, 7);
  const recognized = await recognizeInBatches(model, WINDOWS, {});
  assert.deepEqual(
    recognized.map(({ words }) => words[0]?.text),
    ["0", "1", "2", "3", "4", "5", "6"],
  );
  assert.deepEqual(model.batches, [7, 4, 2, 2, 2, 1]);
});

test("a single window that does not fit ends it", async () => {
  await assert.rejects(recognizeInBatches(smallModel(0, 4), WINDOWS, {}), { code: "OUT_OF_MEMORY" });
});

test("other failures are not tried again", async () => {
  const model = { ...smallModel(9, 4), recognize: () => Promise.reject(new Error("a shape")) };
  await assert.rejects(recognizeInBatches(model, WINDOWS, {}), /a shape/);
});
