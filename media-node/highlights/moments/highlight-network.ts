// A highlight model as an ONNX graph (the formula stands in highlights/moments/match-excitement). Inputs `curves` [1,
// C, T], NaN where not known, and `category` [1], its index; outputs `excitement` [1, T], 0 to 1, and `contributions`
// [1, C, T], what each curve adds to the logit. The decomposition is exact: excitement = sigmoid(bias + Σ
// contributions).

import { floatTensor, integerTensor, type OnnxNode, writeOnnxModel } from "../../onnx/onnx-writer.ts";
import type { ExcitementModel } from "./match-excitement.ts";

const OPSET = 17;
const IR_VERSION = 8;
/** TensorProto.DataType. */
const FLOAT32 = 1;

/** What is known, and how far it lies off what is usual in this match; both [1, C, T]. */
const DEVIATIONS: readonly OnnxNode[] = [
  { op: "IsNaN", inputs: ["curves"], outputs: ["unknown"] },
  { op: "Where", inputs: ["unknown", "zero", "curves"], outputs: ["filled"] },
  { op: "Clip", inputs: ["filled", "zero", "one"], outputs: ["values"] },
  { op: "Not", inputs: ["unknown"], outputs: ["isKnown"] },
  { op: "Cast", inputs: ["isKnown"], outputs: ["known"], attributes: { to: { int: FLOAT32 } } },
  { op: "ReduceSum", inputs: ["values", "timeAxis"], outputs: ["sums"] },
  { op: "ReduceSum", inputs: ["known", "timeAxis"], outputs: ["counts"] },
  { op: "Add", inputs: ["sums", "usualSums"], outputs: ["allSums"] },
  { op: "Add", inputs: ["counts", "usualTicks"], outputs: ["allCounts"] },
  { op: "Div", inputs: ["allSums", "allCounts"], outputs: ["usual"] },
  { op: "Sub", inputs: ["values", "usual"], outputs: ["differences"] },
  { op: "Mul", inputs: ["differences", "known"], outputs: ["deviations"] },
];

/** The category's kernels, one group of the convolution for each curve. */
function fusion(curveCount: number, reachTicks: number): OnnxNode[] {
  const grouped = { group: { int: curveCount }, pads: { ints: [reachTicks, reachTicks] } };
  return [
    { op: "Gather", inputs: ["kernels", "category"], outputs: ["chosen"] },
    { op: "Transpose", inputs: ["chosen"], outputs: ["kernel"], attributes: { perm: { ints: [1, 0, 2] } } },
    { op: "Abs", inputs: ["kernel"], outputs: ["reach"] },
    { op: "Conv", inputs: ["deviations", "kernel"], outputs: ["evidence"], attributes: grouped },
    { op: "Conv", inputs: ["known", "reach"], outputs: ["knownReach"], attributes: grouped },
    { op: "ReduceSum", inputs: ["knownReach", "curveAxis"], outputs: ["present"] },
    { op: "ReduceSum", inputs: ["reach", "allAxes"], outputs: ["whole"] },
    { op: "Mul", inputs: ["whole", "leastKnown"], outputs: ["least"] },
    { op: "Max", inputs: ["present", "least"], outputs: ["counted"] },
    { op: "Div", inputs: ["whole", "counted"], outputs: ["scale"] },
    { op: "Mul", inputs: ["evidence", "scale"], outputs: ["contributions"] },
    {
      op: "ReduceSum",
      inputs: ["contributions", "curveAxis"],
      outputs: ["sum"],
      attributes: { keepdims: { int: 0 } },
    },
    { op: "Gather", inputs: ["bias", "category"], outputs: ["ownBias"] },
    { op: "Add", inputs: ["sum", "ownBias"], outputs: ["logits"] },
    { op: "Sigmoid", inputs: ["logits"], outputs: ["excitement"] },
  ];
}

/** The bytes of the model's ONNX file. */
export function writeHighlightNetwork(model: ExcitementModel): Uint8Array {
  const { kernels, bias, priorMeans, priorTicks, minKnown, categories } = model;
  const curveCount = priorMeans.length;
  const taps = kernels[0]?.[0]?.length ?? 1;
  return writeOnnxModel({
    opset: OPSET,
    irVersion: IR_VERSION,
    inputs: [
      { name: "curves", type: "float32", shape: [1, curveCount, "ticks"] },
      { name: "category", type: "int64", shape: [1] },
    ],
    outputs: [
      { name: "excitement", type: "float32", shape: [1, "ticks"] },
      { name: "contributions", type: "float32", shape: [1, curveCount, "ticks"] },
    ],
    nodes: [...DEVIATIONS, ...fusion(curveCount, (taps - 1) / 2)],
    initializers: [
      floatTensor("kernels", [categories.length, curveCount, taps], kernels.flat(2)),
      floatTensor("bias", [categories.length, 1], bias),
      floatTensor(
        "usualSums",
        [1, curveCount, 1],
        priorMeans.map((value) => value * priorTicks),
      ),
      floatTensor("usualTicks", [], [priorTicks]),
      floatTensor("leastKnown", [], [minKnown]),
      floatTensor("zero", [], [0]),
      floatTensor("one", [], [1]),
      integerTensor("timeAxis", [2]),
      integerTensor("curveAxis", [1]),
      integerTensor("allAxes", [0, 1, 2]),
    ],
    metadata: { categories: categories.join(" ") },
  });
}
