// A sentence judge whose judgements can be computed by hand: the sum of the ids of a sentence's words and phrases, smoothed
// over the 65 sentences around it (as far as windows of a long source may reach), plus the sum of its facts, times one
// number for each column. For titles it says of each token its id, and of what stands before a sentence the sum of its
// facts, times the number of the column.

import {
  JUDGEMENT_COLUMNS,
  SENTENCE_FACTS,
  TITLE_COLUMNS,
} from "../../../../media-node/clips/sentences/sentence-judgements.ts";
import { SENTENCE_PHRASES, SENTENCE_TOKENS } from "../../../../media-node/clips/sentences/sentence-tokens.ts";
import type { FoundBundle } from "../../../../media-node/models/find-bundles.ts";
import { hashToken } from "../../../../media-node/models/known-words.ts";
import { writeOnnxModel } from "../../../../media-node/onnx/onnx-writer.ts";
import { writeHubBundle } from "../hub-bundle.ts";
import { GraphBuilder } from "../onnx-model.ts";

const REACH = 32;
/** Ids are a few hundred; their smoothed sums shall be near 1. */
const SCALE = 1 / 1_000;

export interface TinyJudge {
  readonly columns?: number;
  /** What is multiplied with a column; its number, from 1 on, unless told. */
  readonly weights?: readonly number[];
  readonly facts?: number;
  /** Of what is said for titles; 0 where it says nothing of them. */
  readonly titleColumns?: number;
}

/** What is said of each token for titles, and of what stands before the first one, row by row. */
function rateTokens(graph: GraphBuilder, seen: string, columns: number): string {
  const ids = graph.op("Concat", [seen, graph.op("Cast", ["tokens"], { to: { int: 1 } })], {
    axis: { int: 1 },
  });
  const row = graph.floats(
    [1, columns],
    Float32Array.from({ length: columns }, (_, column) => column + 1),
  );
  const rated = graph.op("MatMul", [graph.op("Unsqueeze", [ids, graph.integers([2])]), row]);
  return graph.op("Flatten", [rated], { axis: { int: 1 } });
}

export function tinyJudgeNetwork({
  columns = JUDGEMENT_COLUMNS,
  weights,
  facts,
  titleColumns = TITLE_COLUMNS,
}: TinyJudge = {}): Buffer {
  const graph = new GraphBuilder(1);
  const both = graph.op("Concat", ["tokens", "phrases"], { axis: { int: 1 } });
  const ids = graph.op("Cast", [both], { to: { int: 1 } });
  const sums = graph.op("ReduceSum", [ids, graph.integers([1])]);
  const line = graph.op("Reshape", [sums, graph.integers([1, 1, -1])]);
  const kernel = graph.floats([1, 1, 2 * REACH + 1], new Float32Array(2 * REACH + 1).fill(SCALE));
  const smooth = graph.op("Conv", [line, kernel], { pads: { ints: [REACH, REACH] } });
  const said = graph.op("Reshape", [smooth, graph.integers([-1, 1])]);
  const seen = graph.op("ReduceSum", ["facts", graph.integers([1])]);
  const perColumn = weights ?? Array.from({ length: columns }, (_, column) => column + 1);
  const row = graph.floats([1, columns], Float32Array.from(perColumn));
  const judgeAll = (): string => graph.op("MatMul", [graph.op("Add", [said, seen]), row]);
  const branch = (name: string, build: () => string) =>
    graph.branch(() => [build()], [{ name, type: "float32", shape: ["sentences", "columns"] }]);
  if (titleColumns === 0) graph.op("Identity", [judgeAll()], {}, "said");
  else {
    const branches = {
      then_branch: branch("titles", () => rateTokens(graph, seen, titleColumns)),
      else_branch: branch("judgements", judgeAll),
    };
    graph.op("If", ["asks_titles"], branches, "said");
  }
  return Buffer.from(
    writeOnnxModel({
      opset: 17,
      irVersion: 8,
      inputs: [
        { name: "tokens", type: "int32", shape: ["sentences", SENTENCE_TOKENS] },
        { name: "phrases", type: "int32", shape: ["sentences", SENTENCE_PHRASES] },
        { name: "facts", type: "float32", shape: ["sentences", facts ?? SENTENCE_FACTS] },
        ...(titleColumns > 0 ? [{ name: "asks_titles", type: "bool", shape: [1] } as const] : []),
      ],
      outputs: [{ name: "said", type: "float32", shape: ["sentences", "columns"] }],
      nodes: graph.nodes,
      initializers: graph.initializers,
    }),
  );
}

/** The first column of what the network says, from sums of ids and of facts, one a sentence. */
export function expectedWorth(ids: readonly number[], facts: readonly number[]): number[] {
  return ids.map((_, at) => {
    const around = ids.slice(Math.max(0, at - REACH), at + REACH + 1);
    return SCALE * around.reduce((sum, value) => sum + value, 0) + (facts[at] ?? 0);
  });
}

/** The hashes of words or phrases, as their file has them. */
export function hashesOf(words: readonly string[]): Buffer {
  const hashes = words.map(hashToken).sort((a, b) => a - b);
  const bytes = Buffer.alloc(4 * hashes.length);
  for (const [index, hash] of hashes.entries()) bytes.writeUInt32LE(hash, 4 * index);
  return bytes;
}

export interface JudgeFiles {
  readonly network?: Buffer;
  readonly vocabulary?: Buffer;
  readonly phrases?: Buffer;
  readonly languages?: string[];
}

/** Writes the bundle into a folder. */
export async function tinyJudgeBundle(folder: string, files: JudgeFiles = {}): Promise<FoundBundle> {
  const { network = tinyJudgeNetwork(), vocabulary = hashesOf(["bees", "dance"]) } = files;
  const { phrases = hashesOf(["^ bees", "bees dance"]) } = files;
  const bundle = await writeHubBundle(
    folder,
    { "model.onnx": network, "vocabulary.bin": vocabulary, "phrases.bin": phrases },
    { kind: "moment-text", family: "sentence-judge", languages: files.languages ?? ["en"] },
  );
  return { ...bundle, isBuiltIn: false };
}
