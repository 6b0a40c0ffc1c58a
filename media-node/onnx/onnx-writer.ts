// Writes ONNX models (ModelProto, https://github.com/onnx/onnx/blob/main/onnx/onnx.proto) from a plain description of
// their graph: how networks that are fitted here, and not downloaded, become files that the same runtime loads. It
// checks what costs nothing (a tensor's size against its dims, the 2 GiB of a protobuf file); the runtime checks the
// rest when it opens the model. Field numbers are those of onnx.proto. onnx-proto was rejected: 1 MB of generated code.
import assert from "node:assert/strict";
import { endianness } from "node:os";
import { ProtobufMessage } from "./protobuf-writer.ts";

/** TensorProto.DataType. */
const DATA_TYPES = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7, bool: 9, float16: 10 } as const;
const ELEMENT_BYTES = { float32: 4, uint8: 1, int8: 1, int32: 4, int64: 8, bool: 1, float16: 2 } as const;
/** AttributeProto.AttributeType. */
const ATTRIBUTE_TYPES = { float: 1, int: 2, string: 3, tensor: 4, graph: 5, floats: 6, ints: 7 } as const;
const MODEL_BYTES = 2 ** 31 - 1;

export type OnnxElementType = keyof typeof DATA_TYPES;

/** A dimension that varies has a name ("batch"), one that does not has its size. */
export interface OnnxValue {
  readonly name: string;
  readonly type: OnnxElementType;
  readonly shape: readonly (number | string)[];
}

/** `data` in row-major order; float16 as its bits, bool as 0 and 1. */
export interface OnnxTensor {
  readonly name: string;
  readonly type: OnnxElementType;
  readonly dims: readonly number[];
  readonly data: Float32Array | Uint8Array | Int8Array | Int32Array | BigInt64Array | Uint16Array;
}

/** A tensor of numbers with a fraction. */
export function floatTensor(name: string, dims: readonly number[], values: readonly number[]): OnnxTensor {
  return { name, type: "float32", dims, data: Float32Array.from(values) };
}

/** A list of whole numbers, such as axes and shapes. */
export function integerTensor(name: string, values: readonly number[]): OnnxTensor {
  return { name, type: "int64", dims: [values.length], data: BigInt64Array.from(values, BigInt) };
}

/** Exactly one member: ONNX tells 1 from 1.0, JavaScript does not. */
export type OnnxAttribute =
  | { readonly float: number }
  | { readonly int: number }
  | { readonly string: string }
  | { readonly floats: readonly number[] }
  | { readonly ints: readonly number[] }
  | { readonly tensor: OnnxTensor }
  | { readonly graph: OnnxGraph };

/** An empty input name leaves an optional input out. */
export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, OnnxAttribute>>;
}

/** `If` and `Loop` hold graphs too; those may use any value of the graphs around them. */
export interface OnnxGraph {
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
  readonly nodes: readonly OnnxNode[];
  readonly initializers?: readonly OnnxTensor[];
}

export interface OnnxModel extends OnnxGraph {
  /** The version of the standard operator set, the only one whose operators nodes may have. */
  readonly opset: number;
  readonly irVersion: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

function encodeTensor({ name, type, dims, data }: OnnxTensor): ProtobufMessage {
  const elements = dims.reduce((product, dim) => product * dim, 1);
  assert.equal(data.length, elements, `The tensor ${name} does not hold what its dims say.`);
  assert.equal(data.BYTES_PER_ELEMENT, ELEMENT_BYTES[type], `The tensor ${name} is no array of ${type}.`);
  assert.equal(endianness(), "LE", "Tensors are stored as they lie in memory, which must be little-endian.");
  const message = new ProtobufMessage();
  for (const dim of dims) message.integer(1, dim);
  message.integer(2, DATA_TYPES[type]).text(8, name);
  return message.bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}

function encodeValue({ name, type, shape }: OnnxValue): ProtobufMessage {
  const dims = new ProtobufMessage();
  for (const dim of shape) {
    const dimension = new ProtobufMessage();
    dims.message(1, typeof dim === "number" ? dimension.integer(1, dim) : dimension.text(2, dim));
  }
  const tensorType = new ProtobufMessage().integer(1, DATA_TYPES[type]).message(2, dims);
  return new ProtobufMessage().text(1, name).message(2, new ProtobufMessage().message(1, tensorType));
}

function encodeAttribute(name: string, attribute: OnnxAttribute): ProtobufMessage {
  const message = new ProtobufMessage().text(1, name);
  const typed = (kind: keyof typeof ATTRIBUTE_TYPES): ProtobufMessage =>
    message.integer(20, ATTRIBUTE_TYPES[kind]);
  if ("float" in attribute) return typed("float").float(2, attribute.float);
  if ("int" in attribute) return typed("int").integer(3, attribute.int);
  if ("string" in attribute) return typed("string").text(4, attribute.string);
  if ("tensor" in attribute) return typed("tensor").message(5, encodeTensor(attribute.tensor));
  if ("graph" in attribute) return typed("graph").message(6, encodeGraph(attribute.graph, name));
  if ("floats" in attribute) {
    for (const value of attribute.floats) message.float(7, value);
    return typed("floats");
  }
  for (const value of attribute.ints) message.integer(8, value);
  return typed("ints");
}

function encodeNode({ op, inputs, outputs, attributes = {} }: OnnxNode): ProtobufMessage {
  const message = new ProtobufMessage();
  for (const input of inputs) message.text(1, input);
  for (const output of outputs) message.text(2, output);
  message.text(4, op);
  for (const [name, attribute] of Object.entries(attributes)) {
    message.message(5, encodeAttribute(name, attribute));
  }
  return message;
}

function encodeGraph(
  { inputs, outputs, nodes, initializers = [] }: OnnxGraph,
  name: string,
): ProtobufMessage {
  const message = new ProtobufMessage();
  for (const node of nodes) message.message(1, encodeNode(node));
  message.text(2, name);
  for (const initializer of initializers) message.message(5, encodeTensor(initializer));
  for (const input of inputs) message.message(11, encodeValue(input));
  for (const output of outputs) message.message(12, encodeValue(output));
  return message;
}

/**
 * The bytes of an ONNX file. Nodes must be in an order in which every input is there before its use.
 * @throws AssertionError when a tensor's data does not fit its dims or type, or the model exceeds 2 GiB
 */
export function writeOnnxModel(model: OnnxModel): Uint8Array {
  const message = new ProtobufMessage().integer(1, model.irVersion).text(2, "clipmill");
  message.message(7, encodeGraph(model, "graph"));
  message.message(8, new ProtobufMessage().text(1, "").integer(2, model.opset));
  for (const [key, value] of Object.entries(model.metadata ?? {})) {
    message.message(14, new ProtobufMessage().text(1, key).text(2, value));
  }
  assert.ok(message.sizeBytes <= MODEL_BYTES, "A protobuf file holds at most 2 GiB.");
  return message.finish();
}
