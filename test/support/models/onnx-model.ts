// Builds the graphs of small test models node by node: each call adds one node and returns the name of its output, so
// that a network reads like the formula that it computes.
import type {
  OnnxAttribute,
  OnnxGraph,
  OnnxModel,
  OnnxNode,
  OnnxTensor,
  OnnxValue,
} from "../../../media-node/onnx/onnx-writer.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";

type Attributes = Readonly<Record<string, OnnxAttribute>>;

export class GraphBuilder {
  readonly nodes: OnnxNode[] = [];
  readonly initializers: OnnxTensor[] = [];
  readonly #random: () => number;
  #count = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  #unique(kind: string): string {
    this.#count += 1;
    return `${kind}_${this.#count}`;
  }

  /** One node with one output, of this name where it is given. */
  op(op: string, inputs: readonly string[], attributes: Attributes = {}, output = this.#unique(op)): string {
    this.nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  }

  /** Moves the nodes that `build` adds into a graph of their own, with these of their values as outputs. */
  branch(build: () => readonly string[], outputs: OnnxGraph["outputs"]): OnnxAttribute {
    const first = this.nodes.length;
    const values = build();
    values.forEach((value, index) => {
      this.op("Identity", [value], {}, outputs[index]?.name);
    });
    return { graph: { inputs: [], outputs, nodes: this.nodes.splice(first) } };
  }

  floats(dims: readonly number[], data: Float32Array): string {
    const name = this.#unique("weights");
    this.initializers.push({ name, type: "float32", dims, data });
    return name;
  }

  scalar(value: number): string {
    return this.floats([], Float32Array.of(value));
  }

  /** A list of int64 values, or one value without a dimension. */
  integers(values: readonly number[] | number): string {
    const name = this.#unique("integers");
    const isList = typeof values !== "number";
    const data = BigInt64Array.from(isList ? values : [values], BigInt);
    this.initializers.push({ name, type: "int64", dims: isList ? [data.length] : [], data });
    return name;
  }

  /** Normally distributed weights; each row of the last dimension's elements may have a scale of its own. */
  random(dims: readonly number[], deviation: number | ((lastIndex: number) => number)): string {
    const length = dims.reduce((product, dim) => product * dim, 1);
    const lastDim = dims.at(-1) ?? 1;
    const data = new Float32Array(length);
    for (let index = 0; index < length; index += 1) {
      const radius = Math.sqrt(-2 * Math.log(1 - this.#random()));
      const scale = typeof deviation === "number" ? deviation : deviation(index % lastDim);
      data[index] = scale * radius * Math.cos(2 * Math.PI * this.#random());
    }
    return this.floats(dims, data);
  }

  /** x W + b with random weights that keep the variance, times a gain. */
  linear(x: string, inputs: number, outputs: number, gain = 1): string {
    const product = this.op("MatMul", [x, this.random([inputs, outputs], gain / Math.sqrt(inputs))]);
    return this.op("Add", [product, this.random([outputs], 0.02)]);
  }

  layerNorm(x: string, width: number): string {
    const scale = this.floats([width], new Float32Array(width).fill(1));
    const bias = this.random([width], 0.02);
    return this.op("LayerNormalization", [x, scale, bias], { axis: { int: -1 }, epsilon: { float: 1e-5 } });
  }

  gelu(x: string): string {
    const error = this.op("Erf", [this.op("Div", [x, this.scalar(Math.SQRT2)])]);
    const half = this.op("Mul", [x, this.scalar(0.5)]);
    return this.op("Mul", [half, this.op("Add", [error, this.scalar(1)])]);
  }
}

/** The nodes with these values renamed wherever they occur, also in the graphs inside. */
function renamed(nodes: readonly OnnxNode[], names: ReadonlyMap<string, string>): OnnxNode[] {
  const rename = (values: readonly string[]): string[] => values.map((name) => names.get(name) ?? name);
  const inside = (attribute: OnnxAttribute): OnnxAttribute =>
    "graph" in attribute
      ? { graph: { ...attribute.graph, nodes: renamed(attribute.graph.nodes, names) } }
      : attribute;
  return nodes.map((node) => ({
    ...node,
    inputs: rename(node.inputs),
    outputs: rename(node.outputs),
    attributes: Object.fromEntries(
      Object.entries(node.attributes ?? {}).map(([name, attribute]) => [name, inside(attribute)]),
    ),
  }));
}

/** The model with float inputs and outputs in half precision; it still computes in single precision. */
export function withHalfPrecisionEdges(model: OnnxModel): OnnxModel {
  const isFloat = ({ type }: OnnxValue): boolean => type === "float32";
  const inner = ({ name }: OnnxValue): string => `${name}.single`;
  const edges = [...model.inputs, ...model.outputs].filter(isFloat);
  const half = (value: OnnxValue): OnnxValue => (isFloat(value) ? { ...value, type: "float16" } : value);
  const cast = (from: string, to: string, type: number): OnnxNode => ({
    op: "Cast",
    inputs: [from],
    outputs: [to],
    attributes: { to: { int: type } },
  });
  return {
    ...model,
    inputs: model.inputs.map(half),
    outputs: model.outputs.map(half),
    nodes: [
      ...model.inputs.filter(isFloat).map((value) => cast(value.name, inner(value), 1)),
      ...renamed(model.nodes, new Map(edges.map((value) => [value.name, inner(value)]))),
      ...model.outputs.filter(isFloat).map((value) => cast(inner(value), value.name, 10)),
    ],
  };
}
