// Writes a Whisper model of the real architecture and file layout (onnx-community/whisper-*_timestamped) with small
// dimensions, unless others are asked for, and random weights: encoder and merged decoder with cache, `If` on
// `use_cache_branch`, cross-attentions, and the configuration and tokenizer files beside them. Its output is nonsense,
// but the same nonsense everywhere.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelBundle } from "../../../media-node/models/model-bundle.ts";
import { type OnnxModel, writeOnnxModel } from "../../../media-node/onnx/onnx-writer.ts";
import { withHalfPrecisionEdges } from "../models/onnx-model.ts";
import { decoderModel, encoderModel, FRAMES, MEL_BINS, type WhisperSize } from "./tiny-whisper-network.ts";
import { type TinyTokenizer, tinyTokenizer } from "./tiny-whisper-tokenizer.ts";

const TINY: WhisperSize = { layers: 2, width: 64, heads: 4 };

export interface TinyWhisperOptions {
  readonly seed?: number;
  /** Much smaller than any released model unless told. */
  readonly size?: WhisperSize;
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
  /** How many tokens of text stand between the first time and the window's end; as the logits have it unless told. English only. */
  readonly textTokens?: number;
  /** Whether floats go in and out in half precision, as in fp16 exports. */
  readonly isHalfPrecision?: boolean;
  /** False for an export without cross-attentions. */
  readonly hasCrossAttentions?: boolean;
  /** A real tokenizer's folder; without it a small one is made. */
  readonly tokenizer?: TinyTokenizer;
  readonly generation?: Readonly<Record<string, unknown>>;
}

/** The bundle's files without those of a tokenizer. */
function configurations(
  options: TinyWhisperOptions,
  tokenizer: TinyTokenizer,
  maxPositions: number,
): object[] {
  const { tokens, vocabularySize } = tokenizer;
  const { layers, width, heads } = options.size ?? TINY;
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
    d_model: width,
    encoder_layers: layers,
    decoder_layers: layers,
    num_hidden_layers: layers,
    encoder_attention_heads: heads,
    decoder_attention_heads: heads,
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
  const { seed = 1, size = TINY, maxPositions = 64, logits = { text: 7, end: 12, timestamp: 5 } } = options;
  const { end, noTimestamps } = tokenizer.tokens;
  // Behind the start and the first time.
  const closing = 1 + (options.textTokens ?? 0);
  const certain = [
    { position: closing, token: noTimestamps + 1 + FRAMES },
    { position: closing + 1, token: end },
  ];
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
    "onnx/encoder_model.onnx": write(encoderModel(seed, size)),
    "onnx/decoder_model_merged.onnx": write(
      decoderModel({
        seed: seed + 1,
        size,
        maxPositions,
        vocabulary: tokenizer.vocabularySize,
        scale,
        hasCrossAttentions: options.hasCrossAttentions !== false,
        ...(options.textTokens === undefined ? {} : { certain }),
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
