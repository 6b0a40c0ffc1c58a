// What a batch that shrinks leaves on a device: nothing that nobody uses any more.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Tensor } from "../../../../media-node/onnx/tensor.ts";
import { decodeWindows } from "../../../../media-node/speech/whisper/whisper-decoding.ts";
import type { DecodingBatch, WhisperModel } from "../../../../media-node/speech/whisper/whisper-model.ts";

const END_TOKEN = 2;
const VOCABULARY_SIZE = 4;
const TEXT = [0, 9, 0, 0];
const END = [0, 0, 9, 0];

function windows(count: number): Tensor {
  return new Tensor("float32", new Float32Array(count), [count, 1]);
}

/** Decodes four windows that end one after the other; returns all that was chosen and how often each was given up. */
async function decodeShrinking(): Promise<{ chosen: Tensor[]; released: unknown[] }> {
  const chosen: Tensor[] = [];
  const released: unknown[] = [];
  let open = 4;
  /** One row less goes on each time. */
  const predictionFor = (rows: number) => {
    open -= 1;
    const logits = Array.from({ length: rows }, (_, row) => (row < rows - open ? END : TEXT));
    return { logits: Float32Array.from(logits.flat()), positions: 1 };
  };
  const rules = {
    endToken: END_TOKEN,
    timestampBegin: VOCABULARY_SIZE,
    suppressed: [],
    suppressedAtBegin: [],
  };
  // Only what decoding asks of a model.
  const model = {
    configuration: {
      vocabularySize: VOCABULARY_SIZE,
      noSpeechToken: 0,
      maxNewTokens: 20,
      rules: { ...rules, maxInitialTimestampIndex: 0 },
    },
    start: async (hidden: Tensor) => ({ batch: { hidden, past: {} }, prediction: predictionFor(4) }),
    step: async ({ hidden }: DecodingBatch) => predictionFor(hidden.dims[0] as number),
    keepRows: async (_: DecodingBatch, rows: readonly number[]) => {
      const hidden = windows(rows.length);
      chosen.push(hidden);
      return { hidden, past: {} };
    },
    release: async (tensors: readonly unknown[]) => void released.push(...tensors),
  } as unknown as WhisperModel;
  await decodeWindows(model, windows(4), [[1], [1], [1], [1]], { hasTimestamps: false, temperature: 0 });
  return { chosen, released };
}

test("each choice of rows is given up once, when the next one is made or the batch ends", async () => {
  const { chosen, released } = await decodeShrinking();
  assert.ok(chosen.length >= 2, `the batch shrank ${chosen.length} times`);
  assert.equal(released.length, chosen.length);
  assert.deepEqual(new Set(released), new Set(chosen));
});
