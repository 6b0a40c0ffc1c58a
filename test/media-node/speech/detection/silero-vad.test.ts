import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Tensor } from "onnxruntime-node";
import { SampleFile, SampleFileWriter } from "../../../../media-node/ffmpeg/sample-file.ts";
import { openOnnxSession } from "../../../../media-node/onnx/onnx-session.ts";
import { openSileroVad } from "../../../../media-node/speech/detection/silero-vad.ts";
import { speechSpans } from "../../../../media-node/speech/detection/speech-spans.ts";
import { decoded, drums, whiteNoise } from "../../../support/media/test-signals.ts";
import { sharedData } from "../../../support/shared-data.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const MODEL = sharedData("models/silero_vad.onnx");
const TWO_CITIES = sharedData("speech/two_cities.wav");
const skip = MODEL.skip || TWO_CITIES.skip;
const signal = new AbortController().signal;
const onProgress = (): void => {};

async function fileOf(t: TestContext, samples: Float32Array): Promise<SampleFile> {
  const path = join(await temporaryFolder(t), "samples");
  const writer = new SampleFileWriter(path);
  writer.append(Int16Array.from(samples, (sample) => Math.round(sample * 32_768)));
  writer.close();
  const file = await SampleFile.open(path);
  t.after(() => file.close());
  return file;
}

async function detect(t: TestContext, samples: Float32Array): Promise<Float32Array> {
  const silero = await openSileroVad(MODEL.path);
  t.after(() => silero.dispose());
  return silero.detect(await fileOf(t, samples), { signal, onProgress });
}

/** The model's own way: one row, frame after frame. */
async function slowly(samples: Float32Array): Promise<number[]> {
  const session = await openOnnxSession(MODEL.path, { providers: ["cpu"], threads: 1 });
  let state = new Tensor("float32", new Float32Array(256), [2, 1, 128]);
  const sr = new Tensor("int64", BigInt64Array.of(16_000n), []);
  const probabilities: number[] = [];
  for (let from = 0; from < samples.length; from += 512) {
    const input = Float32Array.from({ length: 576 }, (_, index) => samples[from - 64 + index] ?? 0);
    const outputs = await session.run({ input: new Tensor("float32", input, [1, 576]), state, sr });
    state = outputs.stateN as typeof state;
    probabilities.push(Number(outputs.output?.data[0]));
  }
  await session.dispose();
  return probabilities;
}

test("rows side by side hear what one row hears", { skip }, async (t) => {
  const samples = await decoded(TWO_CITIES.path); // 44 s, which makes two rows.
  const fast = await detect(t, samples);
  const slow = await slowly(samples);
  assert.equal(fast.length, slow.length);
  const differences = slow.map((probability, frame) => Math.abs(probability - (fast[frame] ?? 0)));
  assert.ok(Math.max(...differences.slice(0, 690)) < 1e-4, "the first row is the model's own way");
  assert.ok(Math.max(...differences) < 0.15, `${Math.max(...differences)}`);
  assert.deepEqual(speechSpans(fast), speechSpans(Float32Array.from(slow)));
});

test("noise and drums are no speech", { skip }, async (t) => {
  for (const samples of [whiteNoise(20), drums(20)]) {
    assert.deepEqual(speechSpans(await detect(t, samples)), []);
  }
});

test("a sound shorter than a frame has one", { skip }, async (t) => {
  assert.equal((await detect(t, whiteNoise(1).slice(0, 100))).length, 1);
});

test("progress goes up, and an abort ends the listening with its reason", { skip }, async (t) => {
  const silero = await openSileroVad(MODEL.path);
  t.after(() => silero.dispose());
  const file = await fileOf(t, whiteNoise(60));
  const fractions: number[] = [];
  await silero.detect(file, { signal, onProgress: (fraction) => fractions.push(fraction) });
  assert.deepEqual(
    fractions,
    fractions.toSorted((a, b) => a - b),
  );
  const controller = new AbortController();
  const reason = new Error("not wanted any more");
  controller.abort(reason);
  await assert.rejects(silero.detect(file, { signal: controller.signal, onProgress }), reason);
});

test("a file that is no model is refused", async () => {
  await assert.rejects(openSileroVad(import.meta.filename), { code: "MODEL_UNAVAILABLE" });
});
