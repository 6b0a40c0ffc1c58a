// Reads the networks of TensorFlow Lite's files as plain data. Numbers of fields, operators and types are those of
// tensorflow/lite/schema/schema.fbs. Only operators of MediaPipe's detectors are known; another one is refused by name.
import { fromFloat16 } from "../float16.ts";
import { FlatTable } from "./flat-buffer.ts";

export type Padding = "same" | "valid";
interface Steps {
  readonly padding: Padding;
  /** Down and to the right. */
  readonly strides: readonly [number, number];
}

/** What an operator does beside its inputs; `relu` says whether what it gives is cut off at 0. */
export type TfliteOperation =
  | ({ readonly kind: "conv" | "depthwise-conv"; readonly relu: boolean } & Steps)
  | ({ readonly kind: "max-pool"; readonly window: readonly [number, number] } & Steps)
  | { readonly kind: "add"; readonly relu: boolean }
  | { readonly kind: "concatenate"; readonly axis: number }
  | { readonly kind: "resize-bilinear"; readonly alignCorners: boolean; readonly halfPixelCenters: boolean }
  | { readonly kind: "dequantize" | "relu" | "reshape" | "pad" };

/** Inputs and outputs by the numbers of their tensors. */
export type TfliteOperator = TfliteOperation & {
  readonly inputs: readonly number[];
  readonly output: number;
};

/** Row-major; images are rows, columns, channels. */
export interface TfliteTensor {
  readonly shape: readonly number[];
  /** Null of what is computed. */
  readonly data: Float32Array | Int32Array | null;
}

export interface TfliteModel {
  readonly tensors: readonly TfliteTensor[];
  readonly operators: readonly TfliteOperator[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

const FILE_IDENTIFIER = "TFL3";
/** TensorType. */
const [FLOAT32, FLOAT16, INT32] = [0, 1, 2];
/** ActivationFunctionType. */
const [NONE, RELU] = [0, 1];

/** Of one network: those of its files that have several are not for us. */
class TfliteFormatError extends Error {}

function reluOf(activation: number): boolean {
  if (activation !== NONE && activation !== RELU) {
    throw new TfliteFormatError(`activation ${activation} is not known`);
  }
  return activation === RELU;
}

function stepsOf(options: FlatTable): Steps {
  return {
    padding: options.byte(0) === 0 ? "same" : "valid",
    strides: [options.integer(2), options.integer(1)],
  };
}

/** Fields of a convolution's options that follow its strides. */
function convolution(kind: "conv" | "depthwise-conv", options: FlatTable): TfliteOperation {
  const activation = kind === "conv" ? 3 : 4;
  const isDilated = options.integer(activation + 1, 1) !== 1 || options.integer(activation + 2, 1) !== 1;
  if (isDilated) throw new TfliteFormatError("dilated convolutions are not known");
  return { kind, ...stepsOf(options), relu: reluOf(options.byte(activation)) };
}

/** By BuiltinOperator. */
const OPERATIONS: Readonly<Record<number, (options: FlatTable) => TfliteOperation>> = {
  0: (options) => ({ kind: "add", relu: reluOf(options.byte(0)) }),
  2: (options) => ({ kind: "concatenate", axis: options.integer(0) }),
  3: (options) => convolution("conv", options),
  4: (options) => convolution("depthwise-conv", options),
  6: () => ({ kind: "dequantize" }),
  17: (options) => ({
    kind: "max-pool",
    ...stepsOf(options),
    window: [options.integer(4), options.integer(3)],
  }),
  19: () => ({ kind: "relu" }),
  22: () => ({ kind: "reshape" }),
  23: (options) => ({
    kind: "resize-bilinear",
    alignCorners: options.byte(2) !== 0,
    halfPixelCenters: options.byte(3) !== 0,
  }),
  34: () => ({ kind: "pad" }),
};

function readTensor(table: FlatTable, buffers: readonly FlatTable[]): TfliteTensor {
  const shape = table.integers(0);
  const bytes = buffers[table.integer(2)]?.bytes(0) ?? new Uint8Array();
  if (bytes.length === 0) return { shape, data: null };
  const type = table.byte(1);
  if (type === FLOAT32) return { shape, data: new Float32Array(bytes.buffer) };
  if (type === FLOAT16) return { shape, data: fromFloat16(new Uint16Array(bytes.buffer)) };
  if (type === INT32) return { shape, data: new Int32Array(bytes.buffer) };
  throw new TfliteFormatError(`tensors of type ${type} are not known`);
}

function readOperator(table: FlatTable, codes: readonly number[], empty: FlatTable): TfliteOperator {
  const code = codes[table.integer(0)] ?? -1;
  const operation = OPERATIONS[code];
  const [output] = table.integers(2);
  if (operation === undefined || output === undefined) {
    throw new TfliteFormatError(`operator ${code} is not known`);
  }
  return { ...operation(table.table(4) ?? empty), inputs: table.integers(1), output };
}

/**
 * The first network of a file, half-precision weights as single precision.
 * @throws Error where it is no such file, or has operators, types or options that are not known here
 */
export function readTflite(bytes: Uint8Array): TfliteModel {
  const identifier = new TextDecoder("latin1").decode(bytes.subarray(4, 8));
  if (identifier !== FILE_IDENTIFIER) throw new TfliteFormatError("no file of TensorFlow Lite");
  const model = FlatTable.root(bytes);
  const [network] = model.tables(2);
  if (network === undefined) throw new TfliteFormatError("a file without a network");
  // Newer files have the operator's number in field 3, older ones, and those whose number is small, in field 0.
  const codes = model.tables(1).map((code) => Math.max(code.byte(0), code.integer(3)));
  const buffers = model.tables(4);
  return {
    tensors: network.tables(0).map((tensor) => readTensor(tensor, buffers)),
    operators: network.tables(3).map((operator) => readOperator(operator, codes, operator)),
    inputs: network.integers(1),
    outputs: network.integers(2),
  };
}
