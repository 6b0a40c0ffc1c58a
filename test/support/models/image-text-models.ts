// Bundles in the model hub's layouts of CLIP and SigLIP, small enough to write in a test: one of each with random
// weights, to compare with transformers.js, and one that knows the colours red, green and blue.
import type { ModelBundle } from "../../../media-node/models/model-bundle.ts";
import { type OnnxValue, writeOnnxModel } from "../../../media-node/onnx/onnx-writer.ts";
import { writeHubBundle } from "./hub-bundle.ts";
import { GraphBuilder } from "./onnx-model.ts";

const COLORS = ["red", "green", "blue"] as const;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const WIDTH = 32;

interface TinyTokenizer {
  readonly description: object;
  readonly config: object;
  readonly vocabulary: readonly string[];
}

const special = (id: number, content: string): object => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
});

/** Letters, which are merged to the names of the colours, between a start and an end token. */
function clipTokenizer(): TinyTokenizer {
  const merges: string[] = [];
  const merged: string[] = [];
  for (const color of COLORS) {
    let left = color[0] ?? "";
    for (let index = 1; index < color.length; index += 1) {
      const right = `${color[index]}${index === color.length - 1 ? "</w>" : ""}`;
      merges.push(`${left} ${right}`);
      left += right;
      merged.push(left);
    }
  }
  const pieces = [...LETTERS, ...[...LETTERS].map((letter) => `${letter}</w>`), ...merged];
  const vocabulary = [...new Set(pieces), "<|startoftext|>", "<|endoftext|>"];
  const [start, end] = [vocabulary.length - 2, vocabulary.length - 1];
  return {
    vocabulary,
    config: {
      tokenizer_class: "CLIPTokenizer",
      model_max_length: 77,
      pad_token: "<|endoftext|>",
      bos_token: "<|startoftext|>",
      eos_token: "<|endoftext|>",
      unk_token: "<|endoftext|>",
    },
    description: {
      version: "1.0",
      added_tokens: [special(start, "<|startoftext|>"), special(end, "<|endoftext|>")],
      normalizer: { type: "Lowercase" },
      pre_tokenizer: { type: "Split", pattern: { Regex: "\\s+" }, behavior: "Removed", invert: false },
      post_processor: {
        type: "RobertaProcessing",
        sep: ["<|endoftext|>", end],
        cls: ["<|startoftext|>", start],
        trim_offsets: false,
        add_prefix_space: false,
      },
      decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
      model: {
        type: "BPE",
        unk_token: "<|endoftext|>",
        end_of_word_suffix: "</w>",
        merges,
        vocab: Object.fromEntries(vocabulary.map((piece, id) => [piece, id])),
      },
    },
  };
}

/** Pieces with scores, an end token, and texts filled up to 64 tokens. */
function siglipTokenizer(): TinyTokenizer {
  const colors = COLORS.map((color) => `▁${color}`);
  const vocabulary = ["<unk>", "</s>", "▁", ...LETTERS, ...colors];
  return {
    vocabulary,
    config: {
      tokenizer_class: "SiglipTokenizer",
      model_max_length: 64,
      pad_token: { __type: "AddedToken", content: "</s>" },
      eos_token: "</s>",
      unk_token: "<unk>",
    },
    description: {
      version: "1.0",
      added_tokens: [special(0, "<unk>"), special(1, "</s>")],
      normalizer: { type: "Lowercase" },
      pre_tokenizer: {
        type: "Metaspace",
        replacement: "▁",
        prepend_scheme: "always",
        add_prefix_space: true,
      },
      post_processor: {
        type: "TemplateProcessing",
        single: [{ Sequence: { id: "A", type_id: 0 } }, { SpecialToken: { id: "</s>", type_id: 0 } }],
        pair: [{ Sequence: { id: "A", type_id: 0 } }, { Sequence: { id: "B", type_id: 0 } }],
        special_tokens: { "</s>": { id: "</s>", ids: [1], tokens: ["</s>"] } },
      },
      decoder: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", add_prefix_space: true },
      model: {
        type: "Unigram",
        unk_id: 0,
        vocab: vocabulary.map((piece, id) => [piece, piece.length > 1 ? -1 : -3 - id / 100]),
      },
    },
  };
}

interface Family {
  readonly tokenizer: () => TinyTokenizer;
  readonly outputs: { readonly text: string; readonly image: string };
  readonly processor: string;
  readonly size: object;
}

const FAMILIES: Readonly<Record<"clip" | "siglip", Family>> = {
  clip: {
    tokenizer: clipTokenizer,
    outputs: { text: "text_embeds", image: "image_embeds" },
    processor: "CLIPFeatureExtractor",
    size: {
      size: { shortest_edge: 64 },
      crop_size: { height: 64, width: 64 },
      do_center_crop: true,
      image_mean: [0.48, 0.46, 0.41],
      image_std: [0.27, 0.26, 0.28],
    },
  },
  siglip: {
    tokenizer: siglipTokenizer,
    outputs: { text: "pooler_output", image: "pooler_output" },
    processor: "SiglipImageProcessor",
    size: { size: { height: 64, width: 64 }, image_mean: [0.5, 0.5, 0.5], image_std: [0.5, 0.5, 0.5] },
  },
};

function network(graph: GraphBuilder, input: OnnxValue, output: string): Buffer {
  return Buffer.from(
    writeOnnxModel({
      opset: 17,
      irVersion: 8,
      nodes: graph.nodes,
      initializers: graph.initializers,
      inputs: [input],
      outputs: [{ name: output, type: "float32", shape: ["batch", "width"] }],
    }),
  );
}

const IDS: OnnxValue = { name: "input_ids", type: "int64", shape: ["batch", "sequence"] };
const PIXELS: OnnxValue = { name: "pixel_values", type: "float32", shape: ["batch", 3, "height", "width"] };

function randomText(output: string, vocabularySize: number): Buffer {
  const graph = new GraphBuilder(5);
  const embedded = graph.op("Gather", [graph.random([vocabularySize, WIDTH], 1), "input_ids"]);
  // Each token's weight follows from its own content, so that more than the set of tokens matters.
  const weights = graph.op("Softmax", [graph.linear(embedded, WIDTH, 1, 2)], { axis: { int: 1 } });
  const mixed = graph.op("ReduceSum", [graph.op("Mul", [embedded, weights]), graph.integers([1])], {
    keepdims: { int: 0 },
  });
  graph.op("Identity", [graph.linear(graph.layerNorm(mixed, WIDTH), WIDTH, WIDTH)], {}, output);
  return network(graph, IDS, output);
}

function randomVision(output: string): Buffer {
  const graph = new GraphBuilder(6);
  const patches = graph.op("Conv", ["pixel_values", graph.random([WIDTH, 3, 16, 16], 1 / 16)], {
    strides: { ints: [16, 16] },
  });
  const pooled = graph.op("ReduceMean", [graph.gelu(patches)], {
    axes: { ints: [2, 3] },
    keepdims: { int: 0 },
  });
  graph.op("Identity", [graph.linear(graph.layerNorm(pooled, WIDTH), WIDTH, WIDTH)], {}, output);
  return network(graph, PIXELS, output);
}

function settings(
  family: "clip" | "siglip",
  { description, config }: TinyTokenizer,
  size: object,
): Record<string, object> {
  return {
    "config.json": { model_type: family, text_config: {}, vision_config: {} },
    "preprocessor_config.json": {
      image_processor_type: FAMILIES[family].processor,
      do_resize: true,
      resample: 3,
      do_rescale: true,
      rescale_factor: 1 / 255,
      do_normalize: true,
      ...size,
    },
    "tokenizer.json": description,
    "tokenizer_config.json": config,
  };
}

/** Nonsense, but the same nonsense everywhere. */
export function writeRandomImageText(folder: string, family: "clip" | "siglip"): Promise<ModelBundle> {
  const { tokenizer, outputs, size } = FAMILIES[family];
  const tokens = tokenizer();
  return writeHubBundle(
    folder,
    {
      ...settings(family, tokens, size),
      "onnx/text_model.onnx": randomText(outputs.text, tokens.vocabulary.length),
      "onnx/vision_model.onnx": randomVision(outputs.image),
    },
    { kind: "image-text", family },
  );
}

/** The part of every embedding that neither images nor words change. */
const COMMON = 0.2;

/** A CLIP that knows the three colours, in images and as words; all other words mean nothing to it. */
export function plantColors(folder: string): Promise<ModelBundle> {
  const tokens = clipTokenizer();
  const text = new GraphBuilder(1);
  const meanings = new Float32Array(4 * tokens.vocabulary.length);
  COLORS.forEach((color, index) => {
    const row = tokens.vocabulary.indexOf(`${color}</w>`);
    meanings.set([-0.5, -0.5, -0.5, 0], 4 * row);
    meanings[4 * row + index] = 1;
  });
  const words = text.op("Gather", [text.floats([tokens.vocabulary.length, 4], meanings), "input_ids"]);
  const meaning = text.op("ReduceSum", [words, text.integers([1])], { keepdims: { int: 0 } });
  text.op("Add", [meaning, text.floats([1, 4], Float32Array.of(0, 0, 0, COMMON))], {}, "text_embeds");
  const vision = new GraphBuilder(1);
  const means = vision.op("ReduceMean", ["pixel_values"], { axes: { ints: [2, 3] }, keepdims: { int: 0 } });
  const grey = vision.op("ReduceMean", [means], { axes: { ints: [1] }, keepdims: { int: 1 } });
  const color = vision.op("Pad", [vision.op("Sub", [means, grey]), vision.integers([0, 0, 0, 1])]);
  vision.op("Add", [color, vision.floats([1, 4], Float32Array.of(0, 0, 0, COMMON))], {}, "image_embeds");
  const size = { size: { shortest_edge: 32 }, crop_size: 32, do_center_crop: true };
  const plain = { image_mean: [0, 0, 0], image_std: [1, 1, 1] };
  return writeHubBundle(
    folder,
    {
      ...settings("clip", tokens, { ...size, ...plain }),
      "onnx/text_model.onnx": network(text, IDS, "text_embeds"),
      "onnx/vision_model.onnx": network(vision, PIXELS, "image_embeds"),
    },
    { kind: "image-text", family: "clip" },
  );
}
