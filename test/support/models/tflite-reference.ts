// What TensorFlow Lite's operators mean, written plainly: loops over rows, columns and channels, one value at a time.
// Slow, and made for nothing but comparing.
import type { TfliteModel, TfliteOperator } from "../../../media-node/onnx/tflite/read-tflite.ts";

interface Values {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

const sizeOf = (shape: readonly number[]): number => shape.reduce((product, size) => product * size, 1);

/** How many rows or columns stand before the image. */
function padBefore(padding: string, length: number, size: number, stride: number): number {
  if (padding === "valid") return 0;
  const given = Math.ceil(length / stride);
  return Math.floor(Math.max(0, (given - 1) * stride + size - length) / 2);
}

type Steps = TfliteOperator & { kind: "conv" | "depthwise-conv" | "max-pool" };

/** All pairs of a row and a column, in order. */
function places(rows: number, columns: number): (readonly [number, number])[] {
  return Array.from({ length: rows * columns }, (_, at) => [Math.floor(at / columns), at % columns] as const);
}

/** Calls `visit` for each place of what is given, with each place of the image that its window covers. */
function overWindows(
  { padding, strides }: Steps,
  { input, output, window }: { input: Values; output: readonly number[]; window: readonly number[] },
  visit: (place: number, from: number, inWindow: number) => void,
): void {
  const [, height = 0, width = 0] = input.shape;
  const [, outputRows = 0, outputColumns = 0] = output;
  const [rows = 1, columns = 1] = window;
  const top = padBefore(padding, height, rows, strides[0]);
  const left = padBefore(padding, width, columns, strides[1]);
  const inWindow = places(rows, columns);
  for (const [place, [y, x]] of places(outputRows, outputColumns).entries()) {
    for (const [index, [row, column]] of inWindow.entries()) {
      const [fromY, fromX] = [y * strides[0] + row - top, x * strides[1] + column - left];
      const isInside = fromY >= 0 && fromX >= 0 && fromY < height && fromX < width;
      if (isInside) visit(place, fromY * width + fromX, index);
    }
  }
}

function resize(
  operator: TfliteOperator & { kind: "resize-bilinear" },
  input: Values,
  shape: readonly number[],
): Float32Array {
  if (operator.alignCorners || !operator.halfPixelCenters) throw new Error("not needed, not written");
  const [, height = 1, width = 1, channels = 1] = input.shape;
  const [, rows = 1, columns = 1] = shape;
  const result = new Float32Array(sizeOf(shape));
  const at = (y: number, x: number, channel: number): number => {
    const [row, column] = [Math.min(height - 1, Math.max(0, y)), Math.min(width - 1, Math.max(0, x))];
    return input.data[(row * width + column) * channels + channel] ?? 0;
  };
  for (let index = 0; index < result.length; index += 1) {
    const channel = index % channels;
    const place = (index - channel) / channels;
    const y = Math.max(0, ((Math.floor(place / columns) + 0.5) * height) / rows - 0.5);
    const x = Math.max(0, (((place % columns) + 0.5) * width) / columns - 0.5);
    const [top, left] = [Math.floor(y), Math.floor(x)];
    const [down, right] = [y - top, x - left];
    const upper = at(top, left, channel) * (1 - right) + at(top, left + 1, channel) * right;
    const lower = at(top + 1, left, channel) * (1 - right) + at(top + 1, left + 1, channel) * right;
    result[index] = upper * (1 - down) + lower * down;
  }
  return result;
}

function convolve(
  operator: TfliteOperator & Steps,
  [input, weights, bias]: Values[],
  shape: readonly number[],
): Float32Array {
  if (input === undefined || weights === undefined) throw new Error("a convolution has weights");
  const [channels = 1, given = 1] = [input.shape[3], shape[3]];
  const result = Float32Array.from({ length: sizeOf(shape) }, (_, index) => bias?.data[index % given] ?? 0);
  const window = weights.shape.slice(1, 3);
  const windowSize = sizeOf(window);
  overWindows(operator, { input, output: shape, window }, (place, from, inWindow) => {
    for (let out = 0; out < given; out += 1) {
      const to = place * given + out;
      if (operator.kind === "depthwise-conv") {
        const channel = Math.floor((out * channels) / given);
        const weight = weights.data[inWindow * given + out] ?? 0;
        result[to] = (result[to] ?? 0) + weight * (input.data[from * channels + channel] ?? 0);
        continue;
      }
      let sum = result[to] ?? 0;
      const row = (out * windowSize + inWindow) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        sum += (weights.data[row + channel] ?? 0) * (input.data[from * channels + channel] ?? 0);
      }
      result[to] = sum;
    }
  });
  return result;
}

function pool(
  operator: TfliteOperator & { kind: "max-pool" },
  input: Values,
  shape: readonly number[],
): Float32Array {
  const channels = shape[3] ?? 1;
  const result = new Float32Array(sizeOf(shape)).fill(Number.NEGATIVE_INFINITY);
  overWindows(operator, { input, output: shape, window: operator.window }, (place, from) => {
    for (let channel = 0; channel < channels; channel += 1) {
      const to = place * channels + channel;
      result[to] = Math.max(result[to] ?? 0, input.data[from * channels + channel] ?? 0);
    }
  });
  return result;
}

/** Zeros around; axis by axis, before and after. */
function pad(input: Values, amounts: ArrayLike<number>, shape: readonly number[]): Float32Array {
  const result = new Float32Array(sizeOf(shape));
  for (let index = 0; index < input.data.length; index += 1) {
    let [rest, to, step] = [index, 0, 1];
    for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
      const size = input.shape[axis] ?? 1;
      to += ((rest % size) + (amounts[2 * axis] ?? 0)) * step;
      rest = Math.floor(rest / size);
      step *= shape[axis] ?? 1;
    }
    result[to] = input.data[index] ?? 0;
  }
  return result;
}

/** One after the other along an axis. */
function concatenate(parts: readonly Values[], axis: number, shape: readonly number[]): Float32Array {
  const result = new Float32Array(sizeOf(shape));
  const outer = sizeOf(shape.slice(0, axis));
  let to = 0;
  for (let row = 0; row < outer; row += 1) {
    for (const { shape: own, data } of parts) {
      const length = sizeOf(own.slice(axis));
      for (let at = 0; at < length; at += 1) result[to + at] = data[row * length + at] ?? 0;
      to += length;
    }
  }
  return result;
}

function compute(operator: TfliteOperator, inputs: Values[], shape: readonly number[]): ArrayLike<number> {
  const [first, second] = inputs;
  if (first === undefined) throw new Error("an operator has an input");
  switch (operator.kind) {
    case "conv":
    case "depthwise-conv":
      return convolve(operator, inputs, shape);
    case "max-pool":
      return pool(operator, first, shape);
    case "add":
      return Float32Array.from(
        { length: sizeOf(shape) },
        (_, at) => (first.data[at] ?? 0) + (second?.data[at] ?? 0),
      );
    case "relu":
      return Float32Array.from(first.data, (value) => Math.max(0, value));
    case "pad":
      return pad(first, second?.data ?? [], shape);
    case "concatenate":
      return concatenate(inputs, operator.axis, shape);
    case "resize-bilinear":
      return resize(operator, first, shape);
    case "dequantize":
    case "reshape":
      return first.data;
  }
}

/** Runs a network on one input; answers its outputs in order. */
export function runReference(model: TfliteModel, input: Float32Array): Float32Array[] {
  const values = new Map<number, ArrayLike<number>>();
  model.tensors.forEach(({ data }, number) => {
    if (data !== null) values.set(number, data);
  });
  values.set(model.inputs[0] ?? -1, input);
  const valuesOf = (number: number): Values => {
    const data = values.get(number);
    if (data === undefined) throw new Error(`tensor ${number} is used before it is there`);
    return { shape: model.tensors[number]?.shape ?? [], data };
  };
  for (const operator of model.operators) {
    const shape = model.tensors[operator.output]?.shape ?? [];
    const result = compute(operator, operator.inputs.map(valuesOf), shape);
    const isCut = "relu" in operator && operator.relu;
    values.set(operator.output, isCut ? Float32Array.from(result, (value) => Math.max(0, value)) : result);
  }
  return model.outputs.map((number) => Float32Array.from(valuesOf(number).data));
}
