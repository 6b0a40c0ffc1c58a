// Prompts as a diffusion network reads them: tokens in windows, through one CLIP text encoder or two, emphasis applied
// to the states. Two encoders (SDXL) give the states of their last layer but one side by side, and the second one a
// summary of its first window beside them.

import { DIFFUSION_LIMITS } from "../../../shared/limits/images.ts";
import { floatValues } from "../../onnx/float-tensors.ts";
import type { OnnxSession, OnnxSessionOptions } from "../../onnx/onnx-session.ts";
import type { SessionCache } from "../../onnx/session-cache.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import { type ClipTokenizer, openClipTokenizer } from "./clip-tokenizer-files.ts";
import type { DiffusersConfig, TextPart } from "./diffusers-config.ts";
import { readPromptWeights } from "./prompt-weights.ts";
import { type PromptWindow, promptWindows, weighStates } from "./prompt-windows.ts";

export interface EncodedPrompt {
  /** [tokens, width] */
  readonly states: Float32Array;
  readonly tokens: number;
  readonly width: number;
  /** [summary width]; null for models with one encoder. */
  readonly summary: Float32Array | null;
}

interface PartStates {
  readonly states: Float32Array;
  readonly width: number;
  readonly summary: Float32Array | null;
}

/** The output whose states the network was trained on. */
function statesOutput({ outputNames }: OnnxSession, isExtraLarge: boolean): string {
  if (!isExtraLarge)
    return outputNames.includes("last_hidden_state") ? "last_hidden_state" : (outputNames[0] ?? "");
  const layers = outputNames.flatMap((name) => /^hidden_states\.(\d+)$/.exec(name)?.[1] ?? []).map(Number);
  const lastButOne = layers.toSorted((a, b) => b - a)[1];
  if (lastButOne !== undefined) return `hidden_states.${lastButOne}`;
  throw unusableModel("the text encoder gives no states of its layers");
}

function tokenRows(session: OnnxSession, windows: readonly PromptWindow[]): Tensor {
  const tokens = windows.flatMap((window) => window.tokens);
  const dims = [windows.length, tokens.length / windows.length];
  const [input] = session.inputs;
  return input?.isTensor === true && input.type === "int32"
    ? new Tensor("int32", Int32Array.from(tokens), dims)
    : new Tensor("int64", BigInt64Array.from(tokens, BigInt), dims);
}

async function encodeWindows(
  session: OnnxSession,
  windows: readonly PromptWindow[],
  isExtraLarge: boolean,
): Promise<PartStates> {
  const output = statesOutput(session, isExtraLarge);
  const hasSummary = isExtraLarge && session.outputNames.includes("text_embeds");
  const [inputName = "input_ids"] = session.inputNames;
  const outputs = await session.run(
    { [inputName]: tokenRows(session, windows) },
    hasSummary ? [output, "text_embeds"] : [output],
  );
  const tensor = outputs[output] as Tensor;
  const states = Float32Array.from(floatValues(tensor));
  const perWindow = states.length / windows.length;
  windows.forEach(({ weights }, index) => {
    weighStates(states.subarray(index * perWindow, (index + 1) * perWindow), weights);
  });
  const summaries = outputs.text_embeds === undefined ? null : floatValues(outputs.text_embeds);
  return {
    states,
    width: tensor.dims.at(-1) ?? 0,
    summary: summaries === null ? null : summaries.slice(0, summaries.length / windows.length),
  };
}

/** States of the encoders side by side, token by token. */
function besides(parts: readonly PartStates[], tokens: number): { states: Float32Array; width: number } {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const width = parts.reduce((sum, part) => sum + part.width, 0);
  const states = new Float32Array(tokens * width);
  let offset = 0;
  for (const part of parts) {
    for (let token = 0; token < tokens; token += 1) {
      states.set(part.states.subarray(token * part.width, (token + 1) * part.width), token * width + offset);
    }
    offset += part.width;
  }
  return { states, width };
}

export interface PromptEncoder {
  /** Both with as many tokens, so that they can be asked in one batch. */
  encode(prompt: string, negativePrompt: string): Promise<{ prompt: EncodedPrompt; negative: EncodedPrompt }>;
}

/** Reads the tokenizers; the networks are opened when they are wanted. @throws AppError MODEL_UNAVAILABLE */
export async function openPromptEncoder(
  config: DiffusersConfig,
  cache: SessionCache,
  options: OnnxSessionOptions,
): Promise<PromptEncoder> {
  const { textParts, isExtraLarge, zerosForEmptyPrompt } = config;
  const tokenizers = await Promise.all(
    textParts.map(({ tokenizerFolder }) => openClipTokenizer(tokenizerFolder)),
  );
  const windowsOf = (text: string, tokenizer: ClipTokenizer, part: TextPart): PromptWindow[] =>
    promptWindows(readPromptWeights(text), tokenizer.tokensOf, {
      ...tokenizer,
      windowTokens: part.windowTokens,
      maxWindows: DIFFUSION_LIMITS.promptWindows,
    });
  const encodeText = async (text: string, windowCount: number): Promise<EncodedPrompt> => {
    const parts: PartStates[] = [];
    for (const [index, part] of textParts.entries()) {
      const windows = windowsOf(text, tokenizers[index] as ClipTokenizer, part);
      const empty = windowsOf("", tokenizers[index] as ClipTokenizer, part);
      while (windows.length < windowCount) windows.push(...empty);
      parts.push(
        await cache.with(part.networkPath, options, (session) =>
          encodeWindows(session, windows, isExtraLarge),
        ),
      );
    }
    const tokens = windowCount * (textParts[0]?.windowTokens ?? 0);
    const summary = parts.findLast((part) => part.summary !== null)?.summary ?? null;
    const encoded = { ...besides(parts, tokens), tokens, summary };
    return text === "" && zerosForEmptyPrompt ? emptied(encoded) : encoded;
  };
  return {
    async encode(prompt, negativePrompt) {
      const counts = textParts.flatMap((part, index) =>
        [prompt, negativePrompt].map(
          (text) => windowsOf(text, tokenizers[index] as ClipTokenizer, part).length,
        ),
      );
      const windowCount = Math.max(...counts);
      return {
        prompt: await encodeText(prompt, windowCount),
        negative: await encodeText(negativePrompt, windowCount),
      };
    },
  };
}

function emptied({ states, summary, ...rest }: EncodedPrompt): EncodedPrompt {
  return { ...rest, states: states.fill(0), summary: summary?.fill(0) ?? null };
}
