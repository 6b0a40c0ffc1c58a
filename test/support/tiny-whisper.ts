// Writes a Whisper model of the real architecture and file layout (onnx-community/whisper-*_timestamped) with small
// dimensions and random weights: encoder and merged decoder with cache, `If` on `use_cache_branch`, cross-attentions,
// and the configuration and tokenizer files beside them. Its output is nonsense, but the same nonsense everywhere.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelBundle } from "../../media-node/engines/model-bundle.ts";
import { type OnnxModel, type OnnxValue, writeOnnxModel } from "../../media-node/engines/onnx-writer.ts";
import { GraphBuilder, withHalfPrecisionEdges } from "./onnx-model.ts";
import { type TinyTokenizer, tinyTokenizer } from "./tiny-whisper-tokenizer.ts";

const LAYERS = 2;
const WIDTH = 64;
const HEADS = 4;
const HEAD_WIDTH = WIDTH / HEADS;
const MEL_BINS = 80;
const FRAMES = 1500;
const VERSIONS = { opset: 17, irVersion: 8 } as const;

export interface TinyWhisperOptions {
  readonly seed?: number;
  readonly isMultilingual?: boolean;
  /** Tokens; half of them may be new in a window. */
  readonly maxPositions?: number;
  /** Standard deviation of the logits of text, of the end, of timestamps, and of "no speech". */
  readonly logits?: {
    readonly text: number;
    readonly end: number;
    readonly timestamp: number;
    readonly noSpeech?: number;
  };
  /** Whether floats go in and out in half precision, as in fp16 exports. */
  readonly isHalfPrecision?: boolean;
  /** False for an export without cross-attentions. */
  readonly hasCrossAttentions?: boolean;
  /** A real tokenizer's folder; without it a small one is made. */
  readonly tokenizer?: TinyTokenizer;
  readonly generation?: Readonly<Record<string, unknown>>;
}

const float = (name: string, shape: readonly (number | string)[]): OnnxValue => ({
  name,
  type: "float32",
  shape,
});

function splitHeads(graph: GraphBuilder, x: string): string {
  const split = graph.op("Reshape", [x, graph.integers([0, 0, HEADS, HEAD_WIDTH])]);
  return graph.op("Transpose", [split], { perm: { ints: [0, 2, 1, 3] } });
}

interface AttentionParts {
  readonly query: string;
  readonly key: string;
  readonly value: string;
  readonly mask?: string;
  /** Name under which the weights are an output. */
  readonly weights?: string;
}

/** Heads [batch, heads, tokens, width of a head] to [batch, tokens, width]. */
function attend(graph: GraphBuilder, { query, key, value, mask, weights }: AttentionParts): string {
  const keys = graph.op("Transpose", [key], { perm: { ints: [0, 1, 3, 2] } });
  const products = graph.op("MatMul", [query, keys]);
  const scaled = graph.op("Div", [products, graph.scalar(Math.sqrt(HEAD_WIDTH))]);
  const masked = mask === undefined ? scaled : graph.op("Add", [scaled, mask]);
  const attention = graph.op("Softmax", [masked], { axis: { int: -1 } }, weights);
  const mixed = graph.op("MatMul", [attention, value]);
  const together = graph.op("Transpose", [mixed], { perm: { ints: [0, 2, 1, 3] } });
  return graph.linear(graph.op("Reshape", [together, graph.integers([0, 0, WIDTH])]), WIDTH, WIDTH);
}

function feedForward(graph: GraphBuilder, x: string): string {
  const inner = graph.gelu(graph.linear(graph.layerNorm(x, WIDTH), WIDTH, 4 * WIDTH));
  return graph.op("Add", [x, graph.linear(inner, 4 * WIDTH, WIDTH)]);
}

function convolution(graph: GraphBuilder, x: string, channels: number, stride: number): string {
  const kernel = graph.random([WIDTH, channels, 3], 1 / Math.sqrt(3 * channels));
  const attributes = { kernel_shape: { ints: [3] }, pads: { ints: [1, 1] }, strides: { ints: [stride] } };
  return graph.gelu(graph.op("Conv", [x, kernel, graph.random([WIDTH], 0.02)], attributes));
}

/** Whisper's own positions: sine and cosine of time at scales up to 10,000 frames. */
function sinusoids(): Float32Array {
  const half = WIDTH / 2;
  return Float32Array.from({ length: FRAMES * WIDTH }, (_, index) => {
    const channel = index % WIDTH;
    const angle = Math.floor(index / WIDTH) * 10_000 ** (-(channel % half) / (half - 1));
    return channel < half ? Math.sin(angle) : Math.cos(angle);
  });
}

function encoderModel(seed: number): OnnxModel {
  const graph = new GraphBuilder(seed);
  const stem = convolution(graph, convolution(graph, "input_features", MEL_BINS, 1), WIDTH, 2);
  const frames = graph.op("Transpose", [stem], { perm: { ints: [0, 2, 1] } });
  let x = graph.op("Add", [frames, graph.floats([FRAMES, WIDTH], sinusoids())]);
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const normed = graph.layerNorm(x, WIDTH);
    const [query, key, value] = [2, 2, 1].map((gain) =>
      splitHeads(graph, graph.linear(normed, WIDTH, WIDTH, gain)),
    ) as [string, string, string];
    x = feedForward(graph, graph.op("Add", [x, attend(graph, { query, key, value })]));
  }
  graph.op("Identity", [graph.layerNorm(x, WIDTH)], {}, "last_hidden_state");
  return {
    ...VERSIONS,
    inputs: [float("input_features", ["batch_size", MEL_BINS, 2 * FRAMES])],
    outputs: [float("last_hidden_state", ["batch_size", FRAMES, WIDTH])],
    nodes: graph.nodes,
    initializers: graph.initializers,
  };
}

/** Keys and values of the sound: the cached ones, or computed from the encoder's output, as optimum merges it. */
function crossKeysAndValues(graph: GraphBuilder, layer: number): [key: string, value: string] {
  const names = ["key", "value"].flatMap((kind) => [
    `cross.${layer}.${kind}`,
    `present.${layer}.encoder.${kind}`,
  ]);
  const outputs = names.map((name) => float(`branch.${name}`, ["a", "b", "c", "d"]));
  const nothing = graph.floats([1, 1, 1, 1], Float32Array.of(0));
  const cached = graph.branch(
    () => ["key", "value"].flatMap((kind) => [`past_key_values.${layer}.encoder.${kind}`, nothing]),
    outputs,
  );
  const computed = graph.branch(
    () =>
      [4, 3].flatMap((gain) => {
        const heads = splitHeads(graph, graph.linear("encoder_hidden_states", WIDTH, WIDTH, gain));
        return [heads, heads];
      }),
    outputs,
  );
  const attributes = { then_branch: cached, else_branch: computed };
  graph.nodes.push({ op: "If", inputs: ["use_cache_branch"], outputs: names, attributes });
  return [names[0] as string, names[2] as string];
}

function decoderLayer(graph: GraphBuilder, input: string, layer: number, mask: string): string {
  const normed = graph.layerNorm(input, WIDTH);
  const [query, key, value] = [2, 2, 1].map((gain) =>
    splitHeads(graph, graph.linear(normed, WIDTH, WIDTH, gain)),
  ) as [string, string, string];
  const grown = { key, value };
  for (const kind of ["key", "value"] as const) {
    const past = `past_key_values.${layer}.decoder.${kind}`;
    const present = `present.${layer}.decoder.${kind}`;
    grown[kind] = graph.op("Concat", [past, grown[kind]], { axis: { int: 2 } }, present);
  }
  const heard = graph.op("Add", [input, attend(graph, { query, ...grown, mask })]);
  const crossQuery = splitHeads(graph, graph.linear(graph.layerNorm(heard, WIDTH), WIDTH, WIDTH, 2));
  const [crossKey, crossValue] = crossKeysAndValues(graph, layer);
  const weights = `cross_attentions.${layer}`;
  const crossed = attend(graph, { query: crossQuery, key: crossKey, value: crossValue, weights });
  return feedForward(graph, graph.op("Add", [heard, crossed]));
}

function pastValues(prefix: string): OnnxValue[] {
  return Array.from({ length: LAYERS }, (_, layer) => layer).flatMap((layer) =>
    ["decoder", "encoder"].flatMap((side) =>
      ["key", "value"].map((kind) =>
        float(`${prefix}.${layer}.${side}.${kind}`, [
          "batch_size",
          HEADS,
          `${prefix}_${side}_length`,
          HEAD_WIDTH,
        ]),
      ),
    ),
  );
}

interface DecoderOptions {
  readonly seed: number;
  readonly maxPositions: number;
  readonly vocabulary: number;
  readonly scale: (token: number) => number;
  readonly hasCrossAttentions: boolean;
}

function decoderModel(options: DecoderOptions): OnnxModel {
  const { seed, maxPositions, vocabulary, scale, hasCrossAttentions } = options;
  const graph = new GraphBuilder(seed);
  const size = (value: string, axis: number): string =>
    graph.op("Gather", [graph.op("Shape", [value]), graph.integers(axis)]);
  const start = size("past_key_values.0.decoder.key", 2);
  const end = graph.op("Add", [start, size("input_ids", 1)]);
  const positions = graph.op("Range", [start, end, graph.integers(1)]);
  const keys = graph.op("Range", [graph.integers(0), end, graph.integers(1)]);
  const column = graph.op("Unsqueeze", [positions, graph.integers([1])]);
  const isSeen = graph.op("LessOrEqual", [keys, column]);
  const mask = graph.op("Where", [isSeen, graph.scalar(0), graph.scalar(-1e9)]);
  const embedded = graph.op("Gather", [graph.random([vocabulary, WIDTH], 1), "input_ids"]);
  const placed = graph.op("Gather", [graph.random([maxPositions, WIDTH], 1), positions]);
  let x = graph.op("Add", [embedded, placed]);
  for (let layer = 0; layer < LAYERS; layer += 1) x = decoderLayer(graph, x, layer, mask);
  const projection = graph.random([WIDTH, vocabulary], (token) => scale(token) / Math.sqrt(WIDTH));
  graph.op("MatMul", [graph.layerNorm(x, WIDTH), projection], {}, "logits");
  const attention = Array.from({ length: hasCrossAttentions ? LAYERS : 0 }, (_, layer) =>
    float(`cross_attentions.${layer}`, ["batch_size", HEADS, "length", "frames"]),
  );
  return {
    ...VERSIONS,
    inputs: [
      { name: "input_ids", type: "int64", shape: ["batch_size", "length"] },
      float("encoder_hidden_states", ["batch_size", FRAMES, WIDTH]),
      ...pastValues("past_key_values"),
      { name: "use_cache_branch", type: "bool", shape: [1] },
    ],
    outputs: [float("logits", ["batch_size", "length", vocabulary]), ...pastValues("present"), ...attention],
    nodes: graph.nodes,
    initializers: graph.initializers,
  };
}

/** The bundle's files without those of a tokenizer. */
function configurations(
  options: TinyWhisperOptions,
  tokenizer: TinyTokenizer,
  maxPositions: number,
): object[] {
  const { tokens, vocabularySize } = tokenizer;
  const special = {
    bos_token_id: tokens.end,
    eos_token_id: tokens.end,
    pad_token_id: tokens.end,
    decoder_start_token_id: tokens.start,
  };
  // Everything between the end and <|notimestamps|>, as the lists of released models do.
  const specials = Array.from({ length: tokens.noTimestamps - tokens.end - 1 }, (_, i) => tokens.end + 1 + i);
  const config = {
    ...special,
    model_type: "whisper",
    architectures: ["WhisperForConditionalGeneration"],
    is_encoder_decoder: true,
    vocab_size: vocabularySize,
    d_model: WIDTH,
    encoder_layers: LAYERS,
    decoder_layers: LAYERS,
    num_hidden_layers: LAYERS,
    encoder_attention_heads: HEADS,
    decoder_attention_heads: HEADS,
    num_mel_bins: MEL_BINS,
    max_source_positions: FRAMES,
    max_target_positions: maxPositions,
    median_filter_width: 7,
  };
  const generation = {
    ...special,
    no_timestamps_token_id: tokens.noTimestamps,
    is_multilingual: options.isMultilingual === true,
    ...(options.isMultilingual ? { lang_to_id: tokens.languages, task_to_id: tokens.tasks } : {}),
    suppress_tokens: [1, 2, ...specials],
    begin_suppress_tokens: [tokens.blank, tokens.end],
    alignment_heads: [
      [0, 1],
      [1, 0],
      [1, 3],
    ],
    max_initial_timestamp_index: 50,
    max_length: maxPositions,
    return_timestamps: false,
    ...options.generation,
  };
  const preprocessor = {
    feature_extractor_type: "WhisperFeatureExtractor",
    processor_class: "WhisperProcessor",
    feature_size: MEL_BINS,
    chunk_length: 30,
    hop_length: 160,
    n_fft: 400,
    n_samples: 480_000,
    nb_max_frames: 3000,
    sampling_rate: 16_000,
  };
  return [config, generation, preprocessor];
}

/** Writes the whole bundle into a folder. */
export async function writeTinyWhisper(
  folder: string,
  options: TinyWhisperOptions = {},
): Promise<ModelBundle> {
  const tokenizer = options.tokenizer ?? tinyTokenizer();
  const { seed = 1, maxPositions = 64, logits = { text: 7, end: 12, timestamp: 5 } } = options;
  const { end, noTimestamps } = tokenizer.tokens;
  const scale = (token: number): number =>
    token === end
      ? logits.end
      : token > noTimestamps
        ? logits.timestamp
        : token === noTimestamps - 1
          ? (logits.noSpeech ?? logits.text)
          : logits.text;
  const [config, generation, preprocessor] = configurations(options, tokenizer, maxPositions);
  const write = (model: OnnxModel): Uint8Array =>
    writeOnnxModel(options.isHalfPrecision ? withHalfPrecisionEdges(model) : model);
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "config.json": JSON.stringify(config),
    "generation_config.json": JSON.stringify(generation),
    "preprocessor_config.json": JSON.stringify(preprocessor),
    "tokenizer.json": JSON.stringify(tokenizer.description),
    "tokenizer_config.json": JSON.stringify({ tokenizer_class: "WhisperTokenizer" }),
    "onnx/encoder_model.onnx": write(encoderModel(seed)),
    "onnx/decoder_model_merged.onnx": write(
      decoderModel({
        seed: seed + 1,
        maxPositions,
        vocabulary: tokenizer.vocabularySize,
        scale,
        hasCrossAttentions: options.hasCrossAttentions !== false,
      }),
    ),
  };
  await mkdir(join(folder, "onnx"), { recursive: true });
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  return {
    folder,
    manifest: {
      name: "tiny-whisper",
      kind: "speech-recognition",
      family: "whisper",
      version: "1",
      title: "A Whisper with random weights",
      license: "Apache-2.0",
      files: Object.entries(files).map(([path, content]) => ({
        path,
        sizeBytes: Buffer.byteLength(content),
        sha256: "0".repeat(64),
      })),
    },
  };
}
