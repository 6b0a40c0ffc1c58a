import assert from "node:assert/strict";
import { test } from "node:test";
import {
  joinCalls,
  mapTensors,
  paddedRows,
  type RawTensor,
  rawTensor,
  rowsOf,
  tensorOf,
} from "../../../../media-node/onnx/devices/raw-tensors.ts";
import { Tensor } from "../../../../media-node/onnx/tensor.ts";

function rows(...values: readonly number[]): RawTensor {
  return rawTensor(new Tensor("float32", Float32Array.from(values), [values.length / 2, 2]));
}

const STEP = rawTensor(new Tensor("int64", BigInt64Array.of(9n), [1]));

test("calls are joined row after row, the last one repeated up to a known shape, and what has no rows stays once", () => {
  const joined = joinCalls(
    [
      { x: rows(1, 2), step: STEP },
      { x: rows(3, 4, 5, 6), step: STEP },
    ],
    {
      alike: ["step"],
      padTo: 4,
    },
  );
  const { x, step } = mapTensors(joined, tensorOf);
  assert.deepEqual([x?.dims, x?.data], [[4, 2], Float32Array.of(1, 2, 3, 4, 5, 6, 5, 6)]);
  assert.deepEqual([step?.dims, step?.data], [[1], BigInt64Array.of(9n)]);
});

test("each call gets its own rows back", () => {
  const outputs = { y: rows(1, 2, 3, 4, 5, 6) };
  assert.deepEqual(tensorOf(rowsOf(outputs, 1, 3, []).y as RawTensor).data, Float32Array.of(3, 4, 5, 6));
});

test("rows are padded to powers of two, and never beyond the maximum of a batch", () => {
  const shapes = new Set(Array.from({ length: 16 }, (_, index) => paddedRows(index + 1, 16)));
  assert.deepEqual([...shapes], [1, 2, 4, 8, 16]);
  assert.equal(paddedRows(5, 6), 6);
});

test("half precision, flags and whole numbers cross as they are; texts do not", () => {
  for (const tensor of [
    new Tensor("float16", Uint16Array.of(1, 2), [2]),
    new Tensor("bool", [true, false], [2]),
    new Tensor("int32", Int32Array.of(-1, 5), [1, 2]),
  ]) {
    const back = tensorOf(rawTensor(tensor));
    assert.deepEqual([back.type, back.dims, back.data], [tensor.type, tensor.dims, tensor.data]);
  }
  assert.throws(() => rawTensor(new Tensor("string", ["a"], [1])), /cannot be sent/);
});
