// Turns a network of TensorFlow Lite into one of ONNX, operator by operator. TensorFlow has an image's channels last,
// ONNX first: what has four dimensions is turned once at the input, and back where its shape changes. Inputs and
// outputs keep the layout of the file.
import type { OnnxAttribute, OnnxModel, OnnxNode, OnnxTensor } from "../onnx-writer.ts";
import type { Padding, TfliteModel, TfliteOperator, TfliteTensor } from "./read-tflite.ts";

const OPSET = 13;
const IR_VERSION = 7;
const TO_CHANNELS_FIRST = [0, 3, 1, 2];
const TO_CHANNELS_LAST = [0, 2, 3, 1];

/** Row-major values with their axes in another order. */
function transposed({ shape, data }: TfliteTensor, order: readonly number[]): OnnxTensor {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, size) => product * size, 1));
  const dims = order.map((axis) => shape[axis] ?? 1);
  const steps = order.map((axis) => strides[axis] ?? 0);
  const values = new Float32Array(data?.length ?? 0);
  const index = dims.map(() => 0);
  let from = 0;
  for (let at = 0; at < values.length; at += 1) {
    values[at] = data?.[from] ?? 0;
    for (let axis = dims.length - 1; axis >= 0; axis -= 1) {
      const [size, step] = [dims[axis] ?? 1, steps[axis] ?? 0];
      index[axis] = (index[axis] ?? 0) + 1;
      from += step;
      if (index[axis] !== size) break;
      index[axis] = 0;
      from -= size * step;
    }
  }
  return { name: "", type: "float32", dims, data: values };
}

/** As TensorFlow pads: what is left over stands below and to the right. */
function padsOf(
  padding: Padding,
  input: TfliteTensor,
  window: readonly [number, number],
  strides: readonly [number, number],
): number[] {
  const totals = window.map((size, axis) => {
    const [length = 1, stride = 1] = [input.shape[axis + 1], strides[axis]];
    if (padding === "valid") return 0;
    return Math.max(0, (Math.ceil(length / stride) - 1) * stride + size - length);
  });
  return [...totals.map((total) => Math.floor(total / 2)), ...totals.map((total) => Math.ceil(total / 2))];
}

class Translation {
  readonly nodes: OnnxNode[] = [];
  readonly initializers: OnnxTensor[] = [];
  readonly #model: TfliteModel;
  /** A dequantized tensor is the tensor that it was. */
  readonly #same = new Map<number, number>();

  constructor(model: TfliteModel) {
    this.#model = model;
  }

  #tensor(number: number | undefined): TfliteTensor {
    const tensor = this.#model.tensors[this.#same.get(number ?? -1) ?? number ?? -1];
    if (tensor === undefined) throw new Error(`there is no tensor ${number}`);
    return tensor;
  }

  #name(number: number | undefined): string {
    return `t${this.#same.get(number ?? -1) ?? number}`;
  }

  node(
    op: string,
    inputs: readonly string[],
    output: string,
    attributes: Record<string, OnnxAttribute> = {},
  ): string {
    this.nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  }

  #constant(name: string, tensor: Omit<OnnxTensor, "name">): string {
    this.initializers.push({ ...tensor, name });
    return name;
  }

  #integers(name: string, values: readonly number[]): string {
    return this.#constant(name, {
      type: "int64",
      dims: [values.length],
      data: BigInt64Array.from(values, BigInt),
    });
  }

  /** Adds the node with what it gives cut off at 0 where the operator says so. */
  #activated(relu: boolean, output: string, add: (name: string) => void): void {
    add(relu ? `${output}.linear` : output);
    if (relu) this.node("Relu", [`${output}.linear`], output);
  }

  #convolution(operator: TfliteOperator & { kind: "conv" | "depthwise-conv" }): void {
    const [input, weights, bias] = operator.inputs;
    const filter = this.#tensor(weights);
    const output = this.#name(operator.output);
    // Filters lie as [out, rows, columns, in]; of depthwise ones as [1, rows, columns, out].
    const isDepthwise = operator.kind === "depthwise-conv";
    const order = isDepthwise ? [3, 0, 1, 2] : [0, 3, 1, 2];
    const kernel: [number, number] = [filter.shape[1] ?? 1, filter.shape[2] ?? 1];
    const terms = [this.#constant(`${output}.weights`, transposed(filter, order))];
    const shift = bias === undefined || bias < 0 ? null : this.#tensor(bias);
    if (shift?.data instanceof Float32Array) {
      terms.push(this.#constant(`${output}.bias`, { type: "float32", dims: shift.shape, data: shift.data }));
    }
    const pads = padsOf(operator.padding, this.#tensor(input), kernel, operator.strides);
    this.#activated(operator.relu, output, (name) => {
      this.node("Conv", [this.#name(input), ...terms], name, {
        kernel_shape: { ints: kernel },
        strides: { ints: operator.strides },
        pads: { ints: pads },
        group: { int: isDepthwise ? (this.#tensor(input).shape[3] ?? 1) : 1 },
      });
    });
  }

  #reshape(operator: TfliteOperator): void {
    const [input] = operator.inputs;
    const output = this.#name(operator.output);
    const isImage = this.#tensor(input).shape.length === 4;
    const from = isImage
      ? this.node("Transpose", [this.#name(input)], `${output}.last`, { perm: { ints: TO_CHANNELS_LAST } })
      : this.#name(input);
    const shape = this.#integers(`${output}.shape`, this.#tensor(operator.output).shape);
    this.node("Reshape", [from, shape], output);
  }

  #resize(operator: TfliteOperator & { kind: "resize-bilinear" }): void {
    const output = this.#name(operator.output);
    const [, rows = 1, columns = 1, channels = 1] = this.#tensor(operator.output).shape;
    const sizes = this.#integers(`${output}.sizes`, [1, channels, rows, columns]);
    const mode = operator.alignCorners
      ? "align_corners"
      : operator.halfPixelCenters
        ? "half_pixel"
        : "asymmetric";
    this.node("Resize", [this.#name(operator.inputs[0]), "", "", sizes], output, {
      mode: { string: "linear" },
      coordinate_transformation_mode: { string: mode },
    });
  }

  #pad(operator: TfliteOperator): void {
    const [input, amounts] = operator.inputs;
    const output = this.#name(operator.output);
    // Before and after each axis; ONNX has all that come before first.
    const values = [...(this.#tensor(amounts).data ?? [])];
    const order =
      this.#tensor(input).shape.length === 4 ? TO_CHANNELS_FIRST : [0, 1, 2].slice(0, values.length / 2);
    const pads = [0, 1].flatMap((side) => order.map((axis) => values[2 * axis + side] ?? 0));
    this.node("Pad", [this.#name(input), this.#integers(`${output}.pads`, pads)], output);
  }

  add(operator: TfliteOperator): void {
    const names = operator.inputs.map((input) => this.#name(input));
    const output = this.#name(operator.output);
    switch (operator.kind) {
      case "dequantize":
        this.#same.set(operator.output, operator.inputs[0] ?? -1);
        return;
      case "conv":
      case "depthwise-conv":
        this.#convolution(operator);
        return;
      case "max-pool": {
        const { window, strides, padding } = operator;
        const pads = padsOf(padding, this.#tensor(operator.inputs[0]), window, strides);
        const attributes = {
          kernel_shape: { ints: window },
          strides: { ints: strides },
          pads: { ints: pads },
        };
        this.node("MaxPool", names, output, attributes);
        return;
      }
      case "add":
        this.#activated(operator.relu, output, (name) => this.node("Add", names, name));
        return;
      case "concatenate": {
        const rank = this.#tensor(operator.output).shape.length;
        const axis = operator.axis < 0 ? operator.axis + rank : operator.axis;
        this.node("Concat", names, output, {
          axis: { int: rank === 4 ? TO_CHANNELS_FIRST.indexOf(axis) : axis },
        });
        return;
      }
      case "relu":
        this.node("Relu", names, output);
        return;
      case "reshape":
        this.#reshape(operator);
        return;
      case "resize-bilinear":
        this.#resize(operator);
        return;
      case "pad":
        this.#pad(operator);
    }
  }
}

/**
 * The same network as ONNX: input `input` and outputs `output0`, `output1`… of the file's shapes, single precision.
 * @throws Error where the file's numbers do not fit each other
 */
export function tfliteToOnnx(model: TfliteModel): OnnxModel {
  const [input] = model.inputs;
  const shape = model.tensors[input ?? -1]?.shape;
  if (shape?.length !== 4) throw new Error("a network that takes no images");
  const translation = new Translation(model);
  translation.node("Transpose", ["input"], `t${input}`, { perm: { ints: TO_CHANNELS_FIRST } });
  for (const operator of model.operators) translation.add(operator);
  const outputs = model.outputs.map((number, index) => {
    const outputShape = model.tensors[number]?.shape ?? [];
    if (outputShape.length === 4) {
      translation.node("Transpose", [`t${number}`], `output${index}`, { perm: { ints: TO_CHANNELS_LAST } });
    } else translation.node("Identity", [`t${number}`], `output${index}`);
    return { name: `output${index}`, type: "float32" as const, shape: outputShape };
  });
  const { nodes, initializers } = translation;
  const inputs = [{ name: "input", type: "float32" as const, shape }];
  return { opset: OPSET, irVersion: IR_VERSION, nodes, initializers, inputs, outputs };
}
