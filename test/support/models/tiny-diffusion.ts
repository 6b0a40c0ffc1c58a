// Diffusion bundles in the diffusers layout, small enough to write in a test, with random weights: Stable Diffusion's
// parts, those of SDXL (two text encoders, a summary, sizes), of a model distilled with guidance, and of one that was
// trained to fill in.
import type { BundleManifest, ModelBundle } from "../../../media-node/models/model-bundle.ts";
import { type OnnxModel, type OnnxValue, writeOnnxModel } from "../../../media-node/onnx/onnx-writer.ts";
import { writeHubBundle } from "./hub-bundle.ts";
import { GraphBuilder, withHalfPrecisionEdges } from "./onnx-model.ts";

export const LATENT_CHANNELS = 4;
export const WINDOW_TOKENS = 12;
/** Pixels along one number of the latents. */
export const LATENT_STEP = 4;
export const SCALING_FACTOR = 0.25;
export const GUIDANCE_WIDTH = 16;
const WIDTH = 16;
const HIDDEN = 8;

export interface TinyDiffusion {
  readonly kind?: "plain" | "extra-large" | "distilled" | "filling";
  readonly precision?: "float32" | "float16";
  /** Of scheduler_config.json. */
  readonly schedule?: object;
  readonly manifest?: Partial<BundleManifest>;
}

/** No two of them share a pair of letters that merges. */
const WORDS = ["red", "blue", "barn", "snow", "wave"];
const START = "<|startoftext|>";
const END = "<|endoftext|>";

/** Letters, and these words by merges, as CLIP's files have them. */
function vocabulary(): { vocab: Record<string, number>; merges: string[] } {
  const letters = [..."abcdefghijklmnopqrstuvwxyz,.()0123456789"];
  const merges: string[] = [];
  const merged: string[] = [];
  for (const word of WORDS) {
    let left = word[0] ?? "";
    for (let index = 1; index < word.length; index += 1) {
      const right = `${word[index]}${index === word.length - 1 ? "</w>" : ""}`;
      merges.push(`${left} ${right}`);
      left += right;
      merged.push(left);
    }
  }
  const pieces = [
    ...new Set([...letters, ...letters.map((letter) => `${letter}</w>`), ...merged]),
    START,
    END,
  ];
  return { vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])), merges: [...new Set(merges)] };
}

export const TOKENS = vocabulary().vocab;

function tokenizerFiles(folder: string): Record<string, string | object> {
  const { vocab, merges } = vocabulary();
  return {
    [`${folder}/vocab.json`]: vocab,
    [`${folder}/merges.txt`]: ["#version: 0.2", ...merges, ""].join("\n"),
    [`${folder}/tokenizer_config.json`]: {
      tokenizer_class: "CLIPTokenizer",
      model_max_length: WINDOW_TOKENS,
      bos_token: { content: START },
      eos_token: { content: END },
      unk_token: END,
      pad_token: END,
    },
  };
}

function float(name: string, shape: OnnxValue["shape"]): OnnxValue {
  return { name, type: "float32", shape };
}

function model(graph: GraphBuilder, inputs: readonly OnnxValue[], outputs: readonly OnnxValue[]): OnnxModel {
  return { opset: 17, irVersion: 8, inputs, outputs, nodes: graph.nodes, initializers: graph.initializers };
}

/** Two layers of token states; every token sees the mean of all. */
function textEncoder(seed: number, isExtraLarge: boolean): OnnxModel {
  const graph = new GraphBuilder(seed);
  const table = graph.random([Object.keys(TOKENS).length, WIDTH], 1);
  const position = graph.random([1, WINDOW_TOKENS, WIDTH], 0.3);
  const embedded = graph.op(
    "Add",
    [graph.op("Gather", [table, "input_ids"]), position],
    {},
    "hidden_states.0",
  );
  const layer = (x: string, name: string): string => {
    const mean = graph.op("ReduceMean", [x], { axes: { ints: [1] }, keepdims: { int: 1 } });
    return graph.op("Tanh", [graph.linear(graph.op("Add", [x, mean]), WIDTH, WIDTH)], {}, name);
  };
  const first = layer(embedded, "hidden_states.1");
  const second = layer(first, "hidden_states.2");
  graph.op("Identity", [second], {}, "last_hidden_state");
  const states = ["last_hidden_state", "hidden_states.0", "hidden_states.1", "hidden_states.2"];
  const mean = graph.op("ReduceMean", [second], { axes: { ints: [1] }, keepdims: { int: 0 } });
  graph.op("Identity", [graph.linear(mean, WIDTH, HIDDEN)], {}, "text_embeds");
  const outputs = states.map((name) => float(name, ["rows", "tokens", WIDTH]));
  const summary = float("text_embeds", ["rows", HIDDEN]);
  const inputs: OnnxValue[] = [{ name: "input_ids", type: "int64", shape: ["rows", "tokens"] }];
  return model(graph, inputs, isExtraLarge ? [...outputs, summary] : outputs.slice(0, 1));
}

function convolution(graph: GraphBuilder, x: string, from: number, to: number, gain = 1): string {
  const weights = graph.random([to, from, 3, 3], gain / Math.sqrt(9 * from));
  return graph.op("Conv", [x, weights], { kernel_shape: { ints: [3, 3] }, pads: { ints: [1, 1, 1, 1] } });
}

/** Convolutions, moved by what there is beside the latents. */
function unet(kind: NonNullable<TinyDiffusion["kind"]>): OnnxModel {
  const graph = new GraphBuilder(3);
  const inputChannels = kind === "filling" ? 2 * LATENT_CHANNELS + 1 : LATENT_CHANNELS;
  const stateWidth = kind === "extra-large" ? 2 * WIDTH : WIDTH;
  const inputs: OnnxValue[] = [
    float("sample", ["rows", inputChannels, "height", "width"]),
    { name: "timestep", type: "int64", shape: ["rows"] },
    float("encoder_hidden_states", ["rows", "tokens", stateWidth]),
  ];
  const time = graph.op("Mul", [graph.op("Cast", ["timestep"], { to: { int: 1 } }), graph.scalar(0.01)]);
  const column = graph.op("Reshape", [graph.op("Sin", [time]), graph.integers([-1, 1])]);
  const moved = [graph.op("Mul", [column, graph.random([1, HIDDEN], 1)])];
  const states = graph.op("Tanh", [graph.linear("encoder_hidden_states", stateWidth, HIDDEN)]);
  moved.push(graph.op("ReduceMean", [states], { axes: { ints: [1] }, keepdims: { int: 0 } }));
  if (kind === "extra-large") {
    inputs.push(float("text_embeds", ["rows", HIDDEN]), float("time_ids", ["rows", 6]));
    moved.push(graph.linear("text_embeds", HIDDEN, HIDDEN));
    moved.push(graph.linear(graph.op("Mul", ["time_ids", graph.scalar(0.01)]), 6, HIDDEN));
  }
  if (kind === "distilled") {
    inputs.push(float("timestep_cond", ["rows", GUIDANCE_WIDTH]));
    moved.push(graph.linear("timestep_cond", GUIDANCE_WIDTH, HIDDEN));
  }
  const sum = moved.reduce((left, right) => graph.op("Add", [left, right]));
  const planes = graph.op("Reshape", [sum, graph.integers([-1, HIDDEN, 1, 1])]);
  const hidden = graph.op("Tanh", [
    graph.op("Add", [convolution(graph, "sample", inputChannels, HIDDEN), planes]),
  ]);
  graph.op("Identity", [convolution(graph, hidden, HIDDEN, LATENT_CHANNELS)], {}, "out_sample");
  return model(graph, inputs, [float("out_sample", ["rows", LATENT_CHANNELS, "height", "width"])]);
}

function decoder(): OnnxModel {
  const graph = new GraphBuilder(4);
  const large = graph.op(
    "Resize",
    ["latent_sample", "", graph.floats([4], Float32Array.of(1, 1, LATENT_STEP, LATENT_STEP))],
    {
      mode: { string: "nearest" },
      coordinate_transformation_mode: { string: "asymmetric" },
      nearest_mode: { string: "floor" },
    },
  );
  graph.op("Tanh", [convolution(graph, large, LATENT_CHANNELS, 3)], {}, "sample");
  const size = ["images", LATENT_CHANNELS, "height", "width"];
  return model(graph, [float("latent_sample", size)], [float("sample", ["images", 3, "rows", "columns"])]);
}

function encoder(): OnnxModel {
  const graph = new GraphBuilder(5);
  const pooled = graph.op("AveragePool", [convolution(graph, "sample", 3, LATENT_CHANNELS, 2)], {
    kernel_shape: { ints: [LATENT_STEP, LATENT_STEP] },
    strides: { ints: [LATENT_STEP, LATENT_STEP] },
  });
  graph.op("Identity", [pooled], {}, "latent_sample");
  const size = ["images", 3, "rows", "columns"];
  return model(
    graph,
    [float("sample", size)],
    [float("latent_sample", ["images", LATENT_CHANNELS, "height", "width"])],
  );
}

/** Writes such a bundle. */
export async function writeTinyDiffusion(folder: string, options: TinyDiffusion = {}): Promise<ModelBundle> {
  const { kind = "plain", precision = "float32", schedule = {}, manifest = {} } = options;
  const isExtraLarge = kind === "extra-large";
  const network = (description: OnnxModel): Buffer =>
    Buffer.from(writeOnnxModel(precision === "float16" ? withHalfPrecisionEdges(description) : description));
  const unetConfig = {
    in_channels: kind === "filling" ? 2 * LATENT_CHANNELS + 1 : LATENT_CHANNELS,
    ...(kind === "distilled" ? { time_cond_proj_dim: GUIDANCE_WIDTH } : {}),
    ...(isExtraLarge ? { addition_embed_type: "text_time" } : {}),
  };
  const files: Record<string, string | Buffer | object> = {
    "model_index.json": {
      _class_name: "StableDiffusionPipeline",
      scheduler: ["diffusers", "DDIMScheduler"],
      ...(isExtraLarge
        ? { text_encoder_2: ["diffusers", "OnnxRuntimeModel"], force_zeros_for_empty_prompt: true }
        : {}),
    },
    "scheduler/scheduler_config.json": {
      _class_name: "DDIMScheduler",
      beta_start: 0.00085,
      beta_end: 0.012,
      beta_schedule: "scaled_linear",
      steps_offset: 1,
      clip_sample: false,
      set_alpha_to_one: false,
      ...schedule,
    },
    ...tokenizerFiles("tokenizer"),
    "text_encoder/config.json": { max_position_embeddings: WINDOW_TOKENS },
    "text_encoder/model.onnx": network(textEncoder(1, isExtraLarge)),
    "unet/config.json": unetConfig,
    "unet/model.onnx": network(unet(kind)),
    "vae_decoder/config.json": {
      latent_channels: LATENT_CHANNELS,
      scaling_factor: SCALING_FACTOR,
      block_out_channels: [8, 8, 8],
    },
    "vae_decoder/model.onnx": network(decoder()),
    "vae_encoder/model.onnx": network(encoder()),
  };
  if (isExtraLarge) {
    Object.assign(files, tokenizerFiles("tokenizer_2"), {
      "text_encoder_2/config.json": { max_position_embeddings: WINDOW_TOKENS },
      "text_encoder_2/model.onnx": network(textEncoder(2, true)),
    });
  }
  const bundle = await writeHubBundle(folder, files, { kind: "image-generation", family: "diffusers" });
  return { ...bundle, manifest: { ...bundle.manifest, ...manifest } };
}
