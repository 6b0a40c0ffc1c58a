// The two networks of a Whisper model in the Hugging Face ONNX layout (onnx-community/whisper-*_timestamped): the
// encoder, and the merged decoder with its cache of keys and values and its cross-attentions. What the encoder says and the
// cache stay where they were made: on a device, they would cross between processes with every token (0.5 GB a window for
// large-v3). Where the device's provider copies them over the bus all the same, steps may do without (see decoder-memory).
// No step asks for an output that it does not need: the keys and values of the audio are made once per batch,
// cross-attentions only when words are aligned.
import { join } from "node:path";
import type { AppError } from "../../../shared/errors.ts";
import type { DeviceTensor } from "../../onnx/devices/device-session.ts";
import { type FloatType, floatTensor, floatValues, joinRows, tokenTensor } from "../../onnx/float-tensors.ts";
import type { OnnxSession, OnnxSessionOptions } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import type { WhisperConfiguration } from "./whisper-configuration.ts";
import { WHISPER_FRAMES } from "./whisper-features.ts";
import { openWhisperNetworks } from "./whisper-networks.ts";

/** Frames of the encoder's output. */
export const ENCODER_FRAMES = WHISPER_FRAMES / 2;

export interface WhisperFiles {
  readonly encoder: string;
  readonly decoder: string;
}

/**
 * How steps know what was said before: the keys and values of all tokens and of the audio go from each step to the next, or
 * each step reads all tokens again, from the encoder's output alone.
 */
export type DecoderMemory = "cache" | "recompute";

/** A batch that is being decoded. Every row has said the same number of tokens. */
export interface DecodingBatch {
  readonly memory: DecoderMemory;
  readonly hidden: DeviceTensor;
  /** Inputs `past_key_values.*` of the next step; none where each step reads all tokens again. */
  readonly past: Record<string, DeviceTensor>;
  /** What each row has read. */
  readonly tokens: readonly number[][];
}

export interface Prediction {
  /** [rows x positions x vocabulary]; may be written to. */
  readonly logits: Float32Array;
  readonly positions: number;
}

const HIDDEN = "last_hidden_state";

interface DecoderCall {
  readonly hidden: DeviceTensor;
  /** Of each row. */
  readonly tokens: readonly (readonly number[])[];
  /** Undefined for rows that begin. */
  readonly past?: Readonly<Record<string, DeviceTensor>>;
  readonly fetches: readonly string[];
  /** Outputs that stay where they are made. */
  readonly keep: readonly string[];
  /** Whether only the logits of the last position are wanted. */
  readonly isLastOnly?: boolean;
}

/** Windows of several runs that a device encodes together. */
const ENCODED_TOGETHER = { maxRows: 16 };

/** The decoder's outputs that its next step takes, of each layer. */
function presentNames({ layers }: WhisperConfiguration, sides: readonly ("decoder" | "encoder")[]): string[] {
  return Array.from({ length: layers }, (_, layer) => layer).flatMap((layer) =>
    sides.flatMap((side) => [`present.${layer}.${side}.key`, `present.${layer}.${side}.value`]),
  );
}

function floatTypeOf(session: OnnxSession, input: string): FloatType {
  const described = session.inputs.find(({ name }) => name === input);
  return described?.isTensor === true && described.type === "float16" ? "float16" : "float32";
}

function missing(files: string, detail: string): AppError {
  return unusableModel(`${files}: ${detail}`);
}

export class WhisperModel {
  readonly configuration: WhisperConfiguration;
  readonly encoder: OnnxSession;
  readonly decoder: OnnxSession;
  /** Of batches that are started from here on. */
  memory: DecoderMemory = "cache";
  readonly #pastType: FloatType;

  private constructor(configuration: WhisperConfiguration, encoder: OnnxSession, decoder: OnnxSession) {
    this.configuration = configuration;
    this.encoder = encoder;
    this.decoder = decoder;
    this.#pastType = floatTypeOf(decoder, "past_key_values.0.decoder.key");
  }

  /** @throws AppError MODEL_UNAVAILABLE, also for a decoder without cross-attentions; OUT_OF_MEMORY */
  static async open(
    folder: string,
    files: WhisperFiles,
    configuration: WhisperConfiguration,
    options: OnnxSessionOptions,
  ): Promise<WhisperModel> {
    const { encoder, decoder } = await openWhisperNetworks(
      {
        path: join(folder, files.encoder),
        options: { batching: ENCODED_TOGETHER, keptOutputs: [HIDDEN] },
      },
      {
        path: join(folder, files.decoder),
        options: { keptOutputs: presentNames(configuration, ["decoder", "encoder"]) },
      },
      options,
    );
    const model = new WhisperModel(configuration, encoder, decoder);
    const needed = configuration.alignmentHeads.map(([layer]) => `cross_attentions.${layer}`);
    const lacking = needed.find((name) => !decoder.outputNames.includes(name));
    if (lacking === undefined) return model;
    await model.dispose();
    throw missing(files.decoder, `exported without ${lacking}, so that words have no times`);
  }

  async dispose(): Promise<void> {
    await this.encoder.dispose();
    await this.decoder.dispose();
  }

  /**
   * Encodes windows of features [melBins x 3000] to one tensor [windows, 1500, width]. On the CPU one after another: a
   * window alone keeps all cores busy, and ten of tiny at once took 5.4 s instead of 4.4 (2026-11-21) and ten times
   * the memory for their attention.
   */
  async encode(windows: readonly Float32Array[]): Promise<DeviceTensor> {
    if (!this.encodesOneByOne || windows.length === 1) return await this.#encodeTogether(windows);
    const encoded: Tensor[] = [];
    for (const window of windows) encoded.push((await this.#encodeTogether([window])) as Tensor);
    return joinRows(encoded);
  }

  /** Some of the encoded windows, in this order. */
  async selectWindows(hidden: DeviceTensor, rows: readonly number[]): Promise<DeviceTensor> {
    const [selected] = await this.encoder.gather([hidden], rows);
    return selected as DeviceTensor;
  }

  /** Does something with some of the encoded windows, in this order, and gives them up whatever becomes of it. */
  async withWindows<T>(
    hidden: DeviceTensor,
    rows: readonly number[],
    work: (windows: DeviceTensor) => Promise<T>,
  ): Promise<T> {
    const isWhole = rows.length === hidden.dims[0] && rows.every((row, index) => row === index);
    if (isWhole) return work(hidden);
    const windows = await this.selectWindows(hidden, rows);
    try {
      return await work(windows);
    } finally {
      await this.release([windows]);
    }
  }

  /** Gives up encoded windows, or what a batch remembers; where they lie in this thread that is the collector's work. */
  async release(tensors: readonly DeviceTensor[]): Promise<void> {
    await this.decoder.release(tensors);
  }

  get encodesOneByOne(): boolean {
    return this.encoder.provider === "cpu";
  }

  async #encodeTogether(windows: readonly Float32Array[]): Promise<DeviceTensor> {
    const { melBins } = this.configuration;
    const features = new Float32Array(windows.length * melBins * WHISPER_FRAMES);
    windows.forEach((window, index) => {
      features.set(window, index * melBins * WHISPER_FRAMES);
    });
    const dims = [windows.length, melBins, WHISPER_FRAMES];
    const type = floatTypeOf(this.encoder, "input_features");
    const feeds = { input_features: floatTensor(type, features, dims) };
    const outputs = await this.encoder.runKeeping(feeds, [HIDDEN], [HIDDEN]);
    return outputs[HIDDEN] as DeviceTensor;
  }

  /** The first step: all tokens of the prefixes (of one length) at once, with logits at every position. */
  async start(
    hidden: DeviceTensor,
    prefixes: readonly (readonly number[])[],
  ): Promise<{ batch: DecodingBatch; prediction: Prediction }> {
    const { memory } = this;
    const keep = memory === "recompute" ? [] : presentNames(this.configuration, ["decoder", "encoder"]);
    const outputs = await this.#runDecoder({ hidden, tokens: prefixes, fetches: ["logits"], keep });
    const batch = { memory, hidden, past: {}, tokens: prefixes.map((prefix) => [...prefix]) };
    await this.#remember(batch, outputs);
    return { batch, prediction: this.#predictionOf(outputs) };
  }

  /** The prediction of `start` alone, for rows that nobody goes on with. */
  async predict(hidden: DeviceTensor, prefixes: readonly (readonly number[])[]): Promise<Prediction> {
    return this.#predictionOf(
      await this.#runDecoder({ hidden, tokens: prefixes, fetches: ["logits"], keep: [] }),
    );
  }

  /** One further token per row. */
  async step(batch: DecodingBatch, tokens: readonly number[]): Promise<Prediction> {
    batch.tokens.forEach((read, row) => {
      read.push(tokens[row] as number);
    });
    const { memory, hidden, past } = batch;
    if (memory === "recompute") {
      const all = { hidden, tokens: batch.tokens, fetches: ["logits"], keep: [], isLastOnly: true };
      return this.#predictionOf(await this.#runDecoder(all));
    }
    const rows = tokens.map((token) => [token]);
    const keep = presentNames(this.configuration, ["decoder"]);
    const outputs = await this.#runDecoder({ hidden, tokens: rows, past, fetches: ["logits"], keep });
    await this.#remember(batch, outputs);
    return this.#predictionOf(outputs);
  }

  /** The batch with only these rows, in this order; what it remembered of all is given up. */
  async keepRows(
    { memory, hidden, past, tokens }: DecodingBatch,
    rows: readonly number[],
  ): Promise<DecodingBatch> {
    const names = Object.keys(past);
    const tensors = Object.values(past);
    const [kept, ...cache] = await this.decoder.gather([hidden, ...tensors], rows);
    await this.release(tensors);
    return {
      memory,
      hidden: kept as DeviceTensor,
      past: Object.fromEntries(names.map((name, index) => [name, cache[index] as DeviceTensor])),
      tokens: rows.map((row) => tokens[row] as number[]),
    };
  }

  /** Reads whole rows of tokens at once, without a cache: their logits, and attention by layer. */
  async attend(
    hidden: DeviceTensor,
    tokens: readonly number[],
    layers: readonly number[],
  ): Promise<{ prediction: Prediction; attention: ReadonlyMap<number, Float32Array> }> {
    const names = layers.map((layer) => `cross_attentions.${layer}`);
    const fetches = ["logits", ...names];
    const outputs = await this.#runDecoder({ hidden, tokens: [tokens], fetches, keep: [] });
    const attention = new Map(
      layers.map((layer) => [layer, floatValues(outputs[`cross_attentions.${layer}`] as Tensor)]),
    );
    return { prediction: this.#predictionOf(outputs), attention };
  }

  async #remember(batch: DecodingBatch, outputs: Readonly<Record<string, DeviceTensor>>): Promise<void> {
    const before: DeviceTensor[] = [];
    for (const [output, tensor] of Object.entries(outputs)) {
      if (!output.startsWith("present.")) continue;
      const name = output.replace("present", "past_key_values");
      before.push(...(batch.past[name] === undefined ? [] : [batch.past[name]]));
      batch.past[name] = tensor;
    }
    await this.release(before);
  }

  #predictionOf(outputs: Readonly<Record<string, DeviceTensor>>): Prediction {
    const logits = outputs.logits as Tensor;
    return { logits: floatValues(logits), positions: logits.dims[1] as number };
  }

  /** A cache that holds nothing yet: it has the right shapes with no positions. */
  #emptyPast(rows: number): Record<string, Tensor> {
    const { heads, width } = this.configuration;
    const empty = floatTensor(this.#pastType, new Float32Array(0), [rows, heads, 0, width / heads]);
    const names = presentNames(this.configuration, ["decoder", "encoder"]);
    return Object.fromEntries(names.map((name) => [name.replace("present", "past_key_values"), empty]));
  }

  async #runDecoder({
    hidden,
    tokens,
    past,
    fetches,
    keep,
    isLastOnly = false,
  }: DecoderCall): Promise<Record<string, DeviceTensor>> {
    const feeds: Record<string, DeviceTensor> = {
      input_ids: tokenTensor(tokens),
      encoder_hidden_states: hidden,
      use_cache_branch: new Tensor("bool", [past !== undefined], [1]),
      ...(past ?? this.#emptyPast(tokens.length)),
    };
    const known = Object.entries(feeds).filter(([name]) => this.decoder.inputNames.includes(name));
    const lastOnly = isLastOnly ? ["logits"] : [];
    return await this.decoder.runKeeping(Object.fromEntries(known), [...fetches, ...keep], keep, lastOnly);
  }
}
