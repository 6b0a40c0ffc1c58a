// Tensors as bytes, as they cross between threads and processes, and the rows that calls of one model share: joined along
// the first axis, padded to few fixed shapes (a GPU prepares itself for each shape that it has not seen), and parted
// again.
import assert from "node:assert/strict";
import { Tensor, type TensorType } from "../tensor.ts";

/** A tensor's bytes in its type's own layout. */
export interface RawTensor {
  readonly type: TensorType;
  readonly dims: readonly number[];
  readonly data: Uint8Array;
}

export type RawTensors = Readonly<Record<string, RawTensor>>;

type NumberArray = Exclude<Tensor["data"], string[]>;
type ArrayConstructor = new (buffer: ArrayBufferLike, offset: number, length: number) => NumberArray;

/** bfloat and 4-bit types have no arrays in JavaScript, strings no fixed length; no model of ours takes or gives them. */
const ARRAYS: Partial<Record<TensorType, ArrayConstructor & { readonly BYTES_PER_ELEMENT: number }>> = {
  float32: Float32Array,
  float16: Uint16Array,
  float64: Float64Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int8: Int8Array,
  uint8: Uint8Array,
  bool: Uint8Array,
};

function arrayOf(type: TensorType): NonNullable<(typeof ARRAYS)[TensorType]> {
  const array = ARRAYS[type];
  if (array === undefined) throw new Error(`Tensors of type ${type} cannot be sent to a device.`);
  return array;
}

/**
 * The tensor's own memory as bytes, not a copy: it must not be changed while it is being sent.
 * @throws Error for types without a fixed length (strings, bfloat, 4 bits)
 */
export function rawTensor({ type, dims, data }: Tensor): RawTensor {
  arrayOf(type);
  const { buffer, byteOffset, byteLength } = data as NumberArray;
  return { type, dims, data: new Uint8Array(buffer, byteOffset, byteLength) };
}

/**
 * A tensor on the same memory, whose offset must be a multiple of its type's length.
 * @throws Error for types without a fixed length; RangeError for memory that lies otherwise
 */
export function tensorOf({ type, dims, data }: RawTensor): Tensor {
  const array = arrayOf(type);
  const length = data.byteLength / array.BYTES_PER_ELEMENT;
  // The library's own types know a constructor for each element type, and none for all of them.
  return new Tensor(type as "float32", new array(data.buffer, data.byteOffset, length) as Float32Array, dims);
}

/**
 * The memory behind tensors, each block once, as a list of what to transfer to a thread: here the tensors are
 * gone then.
 */
export function memoryOf(tensors: RawTensors): ArrayBuffer[] {
  return [...new Set(Object.values(tensors).map(({ data }) => data.buffer as ArrayBuffer))];
}

/** Applies `change` to each tensor of a record. */
export function mapTensors<From, To>(
  tensors: Readonly<Record<string, From>>,
  change: (tensor: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, change(tensor, name)]));
}

function bytesPerRow({ dims: [rows = 0], data }: RawTensor): number {
  return rows === 0 ? 0 : data.byteLength / rows;
}

/** The same tensors one after another along the first axis; `padTo` rows where that is more, the last row repeated. */
function joined(tensors: readonly RawTensor[], padTo: number): RawTensor {
  const [first] = tensors;
  assert.ok(first !== undefined, "there is nothing to join");
  const rows = tensors.reduce((sum, { dims }) => sum + (dims[0] ?? 0), 0);
  const total = Math.max(rows, padTo);
  if (tensors.length === 1 && total === rows) return first;
  const rowBytes = bytesPerRow(first);
  const data = new Uint8Array(total * rowBytes);
  let at = 0;
  for (const tensor of tensors) {
    data.set(tensor.data, at);
    at += tensor.data.byteLength;
  }
  for (; at < data.byteLength; at += rowBytes) data.copyWithin(at, at - rowBytes, at);
  return { type: first.type, dims: [total, ...first.dims.slice(1)], data };
}

/**
 * The inputs of one run for those of several calls, along the first axis; `padTo` rows where there are fewer,
 * the last one repeated.
 * @param alike inputs that all calls have in common and that have no rows
 */
export function joinCalls(
  calls: readonly RawTensors[],
  { alike, padTo }: { readonly alike: readonly string[]; readonly padTo: number },
): RawTensors {
  const [first = {}] = calls;
  return Object.fromEntries(
    Object.entries(first).map(([name, tensor]) => [
      name,
      // A copy: what a run gets goes to the device's thread, and the calls may have to be run again.
      alike.includes(name)
        ? { ...tensor, data: tensor.data.slice() }
        : joined(
            calls.map((call) => call[name] as RawTensor),
            padTo,
          ),
    ]),
  );
}

/** Outputs of runs for consecutive rows as those of one run. */
export function stackRows(parts: readonly RawTensors[]): RawTensors {
  return joinCalls(parts, { alike: [], padTo: 0 });
}

/**
 * Rows `from` up to but not including `to` of each tensor, on the same memory.
 * @param alike tensors without rows, which come back whole
 */
export function rowsOf(tensors: RawTensors, from: number, to: number, alike: readonly string[]): RawTensors {
  return Object.fromEntries(
    Object.entries(tensors).map(([name, tensor]) => {
      if (alike.includes(name)) return [name, tensor];
      const rowBytes = bytesPerRow(tensor);
      const data = tensor.data.subarray(from * rowBytes, to * rowBytes);
      return [name, { type: tensor.type, dims: [to - from, ...tensor.dims.slice(1)], data }];
    }),
  );
}

/**
 * So many rows as the next power of two, at most `max`, never fewer than there are: a model then meets few
 * shapes.
 */
export function paddedRows(rows: number, max: number): number {
  return Math.max(rows, Math.min(max, 2 ** Math.ceil(Math.log2(rows))));
}
