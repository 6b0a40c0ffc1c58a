// Networks of TensorFlow Lite as ONNX, against what their operators mean, written plainly.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openOnnxSession } from "../../../../media-node/onnx/onnx-session.ts";
import { writeOnnxModel } from "../../../../media-node/onnx/onnx-writer.ts";
import { Tensor } from "../../../../media-node/onnx/tensor.ts";
import { readTflite, type TfliteModel } from "../../../../media-node/onnx/tflite/read-tflite.ts";
import { tfliteToOnnx } from "../../../../media-node/onnx/tflite/tflite-to-onnx.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { BLAZEFACE_PATH, mediapipeFile } from "../../../support/models/package-models.ts";
import { runReference } from "../../../support/models/tflite-reference.ts";

async function runOnnx(model: TfliteModel, input: Float32Array): Promise<Float32Array[]> {
  const bytes = writeOnnxModel(tfliteToOnnx(model));
  const session = await openOnnxSession({ path: "made here", bytes }, { providers: ["cpu"], threads: 1 });
  const shape = model.tensors[model.inputs[0] ?? -1]?.shape ?? [];
  const outputs = await session.run({ input: new Tensor("float32", input, shape) });
  await session.dispose();
  return model.outputs.map((_, index) => outputs[`output${index}`]?.data as Float32Array);
}

function noise(length: number): Float32Array {
  const random = seededRandom(7);
  return Float32Array.from({ length }, () => 2 * random() - 1);
}

/** The largest difference, as a share of the largest value. */
function difference(found: Float32Array, expected: Float32Array): number {
  assert.equal(found.length, expected.length);
  let [largest, apart] = [0, 0];
  found.forEach((value, index) => {
    largest = Math.max(largest, Math.abs(expected[index] ?? 0));
    apart = Math.max(apart, Math.abs(value - (expected[index] ?? 0)));
  });
  assert.ok(largest > 0);
  return apart / largest;
}

for (const range of ["short", "full"]) {
  test(`BlazeFace of ${range} range gives the same values as its operators, written plainly`, async (t) => {
    const model = readTflite(await readFile(mediapipeFile(`face_detection_${range}_range.tflite`)));
    const edge = model.tensors[model.inputs[0] ?? -1]?.shape[1] ?? 0;
    const input = noise(3 * edge * edge);
    const [found, expected] = [await runOnnx(model, input), runReference(model, input)];
    assert.equal(found.length, 2);
    for (const [index, values] of expected.entries()) {
      const apart = difference(found[index] ?? new Float32Array(), values);
      t.diagnostic(`output ${index} differs by ${apart.toExponential(1)} of its largest value`);
      assert.ok(apart < 1e-5, `${apart}`);
    }
  });
}

test("steps on odd sizes, windows on the edge, and sums that are cut off at 0 are as TensorFlow has them", async () => {
  const random = noise(4_000);
  const weights = (...shape: number[]) => ({
    shape,
    data: random.slice(
      0,
      shape.reduce((product, size) => product * size, 1),
    ),
  });
  const computed = (...shape: number[]) => ({ shape, data: null });
  const model: TfliteModel = {
    tensors: [
      computed(1, 7, 9, 3),
      weights(8, 3, 3, 3),
      weights(8),
      computed(1, 4, 5, 8),
      weights(1, 3, 3, 8),
      computed(1, 4, 5, 8),
      computed(1, 4, 5, 8),
      computed(1, 2, 2, 8),
    ],
    operators: [
      { kind: "conv", padding: "same", strides: [2, 2], relu: false, inputs: [0, 1, 2], output: 3 },
      { kind: "depthwise-conv", padding: "same", strides: [1, 1], relu: true, inputs: [3, 4], output: 5 },
      { kind: "add", relu: true, inputs: [3, 5], output: 6 },
      { kind: "max-pool", padding: "valid", strides: [2, 2], window: [2, 2], inputs: [6], output: 7 },
    ],
    inputs: [0],
    outputs: [3, 7],
  };
  const input = noise(7 * 9 * 3);
  const found = await runOnnx(model, input);
  for (const [index, expected] of runReference(model, input).entries()) {
    assert.ok(difference(found[index] ?? new Float32Array(), expected) < 1e-5);
  }
});

test("a file of another format, one that is cut, and an operator that is not known are refused", async () => {
  const file = await readFile(BLAZEFACE_PATH);
  assert.throws(() => readTflite(Buffer.from("no model at all")), /no file of TensorFlow Lite/);
  assert.throws(() => readTflite(file.subarray(0, 400_000)), RangeError);
  const sparse = await readFile(mediapipeFile("face_detection_full_range_sparse.tflite"));
  assert.throws(() => readTflite(sparse), /operator 124 is not known/);
});
