// What a Whisper bundle says of itself in the files of the Hugging Face layout: config.json, generation_config.json and
// preprocessor_config.json, checked before use and put into the terms of decoding. Lists that a conversion left out get
// the values of openai/whisper. Files that transformers.js reads work here too.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  checkWhisperConfig,
  checkWhisperGeneration,
  isEnglishOnly,
  type WhisperGeneration,
} from "../../models/hub-files/whisper-files.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import type { TokenRules } from "./whisper-token-rules.ts";

/** A second, as openai/whisper has it; conversions of 2023 wrote 1 and meant this. */
const MAX_INITIAL_TIMESTAMP_INDEX = 50;
const WRONG_MAX_INITIAL_TIMESTAMP_INDEX = 1;

export interface WhisperConfiguration {
  readonly melBins: number;
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  readonly encoderHeads: number;
  readonly vocabularySize: number;
  /** Tokens that a window may give, half of the decoder's positions; the rest is for prefixes. */
  readonly maxNewTokens: number;
  readonly startToken: number;
  readonly noTimestampsToken: number;
  /** Present in the vocabulary before <|notimestamps|>: the model heard no speech. */
  readonly noSpeechToken: number;
  readonly rules: Omit<TokenRules, "hasTimestamps">;
  /** Pairs of layer and head. */
  readonly alignmentHeads: readonly (readonly [layer: number, head: number])[];
  /** Whether the files name heads that the decoder does not have, as distilled models do that kept their teacher's list. */
  readonly hasForeignHeads: boolean;
  /** Tokens of languages by Whisper's code; undefined for a model of English only. */
  readonly languages: ReadonlyMap<string, number> | undefined;
  readonly transcribeToken: number | undefined;
}

/** All heads of the upper half of the decoder: what openai/whisper takes where nobody chose heads for this model. */
function upperHalf(layers: number, heads: number): [number, number][] {
  const upper = Array.from({ length: layers }, (_, layer) => layer).filter((layer) => layer >= layers / 2);
  return upper.flatMap((layer) =>
    Array.from({ length: heads }, (_, head): [number, number] => [layer, head]),
  );
}

function languageTokens(generation: WhisperGeneration): ReadonlyMap<string, number> | undefined {
  if (isEnglishOnly(generation)) return undefined;
  const named = Object.entries(generation.lang_to_id ?? {});
  return new Map(named.map(([name, token]) => [name.replace(/^<\|(.*)\|>$/, "$1"), token]));
}

function rulesOf(generation: WhisperGeneration): WhisperConfiguration["rules"] {
  const { eos_token_id: end, no_timestamps_token_id: noTimestamps } = generation;
  const endToken = Array.isArray(end) ? (end[0] as number) : end;
  // Start, languages, tasks and the like lie between the end and the timestamps; none of them is text.
  const specials = Array.from({ length: noTimestamps - endToken - 1 }, (_, index) => endToken + 1 + index);
  const listed = (tokens: readonly number[] | null | undefined): number[] =>
    (tokens ?? []).filter((token) => token >= 0);
  const initial = generation.max_initial_timestamp_index ?? WRONG_MAX_INITIAL_TIMESTAMP_INDEX;
  return {
    endToken,
    timestampBegin: noTimestamps + 1,
    suppressed: [...listed(generation.suppress_tokens), ...specials],
    suppressedAtBegin: listed(generation.begin_suppress_tokens),
    maxInitialTimestampIndex:
      initial === WRONG_MAX_INITIAL_TIMESTAMP_INDEX ? MAX_INITIAL_TIMESTAMP_INDEX : initial,
  };
}

async function readJson(folder: string, name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, name), "utf8"));
}

/**
 * Reads a bundle's configuration.
 * @throws AppError MODEL_UNAVAILABLE when a file is missing or does not describe a Whisper model
 */
export async function readWhisperConfiguration(folder: string): Promise<WhisperConfiguration> {
  try {
    const config = checkWhisperConfig(await readJson(folder, "config.json"));
    const generation = checkWhisperGeneration(await readJson(folder, "generation_config.json"));
    const { decoder_layers: layers, decoder_attention_heads: heads } = config;
    const chosen = generation.alignment_heads as [number, number][] | null | undefined;
    const hasForeignHeads = chosen?.some(([layer, head]) => layer >= layers || head >= heads) === true;
    return {
      melBins: config.num_mel_bins,
      width: config.d_model,
      layers,
      heads,
      encoderHeads: config.encoder_attention_heads,
      vocabularySize: config.vocab_size,
      maxNewTokens: Math.floor(config.max_target_positions / 2),
      startToken: generation.decoder_start_token_id,
      noTimestampsToken: generation.no_timestamps_token_id,
      noSpeechToken: generation.no_timestamps_token_id - 1,
      rules: rulesOf(generation),
      alignmentHeads: (hasForeignHeads ? undefined : chosen) ?? upperHalf(layers, heads),
      hasForeignHeads,
      languages: languageTokens(generation),
      transcribeToken: generation.task_to_id?.transcribe,
    };
  } catch (error) {
    throw unusableModel(`${folder} holds no Whisper model that can be read`, { cause: error });
  }
}
