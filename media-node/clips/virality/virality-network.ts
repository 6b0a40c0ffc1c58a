// An additive model as an ONNX graph. Input `features` [n, F], NaN where not known; outputs `scores` [n, 4], points of 0
// to 25, and `contributions` [n, F, 4], what each feature adds to each head's logit. The decomposition is exact:
// scores = 25 · sigmoid(bias + Σ contributions).

import { floatTensor, integerTensor, type OnnxNode, writeOnnxModel } from "../../onnx/onnx-writer.ts";
import { type AdditiveModel, HEAD_POINTS, HEADS, hingesOf } from "./additive-model.ts";

const OPSET = 17;
const IR_VERSION = 8;

/** What the units give at their neutral values, [F, 1, 4]. */
function offsetsOf({ weights, neutral, knots }: AdditiveModel): number[] {
  return weights.flatMap((rows, feature) => {
    const hinges = hingesOf(neutral[feature] ?? 0, knots);
    return HEADS.map((_, head) => rows.reduce((sum, row, k) => sum + (hinges[k] ?? 0) * (row[head] ?? 0), 0));
  });
}

const NODES: readonly OnnxNode[] = [
  { op: "IsNaN", inputs: ["features"], outputs: ["unknown"] },
  { op: "Where", inputs: ["unknown", "neutral", "features"], outputs: ["filled"] },
  { op: "Clip", inputs: ["filled", "zero", "one"], outputs: ["values"] },
  {
    op: "Transpose",
    inputs: ["values"],
    outputs: ["byFeature"],
    attributes: { perm: { ints: [1, 0] } },
  },
  { op: "Unsqueeze", inputs: ["byFeature", "lastAxis"], outputs: ["columns"] },
  { op: "Sub", inputs: ["columns", "knots"], outputs: ["beyond"] },
  { op: "Relu", inputs: ["beyond"], outputs: ["hinges"] },
  { op: "MatMul", inputs: ["hinges", "weights"], outputs: ["units"] },
  { op: "Sub", inputs: ["units", "offsets"], outputs: ["centred"] },
  {
    op: "Transpose",
    inputs: ["centred"],
    outputs: ["contributions"],
    attributes: { perm: { ints: [1, 0, 2] } },
  },
  {
    op: "ReduceSum",
    inputs: ["contributions", "featureAxis"],
    outputs: ["sums"],
    attributes: { keepdims: { int: 0 } },
  },
  { op: "Add", inputs: ["sums", "bias"], outputs: ["logits"] },
  { op: "Sigmoid", inputs: ["logits"], outputs: ["shares"] },
  { op: "Mul", inputs: ["shares", "points"], outputs: ["scores"] },
];

/** The bytes of the model's ONNX file. */
export function writeViralityNetwork(model: AdditiveModel): Uint8Array {
  const featureCount = model.features.length;
  const headCount = HEADS.length;
  return writeOnnxModel({
    opset: OPSET,
    irVersion: IR_VERSION,
    inputs: [{ name: "features", type: "float32", shape: ["candidates", featureCount] }],
    outputs: [
      { name: "scores", type: "float32", shape: ["candidates", headCount] },
      { name: "contributions", type: "float32", shape: ["candidates", featureCount, headCount] },
    ],
    nodes: NODES,
    initializers: [
      floatTensor("neutral", [featureCount], model.neutral),
      floatTensor("knots", [model.knots.length], model.knots),
      floatTensor("weights", [featureCount, model.knots.length, headCount], model.weights.flat(2)),
      floatTensor("offsets", [featureCount, 1, headCount], offsetsOf(model)),
      floatTensor("bias", [headCount], model.bias),
      floatTensor("zero", [], [0]),
      floatTensor("one", [], [1]),
      floatTensor("points", [], [HEAD_POINTS]),
      integerTensor("lastAxis", [2]),
      integerTensor("featureAxis", [1]),
    ],
    metadata: { featuresVersion: String(model.featuresVersion), features: model.features.join(" ") },
  });
}
