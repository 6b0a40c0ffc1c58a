// Bundles in the layout of NeMo's exports whose networks have planted weights: every symbol of the vocabulary is heard
// where its tone sounds. So a test knows what sound says what, and the way from samples to words is the real one.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BundleManifest, ModelBundle } from "../../../media-node/models/model-bundle.ts";
import { type OnnxValue, writeOnnxModel } from "../../../media-node/onnx/onnx-writer.ts";
import { NemoFrontEnd } from "../../../media-node/speech/nemo/nemo-features.ts";
import { seededNoise } from "../media/seeded-noise.ts";
import { GraphBuilder } from "../models/onnx-model.ts";

const SAMPLE_RATE_HZ = 16_000;
const MEL_BINS = 80;
const SUBSAMPLING = 4;
const TONES_HZ = [400, 700, 1_100, 1_700, 2_500, 3_600, 5_200];
const TONE_S = 0.12;
const VERSIONS = { opset: 17, irVersion: 8 } as const;
/** A tone's bin lies nearly four deviations above its mean while it sounds (the rarer, the more), noise never three. */
const GAIN = 10;
const BLANK_LOGIT = 3.2 * GAIN;

/** Quiet noise with tones: symbol (index of its tone) and time of each. */
export function tones(
  durationS: number,
  played: readonly (readonly [symbol: number, startS: number])[],
): Float32Array {
  const samples = seededNoise(durationS * 1_000, Math.round(durationS * SAMPLE_RATE_HZ));
  samples.forEach((value, index) => {
    samples[index] = 0.003 * value;
  });
  for (const [symbol, startS] of played) {
    const first = Math.round(startS * SAMPLE_RATE_HZ);
    const count = Math.round(TONE_S * SAMPLE_RATE_HZ);
    for (let index = 0; index < count && first + index < samples.length; index += 1) {
      // Ramps of 20 ms: a click would be heard in every bin.
      const ramp = Math.min(1, index / (0.02 * SAMPLE_RATE_HZ), (count - index) / (0.02 * SAMPLE_RATE_HZ));
      const level = 0.3 * Math.sin((Math.PI / 2) * ramp) ** 2;
      const phase = (2 * Math.PI * (TONES_HZ[symbol] ?? 0) * index) / SAMPLE_RATE_HZ;
      samples[first + index] = (samples[first + index] ?? 0) + level * Math.sin(phase);
    }
  }
  return samples;
}

/** The mel bin in which a tone is loudest. */
function binOf(symbol: number): number {
  const { values, frames } = new NemoFrontEnd(MEL_BINS).compute(tones(2, [[symbol, 1]]));
  const atTone = Array.from({ length: MEL_BINS }, (_, mel) => values[mel * frames + 106] ?? 0);
  return atTone.indexOf(Math.max(...atTone));
}

/** Weights [MEL_BINS x symbols] from features to logits; symbols from `hearing` on hear nothing. */
function emissionWeights(symbols: number, hearing: number): Float32Array {
  const weights = new Float32Array(MEL_BINS * symbols);
  for (let symbol = 0; symbol < hearing; symbol += 1) weights[binOf(symbol) * symbols + symbol] = GAIN;
  return weights;
}

function blankBias(symbols: number): Float32Array {
  return Float32Array.from({ length: symbols }, (_, symbol) => (symbol === symbols - 1 ? BLANK_LOGIT : 0));
}

/** Adds the nodes from `audio_signal` to logits [windows, frames', symbols]. */
function hear(graph: GraphBuilder, symbols: number, hearing = symbols - 1): string {
  const [start, end, axis, step] = [0, 2 ** 31, 2, SUBSAMPLING].map((value) => graph.integers([value]));
  const thinned = graph.op("Slice", ["audio_signal", start ?? "", end ?? "", axis ?? "", step ?? ""]);
  const rows = graph.op("Transpose", [thinned], { perm: { ints: [0, 2, 1] } });
  const weights = graph.floats([MEL_BINS, symbols], emissionWeights(symbols, hearing));
  const heard = graph.op("MatMul", [rows, weights]);
  return graph.op("Add", [heard, graph.floats([symbols], blankBias(symbols))]);
}

const ENCODER_INPUTS: readonly OnnxValue[] = [
  { name: "audio_signal", type: "float32", shape: ["batch", MEL_BINS, "frames"] },
  { name: "length", type: "int64", shape: ["batch"] },
];

function ctcNetwork(symbols: number, hasLength: boolean): Uint8Array {
  const graph = new GraphBuilder(1);
  graph.op("LogSoftmax", [hear(graph, symbols)], { axis: { int: -1 } }, "logprobs");
  return writeOnnxModel({
    ...VERSIONS,
    inputs: hasLength ? ENCODER_INPUTS : ENCODER_INPUTS.slice(0, 1),
    outputs: [{ name: "logprobs", type: "float32", shape: ["batch", "steps", symbols] }],
    nodes: graph.nodes,
    initializers: graph.initializers,
  });
}

/** The encoder puts out logits already, none of the last symbol; `encoded_lengths` are (length - 1) / 4 + 1. */
function transducerEncoder(symbols: number): Uint8Array {
  const graph = new GraphBuilder(1);
  graph.op("Transpose", [hear(graph, symbols, symbols - 2)], { perm: { ints: [0, 2, 1] } }, "outputs");
  const one = graph.integers([1]);
  const whole = graph.op("Div", [graph.op("Sub", ["length", one]), graph.integers([SUBSAMPLING])]);
  graph.op("Add", [whole, one], {}, "encoded_lengths");
  return writeOnnxModel({
    ...VERSIONS,
    inputs: ENCODER_INPUTS,
    outputs: [
      { name: "outputs", type: "float32", shape: ["batch", symbols, "steps"] },
      { name: "encoded_lengths", type: "int64", shape: ["batch"] },
    ],
    nodes: graph.nodes,
    initializers: graph.initializers,
  });
}

export interface TransducerPlan {
  /** Number of durations; 0 makes an RNN transducer. */
  readonly durations: number;
  /** Rows that the decoder takes at once. */
  readonly batch: number | "batch";
}

/** Tokens after which the last symbol is said, and after it nothing more. */
const TOKENS_BEFORE_LAST = 4;

/**
 * logits = encoder + [duration 1] - 99 for the last token + 99 for the last symbol once the state, which counts tokens
 * before the last one, says so: the state must grow with tokens and not with blanks.
 */
function transducerDecoder(symbols: number, { durations, batch }: TransducerPlan): Uint8Array {
  const graph = new GraphBuilder(1);
  const width = symbols + durations;
  const widen = new Float32Array(symbols * width);
  const again = new Float32Array(symbols * width);
  for (let symbol = 0; symbol < symbols; symbol += 1) {
    widen[symbol * width + symbol] = 1;
    if (symbol < symbols - 1) again[symbol * width + symbol] = -99;
    if (symbol < symbols - 1) again[(symbols - 2) * width + symbol] = -999;
    if (durations > 0) again[symbol * width + symbols + 1] = 9;
  }
  const countBonus = new Float32Array(width);
  countBonus[symbols - 2] = 99;
  const frame = graph.op("Transpose", ["encoder_outputs"], { perm: { ints: [0, 2, 1] } });
  const heard = graph.op("MatMul", [frame, graph.floats([symbols, width], widen)]);
  const repeated = graph.op("Gather", [graph.floats([symbols, width], again), "targets"]);
  const states = graph.op("ReduceMean", ["input_states_1"], { axes: { ints: [0, 2] }, keepdims: { int: 1 } });
  const counts = graph.op("Transpose", [states], { perm: { ints: [1, 0, 2] } });
  const isLast = graph.op("Equal", [counts, graph.scalar(TOKENS_BEFORE_LAST - 1)]);
  const flag = graph.op("Cast", [isLast], { to: { int: 1 } });
  const counted = graph.op("MatMul", [flag, graph.floats([1, width], countBonus)]);
  const sums = [heard, repeated, counted].reduce((left, right) => graph.op("Add", [left, right]));
  graph.op("Unsqueeze", [sums, graph.integers([1])], {}, "outputs");
  const notStart = graph.op("Less", [
    "targets",
    graph.op("Cast", [graph.integers([symbols - 1])], { to: { int: 6 } }),
  ]);
  const grown = graph.op("Unsqueeze", [
    graph.op("Cast", [notStart], { to: { int: 1 } }),
    graph.integers([0]),
  ]);
  graph.op("Add", ["input_states_1", grown], {}, "output_states_1");
  graph.op("Identity", ["input_states_2"], {}, "output_states_2");
  return writeOnnxModel({
    ...VERSIONS,
    inputs: [
      { name: "encoder_outputs", type: "float32", shape: [batch, symbols, 1] },
      { name: "targets", type: "int32", shape: [batch, 1] },
      { name: "target_length", type: "int32", shape: [batch] },
      { name: "input_states_1", type: "float32", shape: [2, batch, 3] },
      { name: "input_states_2", type: "float32", shape: [1, batch, 5] },
    ],
    outputs: [
      { name: "outputs", type: "float32", shape: [batch, 1, 1, width] },
      { name: "output_states_1", type: "float32", shape: [2, batch, 3] },
      { name: "output_states_2", type: "float32", shape: [1, batch, 5] },
    ],
    nodes: graph.nodes,
    initializers: graph.initializers,
  });
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A bundle with these files; the engines read no sizes or hashes. */
export async function writeBundle(
  folder: string,
  family: string,
  files: Files,
  speech: BundleManifest["speech"] = { melBins: MEL_BINS, subsampling: SUBSAMPLING },
): Promise<ModelBundle> {
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  const manifest: BundleManifest = {
    name: "planted",
    kind: "speech-recognition",
    family,
    version: "1",
    title: "Planted",
    license: "Apache-2.0",
    languages: ["en"],
    files: Object.keys(files).map((path) => ({ path, sizeBytes: 0, sha256: "0".repeat(64) })),
    ...(speech === undefined ? {} : { speech }),
  };
  return { folder, manifest };
}

/** The text of vocab.txt; the blank comes last. */
export function vocabularyText(pieces: readonly string[]): string {
  return [...pieces, "<blk>"].map((piece, id) => `${piece} ${id}\n`).join("");
}

/** Files of a CTC model that hears piece i at tone i. */
export function ctcFiles(pieces: readonly string[], { hasLength = true } = {}): Files {
  return { "model.onnx": ctcNetwork(pieces.length + 1, hasLength), "vocab.txt": vocabularyText(pieces) };
}

/** Files of a transducer that hears piece i at tone i and says its last piece after the fourth token. */
export function transducerFiles(pieces: readonly string[], plan: TransducerPlan): Files {
  return {
    "encoder-model.onnx": transducerEncoder(pieces.length + 1),
    "decoder_joint-model.int8.onnx": transducerDecoder(pieces.length + 1, plan),
    "vocab.txt": vocabularyText(pieces),
  };
}

/** Text as a bundle stores lexicons and language models. */
export function gzipped(text: string): Uint8Array {
  return gzipSync(text);
}
