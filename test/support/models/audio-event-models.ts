// Bundles in the model hub's layout of the Audio Spectrogram Transformer, small enough to write in a test: one with
// random weights, to compare with transformers.js, and one that takes high tones for laughter and applause.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelBundle } from "../../../media-node/models/model-bundle.ts";
import { writeOnnxModel } from "../../../media-node/onnx/onnx-writer.ts";
import { writeHubBundle } from "./hub-bundle.ts";
import { GraphBuilder } from "./onnx-model.ts";

export const EVENT_LABELS = ["Speech", "Laughter", "Giggle", "Applause", "Music", "Silence"] as const;
const FRAMES = 1_024;
const MEL_BINS = 128;
/** As AudioSet's model has them. */
const NORMALIZATION = { mean: -4.2677393, std: 4.5689974 };

/** What the planted model takes for laughter, and for applause. */
export const LAUGHTER_HZ = 6_000;
export const APPLAUSE_HZ = 3_000;

function settings(labels: readonly string[]) {
  return {
    "config.json": {
      model_type: "audio-spectrogram-transformer",
      architectures: ["ASTForAudioClassification"],
      id2label: Object.fromEntries(labels.map((label, id) => [id, label])),
    },
    "preprocessor_config.json": {
      feature_extractor_type: "ASTFeatureExtractor",
      do_normalize: true,
      feature_size: 1,
      max_length: FRAMES,
      num_mel_bins: MEL_BINS,
      sampling_rate: 16_000,
      ...NORMALIZATION,
    },
  };
}

function network(graph: GraphBuilder, classes: number): Buffer {
  return Buffer.from(
    writeOnnxModel({
      opset: 17,
      irVersion: 8,
      nodes: graph.nodes,
      initializers: graph.initializers,
      inputs: [{ name: "input_values", type: "float32", shape: ["batch", FRAMES, MEL_BINS] }],
      outputs: [{ name: "logits", type: "float32", shape: ["batch", classes] }],
    }),
  );
}

/** Patches of 16 x 16, one layer over their mean: nonsense, but the same nonsense everywhere. */
export function writeRandomAudioEvents(folder: string): Promise<ModelBundle> {
  const graph = new GraphBuilder(11);
  const image = graph.op("Unsqueeze", ["input_values", graph.integers([1])]);
  const patches = graph.op("Conv", [image, graph.random([24, 1, 16, 16], 1 / 16)], {
    strides: { ints: [10, 10] },
  });
  const pooled = graph.op("ReduceMean", [graph.gelu(patches)], {
    axes: { ints: [2, 3] },
    keepdims: { int: 0 },
  });
  const logits = graph.linear(graph.layerNorm(pooled, 24), 24, EVENT_LABELS.length, 3);
  graph.op("Identity", [logits], {}, "logits");
  return writeHubBundle(
    folder,
    { ...settings(EVENT_LABELS), "onnx/model.onnx": network(graph, EVENT_LABELS.length) },
    { kind: "audio-events", family: "ast" },
  );
}

/** The mel bin that a tone is loudest in. */
function binOf(hz: number): number {
  const mel = (each: number): number => 1_127 * Math.log(1 + each / 700);
  return Math.round(((mel(hz) - mel(20)) / (mel(8_000) - mel(20))) * (MEL_BINS + 1)) - 1;
}

/** Hears laughter and applause in tones of their frequencies, as soon as a fifth of the window has one. */
export function plantAudioEvents(
  folder: string,
  labels: readonly string[] = EVENT_LABELS,
): Promise<ModelBundle> {
  const graph = new GraphBuilder(1);
  // Normalized features are below zero for anything quieter than speech.
  const loud = graph.op("Max", ["input_values", graph.scalar(0)]);
  const mean = graph.op("ReduceMean", [loud], { axes: { ints: [1] }, keepdims: { int: 0 } });
  const weights = new Float32Array(MEL_BINS * labels.length);
  const listen = (label: string, hz: number): void => {
    const column = labels.indexOf(label);
    if (column >= 0) weights[binOf(hz) * labels.length + column] = 60;
  };
  listen("Laughter", LAUGHTER_HZ);
  listen("Applause", APPLAUSE_HZ);
  const sums = graph.op("MatMul", [mean, graph.floats([MEL_BINS, labels.length], weights)]);
  graph.op("Sub", [sums, graph.scalar(6)], {}, "logits");
  return writeHubBundle(
    folder,
    { ...settings(labels), "onnx/model.onnx": network(graph, labels.length) },
    { kind: "audio-events", family: "ast" },
  );
}

/** A bundle whose network no runtime opens. */
export async function writeBrokenAudioEvents(folder: string): Promise<ModelBundle> {
  const bundle = await plantAudioEvents(folder);
  await writeFile(join(folder, "onnx/model.onnx"), "no network");
  return bundle;
}
