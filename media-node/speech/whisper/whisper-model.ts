// The two networks of a Whisper model in the Hugging Face ONNX layout (onnx-community/whisper-*_timestamped): the
// encoder, and the merged decoder with its cache of keys and values and its cross-attentions. Tensors of the cache come
// back to the CPU with every step in this binding, so that no step asks for an output that it does not need: the keys
// and values of the sound are fetched once per batch, cross-attentions only when words are aligned.
import { join } from "node:path";
import { AppError } from "../../../shared/errors.ts";
import {
  type FloatType,
  floatTensor,
  floatValues,
  gatherRows,
  joinRows,
  tokenTensor,
} from "../../onnx/float-tensors.ts";
import {
  type OnnxSession,
  type OnnxSessionOptions,
  openOnnxSession,
  type Tensors,
} from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import type { WhisperConfiguration } from "./whisper-configuration.ts";
import { WHISPER_FRAMES } from "./whisper-features.ts";

/** Frames of the encoder's output. */
export const ENCODER_FRAMES = WHISPER_FRAMES / 2;

export interface WhisperFiles {
  readonly encoder: string;
  readonly decoder: string;
}

/** A batch that is being decoded. Every row has said the same number of tokens. */
export interface DecodingBatch {
  readonly hidden: Tensor;
  /** Inputs `past_key_values.*` of the next step. */
  readonly past: Record<string, Tensor>;
}

export interface Prediction {
  /** [rows x positions x vocabulary]; may be written to. */
  readonly logits: Float32Array;
  readonly positions: number;
}

function floatTypeOf(session: OnnxSession, input: string): FloatType {
  const described = session.inputs.find(({ name }) => name === input);
  return described?.isTensor === true && described.type === "float16" ? "float16" : "float32";
}

function missing(files: string, detail: string): AppError {
  return new AppError("MODEL_UNAVAILABLE", undefined, { cause: new Error(`${files}: ${detail}`) });
}

export class WhisperModel {
  readonly configuration: WhisperConfiguration;
  readonly encoder: OnnxSession;
  readonly decoder: OnnxSession;
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
    const encoder = await openOnnxSession(join(folder, files.encoder), options);
    try {
      const decoder = await openOnnxSession(join(folder, files.decoder), options);
      const needed = configuration.alignmentHeads.map(([layer]) => `cross_attentions.${layer}`);
      const lacking = needed.find((name) => !decoder.outputNames.includes(name));
      if (lacking === undefined) return new WhisperModel(configuration, encoder, decoder);
      await decoder.dispose();
      throw missing(files.decoder, `exported without ${lacking}, so that words have no times`);
    } catch (error) {
      await encoder.dispose();
      throw error;
    }
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
  async encode(windows: readonly Float32Array[]): Promise<Tensor> {
    if (!this.encodesOneByOne || windows.length === 1) return await this.#encodeTogether(windows);
    const encoded: Tensor[] = [];
    for (const window of windows) encoded.push(await this.#encodeTogether([window]));
    return joinRows(encoded);
  }

  get encodesOneByOne(): boolean {
    return this.encoder.provider === "cpu";
  }

  async #encodeTogether(windows: readonly Float32Array[]): Promise<Tensor> {
    const { melBins } = this.configuration;
    const features = new Float32Array(windows.length * melBins * WHISPER_FRAMES);
    windows.forEach((window, index) => {
      features.set(window, index * melBins * WHISPER_FRAMES);
    });
    const dims = [windows.length, melBins, WHISPER_FRAMES];
    const type = floatTypeOf(this.encoder, "input_features");
    const outputs = await this.encoder.run({ input_features: floatTensor(type, features, dims) });
    return outputs.last_hidden_state as Tensor;
  }

  /** The first step: all tokens of the prefixes (of one length) at once, with logits at every position. */
  async start(
    hidden: Tensor,
    prefixes: readonly (readonly number[])[],
  ): Promise<{ batch: DecodingBatch; prediction: Prediction }> {
    const outputs = await this.#runDecoder(hidden, prefixes, undefined, [
      "logits",
      ...this.#presentNames(["decoder", "encoder"]),
    ]);
    const batch = { hidden, past: {} };
    this.#remember(batch, outputs);
    return { batch, prediction: this.#predictionOf(outputs) };
  }

  /** One further token per row. */
  async step(batch: DecodingBatch, tokens: readonly number[]): Promise<Prediction> {
    const rows = tokens.map((token) => [token]);
    const fetches = ["logits", ...this.#presentNames(["decoder"])];
    const outputs = await this.#runDecoder(batch.hidden, rows, batch.past, fetches);
    this.#remember(batch, outputs);
    return this.#predictionOf(outputs);
  }

  /** Reads whole rows of tokens at once, without a cache: their logits, and attention by layer. */
  async attend(
    hidden: Tensor,
    tokens: readonly number[],
    layers: readonly number[],
  ): Promise<{ prediction: Prediction; attention: ReadonlyMap<number, Float32Array> }> {
    const names = layers.map((layer) => `cross_attentions.${layer}`);
    const outputs = await this.#runDecoder(hidden, [tokens], undefined, ["logits", ...names]);
    const attention = new Map(
      layers.map((layer) => [layer, floatValues(outputs[`cross_attentions.${layer}`] as Tensor)]),
    );
    return { prediction: this.#predictionOf(outputs), attention };
  }

  #presentNames(sides: readonly ("decoder" | "encoder")[]): string[] {
    return Array.from({ length: this.configuration.layers }, (_, layer) => layer).flatMap((layer) =>
      sides.flatMap((side) => [`present.${layer}.${side}.key`, `present.${layer}.${side}.value`]),
    );
  }

  #remember(batch: DecodingBatch, outputs: Tensors): void {
    for (const [name, tensor] of Object.entries(outputs)) {
      if (name.startsWith("present.")) batch.past[name.replace("present", "past_key_values")] = tensor;
    }
  }

  #predictionOf(outputs: Tensors): Prediction {
    const logits = outputs.logits as Tensor;
    return { logits: floatValues(logits), positions: logits.dims[1] as number };
  }

  /** A cache that holds nothing yet: it has the right shapes with no positions. */
  #emptyPast(rows: number): Record<string, Tensor> {
    const { heads, width } = this.configuration;
    const empty = floatTensor(this.#pastType, new Float32Array(0), [rows, heads, 0, width / heads]);
    const names = this.#presentNames(["decoder", "encoder"]);
    return Object.fromEntries(names.map((name) => [name.replace("present", "past_key_values"), empty]));
  }

  async #runDecoder(
    hidden: Tensor,
    tokens: readonly (readonly number[])[],
    past: Readonly<Record<string, Tensor>> | undefined,
    fetches: readonly string[],
  ): Promise<Tensors> {
    const feeds: Record<string, Tensor> = {
      input_ids: tokenTensor(tokens),
      encoder_hidden_states: hidden,
      use_cache_branch: new Tensor("bool", [past !== undefined], [1]),
      ...(past ?? this.#emptyPast(tokens.length)),
    };
    const known = Object.entries(feeds).filter(([name]) => this.decoder.inputNames.includes(name));
    return await this.decoder.run(Object.fromEntries(known), fetches);
  }
}

/** The batch with only these rows, in this order. */
export function keepRows({ hidden, past }: DecodingBatch, rows: readonly number[]): DecodingBatch {
  const entries = Object.entries(past).map(([name, tensor]) => [name, gatherRows(tensor, rows)] as const);
  return { hidden: gatherRows(hidden, rows), past: Object.fromEntries(entries) };
}
