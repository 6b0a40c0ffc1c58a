// The two networks of a tiny Whisper as ONNX graphs: convolution stem and encoder blocks; the merged decoder, with its
// cache, an `If` on `use_cache_branch`, and cross-attentions as outputs. Layers normalise first, as in the real one.
import type { OnnxModel, OnnxValue } from "../../media-node/engines/onnx-writer.ts";
import { GraphBuilder } from "./onnx-model.ts";

export const LAYERS = 2;
export const WIDTH = 64;
export const HEADS = 4;
export const MEL_BINS = 80;
export const FRAMES = 1500;
const HEAD_WIDTH = WIDTH / HEADS;
const VERSIONS = { opset: 17, irVersion: 8 } as const;

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

/** From features to hidden states. */
export function encoderModel(seed: number): OnnxModel {
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

export interface DecoderOptions {
  readonly seed: number;
  readonly maxPositions: number;
  readonly vocabulary: number;
  /** Standard deviation of each token's logit. */
  readonly scale: (token: number) => number;
  readonly hasCrossAttentions: boolean;
}

/** From tokens, hidden states and the cache to logits, the grown cache and attention. */
export function decoderModel(options: DecoderOptions): OnnxModel {
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
