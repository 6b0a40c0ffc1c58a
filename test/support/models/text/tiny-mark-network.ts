// A network of marks whose logits can be computed by hand: the ids of a word and of its ending, smoothed over the 41 words
// around it, times one number for each column.
import type { FoundBundle } from "../../../../media-node/models/find-bundles.ts";
import { writeOnnxModel } from "../../../../media-node/onnx/onnx-writer.ts";
import { writeHubBundle } from "../hub-bundle.ts";
import { GraphBuilder } from "../onnx-model.ts";
import { hashesOf } from "./tiny-sentence-judge.ts";

const REACH = 20;
const SCALE = 1 / 1_000;

/** @param weights one for each column */
export function tinyMarkNetwork(weights: readonly number[] = [1, 2, 3, 4, 5, 6, 7]): Buffer {
  const graph = new GraphBuilder(1);
  const sums = graph.op("Cast", [graph.op("Add", ["words", "endings"])], { to: { int: 1 } });
  const line = graph.op("Reshape", [sums, graph.integers([1, 1, -1])]);
  const kernel = graph.floats([1, 1, 2 * REACH + 1], new Float32Array(2 * REACH + 1).fill(SCALE));
  const smooth = graph.op("Conv", [line, kernel], { pads: { ints: [REACH, REACH] } });
  const row = graph.floats([1, weights.length], Float32Array.from(weights));
  graph.op("MatMul", [graph.op("Reshape", [smooth, graph.integers([-1, 1])]), row], {}, "said");
  return Buffer.from(
    writeOnnxModel({
      opset: 17,
      irVersion: 8,
      inputs: [
        { name: "words", type: "int32", shape: ["words"] },
        { name: "endings", type: "int32", shape: ["words"] },
      ],
      outputs: [{ name: "said", type: "float32", shape: ["words", "columns"] }],
      nodes: graph.nodes,
      initializers: graph.initializers,
    }),
  );
}

/** The first column of what the network says, from the sums of a token's two ids. */
export function expectedLogits(ids: readonly number[]): number[] {
  return ids.map((_, at) => {
    const around = ids.slice(Math.max(0, at - REACH), at + REACH + 1);
    return SCALE * around.reduce((sum, value) => sum + value, 0);
  });
}

export interface MarkFiles {
  readonly network?: Buffer;
  readonly vocabulary?: Buffer;
  readonly languages?: string[];
}

/** Writes the bundle into a folder. */
export async function tinyMarkBundle(folder: string, files: MarkFiles = {}): Promise<FoundBundle> {
  const { network = tinyMarkNetwork(), vocabulary = hashesOf(["bees", "dance"]) } = files;
  const bundle = await writeHubBundle(
    folder,
    { "model.onnx": network, "vocabulary.bin": vocabulary },
    { kind: "text-marks", family: "mark-network", languages: files.languages ?? ["en"] },
  );
  return { ...bundle, isBuiltIn: false };
}
