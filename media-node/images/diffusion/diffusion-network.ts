// One question to a diffusion model's U-Net: what the noise in these latents is, given a prompt. It fills in whatever
// inputs the network has beside the latents, in the types that it wants, and weighs prompt against negative prompt.

import { type FloatType, floatTensor, floatValues } from "../../onnx/float-tensors.ts";
import type { OnnxSession } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import type { DiffusersConfig } from "./diffusers-config.ts";
import type { EncodedPrompt } from "./prompt-encoder.ts";

export interface Guidance {
  readonly prompt: EncodedPrompt;
  readonly negative: EncodedPrompt;
  readonly scale: number;
}

export interface LatentShape {
  readonly images: number;
  readonly channels: number;
  readonly height: number;
  readonly width: number;
}

export interface NetworkQuestion {
  /** [images, channels, height, width] */
  readonly latents: Float32Array;
  readonly shape: LatentShape;
  readonly timestep: number;
  /** Of networks that were trained to fill in: a mask and the latents around it, [images, 1 + channels, height, width]. */
  readonly surroundings: Float32Array | null;
}

/** Whether the network is asked twice a step, with the negative prompt and with the prompt. */
function isGuided({ scale }: Guidance, { guidanceWidth }: DiffusersConfig): boolean {
  return scale > 1 && guidanceWidth === null;
}

function typeOf(session: OnnxSession, name: string): string {
  const input = session.inputs.find((each) => each.name === name);
  return input?.isTensor === true ? input.type : "float32";
}

/** The same numbers for each row. */
function repeated(values: Float32Array, rows: number): Float32Array {
  const all = new Float32Array(values.length * rows);
  for (let row = 0; row < rows; row += 1) all.set(values, row * values.length);
  return all;
}

/** The two prompts' numbers for all images: the negative ones first. */
function forRows(
  { prompt, negative }: Guidance,
  of: (encoded: EncodedPrompt) => Float32Array,
  rows: number,
  guided: boolean,
): Float32Array {
  if (!guided) return repeated(of(prompt), rows);
  const all = new Float32Array(2 * rows * of(prompt).length);
  all.set(repeated(of(negative), rows));
  all.set(repeated(of(prompt), rows), all.length / 2);
  return all;
}

/** How the guidance's strength is told to networks that were distilled with it (Meng et al. 2023, arXiv:2210.03142). */
function guidanceEmbedding(scale: number, width: number): Float32Array {
  const half = Math.floor(width / 2);
  const embedding = new Float32Array(width);
  for (let index = 0; index < half; index += 1) {
    const angle = 1_000 * (scale - 1) * Math.exp((-Math.log(10_000) * index) / (half - 1));
    embedding[index] = Math.sin(angle);
    embedding[half + index] = Math.cos(angle);
  }
  return embedding;
}

function timestepTensor(session: OnnxSession, timestep: number, rows: number): Tensor {
  const input = session.inputs.find(({ name }) => name === "timestep");
  const rank = input?.isTensor === true ? input.shape.length : 1;
  const isScalar = rank === 0;
  const count = isScalar || (input?.isTensor === true && input.shape[0] === 1) ? 1 : rows;
  const dims = isScalar ? [] : [count];
  const type = typeOf(session, "timestep");
  if (type === "int64")
    return new Tensor("int64", new BigInt64Array(count).fill(BigInt(Math.round(timestep))), dims);
  if (type === "int32") return new Tensor("int32", new Int32Array(count).fill(Math.round(timestep)), dims);
  return floatTensor(type as FloatType, new Float32Array(count).fill(timestep), dims);
}

/** What the network sees of the latents: beside them, for those that fill in, their surroundings. */
function sampleRows({ latents, shape, surroundings }: NetworkQuestion): Float32Array {
  if (surroundings === null) return latents;
  const plane = shape.height * shape.width;
  const [own, around] = [shape.channels * plane, (shape.channels + 1) * plane];
  const rows = new Float32Array(shape.images * (own + around));
  for (let image = 0; image < shape.images; image += 1) {
    rows.set(latents.subarray(image * own, (image + 1) * own), image * (own + around));
    rows.set(surroundings.subarray(image * around, (image + 1) * around), image * (own + around) + own);
  }
  return rows;
}

function feedsOf(
  session: OnnxSession,
  config: DiffusersConfig,
  question: NetworkQuestion,
  guidance: Guidance,
): Record<string, Tensor> {
  const { images, height, width } = question.shape;
  const guided = isGuided(guidance, config);
  const rows = guided ? 2 * images : images;
  const float = (name: string, values: Float32Array, dims: readonly number[]): Tensor =>
    floatTensor(typeOf(session, name) as FloatType, values, dims);
  const sample = repeated(sampleRows(question), guided ? 2 : 1);
  const { tokens, width: stateWidth, summary } = guidance.prompt;
  const states = forRows(guidance, (encoded) => encoded.states, images, guided);
  const feeds: Record<string, Tensor> = {
    sample: float("sample", sample, [rows, sample.length / (rows * height * width), height, width]),
    timestep: timestepTensor(session, question.timestep, rows),
    encoder_hidden_states: float("encoder_hidden_states", states, [rows, tokens, stateWidth]),
  };
  if (config.guidanceWidth !== null && session.inputNames.includes("timestep_cond")) {
    const embedding = guidanceEmbedding(guidance.scale, config.guidanceWidth);
    feeds.timestep_cond = float("timestep_cond", repeated(embedding, rows), [rows, config.guidanceWidth]);
  }
  if (config.isExtraLarge && summary !== null) {
    const summaries = forRows(guidance, (encoded) => encoded.summary ?? summary, images, guided);
    const size = [height * config.pixelsPerLatent, width * config.pixelsPerLatent];
    const sizes = Float32Array.from([...size, 0, 0, ...size]);
    feeds.text_embeds = float("text_embeds", summaries, [rows, summary.length]);
    feeds.time_ids = float("time_ids", repeated(sizes, rows), [rows, sizes.length]);
  }
  return feeds;
}

/** The network's answer, [images, channels, height, width]. @throws AppError OUT_OF_MEMORY */
export async function askNetwork(
  session: OnnxSession,
  config: DiffusersConfig,
  question: NetworkQuestion,
  guidance: Guidance,
): Promise<Float32Array> {
  const [outputName = "out_sample"] = session.outputNames;
  const outputs = await session.run(feedsOf(session, config, question, guidance), [outputName]);
  const answer = floatValues(outputs[outputName] as Tensor);
  if (!isGuided(guidance, config)) return answer;
  const half = answer.length / 2;
  const result = new Float32Array(half);
  for (let index = 0; index < half; index += 1) {
    const without = answer[index] ?? 0;
    result[index] = without + guidance.scale * ((answer[half + index] ?? 0) - without);
  }
  return result;
}
