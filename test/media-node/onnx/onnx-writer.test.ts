import assert from "node:assert/strict";
import { test } from "node:test";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { type OnnxModel, writeOnnxModel } from "../../../media-node/onnx/onnx-writer.ts";

const VERSIONS = { opset: 17, irVersion: 8 } as const;

async function open(model: OnnxModel): Promise<InferenceSession> {
  return await InferenceSession.create(writeOnnxModel(model), { intraOpNumThreads: 1 });
}

test("a linear layer that was written computes what its weights say, for any batch", async () => {
  const session = await open({
    ...VERSIONS,
    inputs: [{ name: "x", type: "float32", shape: ["batch", 3] }],
    outputs: [{ name: "y", type: "float32", shape: ["batch", 2] }],
    nodes: [
      {
        op: "Gemm",
        inputs: ["x", "weight", "bias"],
        outputs: ["y"],
        attributes: { transB: { int: 1 }, alpha: { float: 0.5 } },
      },
    ],
    initializers: [
      { name: "weight", type: "float32", dims: [2, 3], data: Float32Array.of(1, 2, 3, -1, 0, 1) },
      { name: "bias", type: "float32", dims: [2], data: Float32Array.of(10, 20) },
    ],
  });
  const { y } = await session.run({ x: new Tensor("float32", Float32Array.of(1, 1, 1, 2, 0, 4), [2, 3]) });
  assert.deepEqual(y?.dims, [2, 2]);
  assert.deepEqual(y?.data, Float32Array.of(13, 20, 17, 21));
  await session.release();
});

test("an If takes the branch of its condition, and branches see the values around them", async () => {
  const result = { name: "result", type: "float32", shape: [1] } as const;
  const branch = (op: string) => ({
    graph: { inputs: [], outputs: [result], nodes: [{ op, inputs: ["x", "two"], outputs: ["result"] }] },
  });
  const session = await open({
    ...VERSIONS,
    inputs: [
      { name: "x", type: "float32", shape: [1] },
      { name: "condition", type: "bool", shape: [1] },
    ],
    outputs: [{ name: "y", type: "float32", shape: [1] }],
    nodes: [
      {
        op: "If",
        inputs: ["condition"],
        outputs: ["y"],
        attributes: { then_branch: branch("Add"), else_branch: branch("Mul") },
      },
    ],
    initializers: [{ name: "two", type: "float32", dims: [1], data: Float32Array.of(2) }],
  });
  const run = async (condition: boolean): Promise<unknown> => {
    const x = new Tensor("float32", Float32Array.of(5), [1]);
    const { y } = await session.run({ x, condition: new Tensor("bool", [condition], [1]) });
    return y?.data;
  };
  assert.deepEqual(await run(true), Float32Array.of(7));
  assert.deepEqual(await run(false), Float32Array.of(10));
  await session.release();
});

test("lists, negative numbers, texts, tensors and every element type reach the runtime", async () => {
  const session = await open({
    ...VERSIONS,
    inputs: [{ name: "x", type: "int64", shape: [2, 3] }],
    outputs: [
      { name: "sums", type: "float32", shape: [2] },
      { name: "padded", type: "int32", shape: [5] },
      { name: "halves", type: "float32", shape: [2] },
      { name: "flags", type: "float32", shape: [2] },
      { name: "filled", type: "float32", shape: [2] },
      { name: "bytes", type: "int8", shape: [2] },
    ],
    nodes: [
      {
        op: "ReduceMax",
        inputs: ["x"],
        outputs: ["max"],
        attributes: { axes: { ints: [-1] }, keepdims: { int: 0 } },
      },
      { op: "Cast", inputs: ["max"], outputs: ["sums"], attributes: { to: { int: 1 } } },
      {
        op: "Pad",
        inputs: ["numbers", "pads"],
        outputs: ["padded"],
        attributes: { mode: { string: "reflect" } },
      },
      { op: "Cast", inputs: ["float16"], outputs: ["halves"], attributes: { to: { int: 1 } } },
      { op: "Cast", inputs: ["bools"], outputs: ["flags"], attributes: { to: { int: 1 } } },
      {
        op: "ConstantOfShape",
        inputs: ["shape"],
        outputs: ["filled"],
        attributes: {
          value: { tensor: { name: "value", type: "float32", dims: [1], data: Float32Array.of(-1.5) } },
        },
      },
      { op: "Identity", inputs: ["signed"], outputs: ["bytes"] },
    ],
    initializers: [
      { name: "numbers", type: "int32", dims: [3], data: Int32Array.of(-7, 8, 9) },
      { name: "pads", type: "int64", dims: [2], data: BigInt64Array.of(0n, 2n) },
      { name: "float16", type: "float16", dims: [2], data: Uint16Array.of(0x3c00, 0xc000) },
      { name: "bools", type: "bool", dims: [2], data: Uint8Array.of(1, 0) },
      { name: "shape", type: "int64", dims: [1], data: BigInt64Array.of(2n) },
      { name: "signed", type: "int8", dims: [2], data: Int8Array.of(-128, 127) },
    ],
  });
  const x = new Tensor("int64", BigInt64Array.of(-5n, -9n, -3n, 2n ** 40n, 0n, 1n), [2, 3]);
  const outputs = await session.run({ x });
  const values = Object.fromEntries(
    Object.entries(outputs).map(([name, { data }]) => [name, [...(data as Float32Array)]]),
  );
  assert.deepEqual(values, {
    sums: [-3, 2 ** 40],
    padded: [-7, 8, 9, 8, -7],
    halves: [1, -2],
    flags: [1, 0],
    filled: [-1.5, -1.5],
    bytes: [-128, 127],
  });
  await session.release();
});

test("a tensor whose data does not fit its dims or its type is refused", () => {
  const model = (tensor: { dims: number[]; data: Float32Array | Int8Array }): OnnxModel => ({
    ...VERSIONS,
    inputs: [],
    outputs: [{ name: "y", type: "float32", shape: [2] }],
    nodes: [{ op: "Identity", inputs: ["w"], outputs: ["y"] }],
    initializers: [{ name: "w", type: "float32", ...tensor }],
  });
  assert.throws(() => writeOnnxModel(model({ dims: [3], data: new Float32Array(2) })), /what its dims say/);
  assert.throws(() => writeOnnxModel(model({ dims: [2], data: new Int8Array(2) })), /no array of float32/);
});
