// The two networks of a Whisper of any size as ONNX graphs: convolution stem and encoder blocks; the merged decoder, with its
// cache, an `If` on `use_cache_branch`, and cross-attentions as outputs. Layers normalize first, as in the real one.
import type { OnnxModel, OnnxValue } from "../../../media-node/onnx/onnx-writer.ts";
import { GraphBuilder } from "../models/onnx-model.ts";

export const MEL_BINS = 80;
export const FRAMES = 1500;
const VERSIONS = { opset: 17, irVersion: 8 } as const;

/** Of encoder and decoder alike. */
export interface WhisperSize {
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
}

const float = (name: string, shape: readonly (number | string)[]): OnnxValue => ({
  name,
  type: "float32",
  shape,
});

function splitHeads(graph: GraphBuilder, { width, heads }: WhisperSize, x: string): string {
  const split = graph.op("Reshape", [x, graph.integers([0, 0, heads, width / heads])]);
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
function attend(graph: GraphBuilder, { width, heads }: WhisperSize, parts: AttentionParts): string {
  const { query, key, value, mask, weights } = parts;
  const keys = graph.op("Transpose", [key], { perm: { ints: [0, 1, 3, 2] } });
  const products = graph.op("MatMul", [query, keys]);
  const scaled = graph.op("Div", [products, graph.scalar(Math.sqrt(width / heads))]);
  const masked = mask === undefined ? scaled : graph.op("Add", [scaled, mask]);
  const attention = graph.op("Softmax", [masked], { axis: { int: -1 } }, weights);
  const mixed = graph.op("MatMul", [attention, value]);
  const together = graph.op("Transpose", [mixed], { perm: { ints: [0, 2, 1, 3] } });
  return graph.linear(graph.op("Reshape", [together, graph.integers([0, 0, width])]), width, width);
}

function feedForward(graph: GraphBuilder, { width }: WhisperSize, x: string): string {
  const inner = graph.gelu(graph.linear(graph.layerNorm(x, width), width, 4 * width));
  return graph.op("Add", [x, graph.linear(inner, 4 * width, width)]);
}

function convolution(
  graph: GraphBuilder,
  x: string,
  { channels, width, stride }: { readonly channels: number; readonly width: number; readonly stride: number },
): string {
  const kernel = graph.random([width, channels, 3], 1 / Math.sqrt(3 * channels));
  const attributes = { kernel_shape: { ints: [3] }, pads: { ints: [1, 1] }, strides: { ints: [stride] } };
  return graph.gelu(graph.op("Conv", [x, kernel, graph.random([width], 0.02)], attributes));
}

/** Whisper's own positions: sine and cosine of time at scales up to 10,000 frames. */
function sinusoids(width: number): Float32Array {
  const half = width / 2;
  return Float32Array.from({ length: FRAMES * width }, (_, index) => {
    const channel = index % width;
    const angle = Math.floor(index / width) * 10_000 ** (-(channel % half) / (half - 1));
    return channel < half ? Math.sin(angle) : Math.cos(angle);
  });
}

/** From features to hidden states. */
export function encoderModel(seed: number, size: WhisperSize): OnnxModel {
  const { layers, width } = size;
  const graph = new GraphBuilder(seed);
  const first = convolution(graph, "input_features", { channels: MEL_BINS, width, stride: 1 });
  const stem = convolution(graph, first, { channels: width, width, stride: 2 });
  const frames = graph.op("Transpose", [stem], { perm: { ints: [0, 2, 1] } });
  let x = graph.op("Add", [frames, graph.floats([FRAMES, width], sinusoids(width))]);
  for (let layer = 0; layer < layers; layer += 1) {
    const normed = graph.layerNorm(x, width);
    const [query, key, value] = [2, 2, 1].map((gain) =>
      splitHeads(graph, size, graph.linear(normed, width, width, gain)),
    ) as [string, string, string];
    x = feedForward(graph, size, graph.op("Add", [x, attend(graph, size, { query, key, value })]));
  }
  graph.op("Identity", [graph.layerNorm(x, width)], {}, "last_hidden_state");
  return {
    ...VERSIONS,
    inputs: [float("input_features", ["batch_size", MEL_BINS, 2 * FRAMES])],
    outputs: [float("last_hidden_state", ["batch_size", FRAMES, width])],
    nodes: graph.nodes,
    initializers: graph.initializers,
  };
}

/** Keys and values of the audio: the cached ones, or computed from the encoder's output, as optimum merges it. */
function crossKeysAndValues(
  graph: GraphBuilder,
  size: WhisperSize,
  layer: number,
): [key: string, value: string] {
  const { width } = size;
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
        const heads = splitHeads(graph, size, graph.linear("encoder_hidden_states", width, width, gain));
        return [heads, heads];
      }),
    outputs,
  );
  const attributes = { then_branch: cached, else_branch: computed };
  graph.nodes.push({ op: "If", inputs: ["use_cache_branch"], outputs: names, attributes });
  return [names[0] as string, names[2] as string];
}

interface LayerInput {
  readonly layer: number;
  readonly input: string;
  readonly mask: string;
}

function decoderLayer(graph: GraphBuilder, size: WhisperSize, { layer, input, mask }: LayerInput): string {
  const { width } = size;
  const normed = graph.layerNorm(input, width);
  const [query, key, value] = [2, 2, 1].map((gain) =>
    splitHeads(graph, size, graph.linear(normed, width, width, gain)),
  ) as [string, string, string];
  const grown = { key, value };
  for (const kind of ["key", "value"] as const) {
    const past = `past_key_values.${layer}.decoder.${kind}`;
    const present = `present.${layer}.decoder.${kind}`;
    grown[kind] = graph.op("Concat", [past, grown[kind]], { axis: { int: 2 } }, present);
  }
  const heard = graph.op("Add", [input, attend(graph, size, { query, ...grown, mask })]);
  const crossQuery = splitHeads(graph, size, graph.linear(graph.layerNorm(heard, width), width, width, 2));
  const [crossKey, crossValue] = crossKeysAndValues(graph, size, layer);
  const weights = `cross_attentions.${layer}`;
  const crossed = attend(graph, size, { query: crossQuery, key: crossKey, value: crossValue, weights });
  return feedForward(graph, size, graph.op("Add", [heard, crossed]));
}

function pastValues(prefix: string, { layers, width, heads }: WhisperSize): OnnxValue[] {
  return Array.from({ length: layers }, (_, layer) => layer).flatMap((layer) =>
    ["decoder", "encoder"].flatMap((side) =>
      ["key", "value"].map((kind) =>
        float(`${prefix}.${layer}.${side}.${kind}`, [
          "batch_size",
          heads,
          `${prefix}_${side}_length`,
          width / heads,
        ]),
      ),
    ),
  );
}

export interface DecoderOptions {
  readonly seed: number;
  readonly size: WhisperSize;
  readonly maxPositions: number;
  readonly vocabulary: number;
  /** Standard deviation of each token's logit. */
  readonly scale: (token: number) => number;
  readonly hasCrossAttentions: boolean;
  /** Tokens that are sure at a position, in place of what the network would say. */
  readonly certain?: readonly { readonly position: number; readonly token: number }[];
}

/** What no other logit reaches. */
const CERTAIN = 1_000;

/** Logits with what is certain at some positions [length, 1]. */
function withCertain(
  graph: GraphBuilder,
  logits: string,
  column: string,
  { vocabulary, certain = [] }: DecoderOptions,
): string {
  return certain.reduce((sum, { position, token }) => {
    const isThere = graph.op("Cast", [graph.op("Equal", [column, graph.integers(position)])], {
      to: { int: 1 },
    });
    const row = graph.floats([1, vocabulary], new Float32Array(vocabulary).fill(CERTAIN, token, token + 1));
    return graph.op("Add", [sum, graph.op("MatMul", [isThere, row])]);
  }, logits);
}

/** From tokens, hidden states and the cache to logits, the grown cache and attention. */
export function decoderModel(options: DecoderOptions): OnnxModel {
  const { seed, size, maxPositions, vocabulary, scale, hasCrossAttentions } = options;
  const { layers, width, heads } = size;
  const graph = new GraphBuilder(seed);
  const extent = (value: string, axis: number): string =>
    graph.op("Gather", [graph.op("Shape", [value]), graph.integers(axis)]);
  const start = extent("past_key_values.0.decoder.key", 2);
  const end = graph.op("Add", [start, extent("input_ids", 1)]);
  const positions = graph.op("Range", [start, end, graph.integers(1)]);
  const keys = graph.op("Range", [graph.integers(0), end, graph.integers(1)]);
  const column = graph.op("Unsqueeze", [positions, graph.integers([1])]);
  const isSeen = graph.op("LessOrEqual", [keys, column]);
  const mask = graph.op("Where", [isSeen, graph.scalar(0), graph.scalar(-1e9)]);
  const embedded = graph.op("Gather", [graph.random([vocabulary, width], 1), "input_ids"]);
  const placed = graph.op("Gather", [graph.random([maxPositions, width], 1), positions]);
  let x = graph.op("Add", [embedded, placed]);
  for (let layer = 0; layer < layers; layer += 1) {
    x = decoderLayer(graph, size, { layer, input: x, mask });
  }
  const projection = graph.random([width, vocabulary], (token) => scale(token) / Math.sqrt(width));
  const logits = graph.op("MatMul", [graph.layerNorm(x, width), projection]);
  graph.op("Identity", [withCertain(graph, logits, column, options)], {}, "logits");
  const attention = Array.from({ length: hasCrossAttentions ? layers : 0 }, (_, layer) =>
    float(`cross_attentions.${layer}`, ["batch_size", heads, "length", "frames"]),
  );
  return {
    ...VERSIONS,
    inputs: [
      { name: "input_ids", type: "int64", shape: ["batch_size", "length"] },
      float("encoder_hidden_states", ["batch_size", FRAMES, width]),
      ...pastValues("past_key_values", size),
      { name: "use_cache_branch", type: "bool", shape: [1] },
    ],
    outputs: [
      float("logits", ["batch_size", "length", vocabulary]),
      ...pastValues("present", size),
      ...attention,
    ],
    nodes: graph.nodes,
    initializers: graph.initializers,
  };
}
