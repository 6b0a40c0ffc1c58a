// Small changes of tensors along their first axis, the rows of a batch, and between single and half precision.
import assert from "node:assert/strict";
import { fromFloat16, toFloat16 } from "./float16.ts";
import { Tensor } from "./tensor.ts";

export type FloatType = "float32" | "float16";

/** A float tensor of the type that a model takes; of float32 it is on the memory of `values`. */
export function floatTensor(type: FloatType, values: Float32Array, dims: readonly number[]): Tensor {
  return type === "float32"
    ? new Tensor("float32", values, dims)
    : new Tensor("float16", toFloat16(values), dims);
}

/** The values of a float32 or float16 tensor; of float32 the tensor's own memory. */
export function floatValues(tensor: Tensor): Float32Array {
  if (tensor.type === "float32") return tensor.data as Float32Array;
  const { buffer, byteOffset, length } = tensor.data as Uint16Array;
  return fromFloat16(new Uint16Array(buffer, byteOffset, length));
}

/** Token ids as int64 [rows, tokens]; all rows have the same length. */
export function tokenTensor(rows: readonly (readonly number[])[]): Tensor {
  const ids = BigInt64Array.from(rows.flat(), BigInt);
  return new Tensor("int64", ids, [rows.length, rows[0]?.length ?? 0]);
}

/**
 * Some rows of a float32 or float16 tensor, in the given order, at most as many as it has, copied: on the CPU
 * what `DeviceSession.gather` is on a device.
 */
export function gatherRows(tensor: Tensor, rows: readonly number[]): Tensor {
  const [count = 0, ...rest] = tensor.dims;
  const source = tensor.data as Float32Array | Uint16Array;
  const rowLength = count === 0 ? 0 : source.length / count;
  const gathered = source.slice(0, rows.length * rowLength);
  rows.forEach((row, index) => {
    gathered.set(source.subarray(row * rowLength, (row + 1) * rowLength), index * rowLength);
  });
  return new Tensor(tensor.type as FloatType, gathered as Float32Array, [rows.length, ...rest]);
}

/** Of a tensor of floats [rows, positions, ...] the last position, copied: [rows, 1, ...]. */
export function lastPositions(tensor: Tensor): Tensor {
  const [rows = 0, positions = 0, ...rest] = tensor.dims;
  const source = tensor.data as Float32Array | Uint16Array;
  const length = rest.reduce((product, dim) => product * dim, 1);
  const last = source.slice(0, rows * length);
  for (let row = 0; row < rows; row += 1) {
    const from = ((row + 1) * positions - 1) * length;
    last.set(source.subarray(from, from + length), row * length);
  }
  return new Tensor(tensor.type as FloatType, last as Float32Array, [rows, 1, ...rest]);
}

/** Tensors of floats of the same shape one after another along their first axis, copied. */
export function joinRows(tensors: readonly Tensor[]): Tensor {
  const [first, ...others] = tensors;
  assert.ok(first !== undefined, "there is nothing to join");
  const values = first.data as Float32Array;
  const joined = new (values.constructor as Float32ArrayConstructor)(values.length * tensors.length);
  [first, ...others].forEach((tensor, index) => {
    joined.set(tensor.data as Float32Array, index * values.length);
  });
  const [rows = 0, ...rest] = first.dims;
  return new Tensor(first.type as FloatType, joined, [rows * tensors.length, ...rest]);
}
