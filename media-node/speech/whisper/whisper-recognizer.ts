// Whisper as a speech recognizer: windows of up to 30 s through encoder and decoder in batches, each window's text cut
// into segments by its timestamps, each word timed by attention. A window whose end the model has not reached is
// decoded again from there. Verified against transformers.js on models of the real architecture with random weights
// (tokens with and without timestamps, token times) and against openai/whisper by its published rules; the released
// weights could not be had where this was written.
import { AppError } from "../../../shared/errors.ts";
import { WHISPER_LIMITS } from "../../../shared/limits/speech.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { retryWhenDeviceLost } from "../../onnx/devices/client/retry-when-device-lost.ts";
import type { DeviceTensor } from "../../onnx/devices/device-session.ts";
import type { OnnxSessionOptions } from "../../onnx/onnx-session.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import type {
  HeardLanguages,
  RecognizedWindow,
  RecognizedWord,
  RecognizeOptions,
  SpeechRecognizer,
} from "../speech-recognizer.ts";
import { findDecoderMemory } from "./decoder-memory.ts";
import { readWhisperConfiguration } from "./whisper-configuration.ts";
import { languageLogProbs } from "./whisper-decoding.ts";
import { decodeWithFallback } from "./whisper-fallback.ts";
import { WhisperFrontEnd } from "./whisper-features.ts";
import { chooseLanguages, isoCode, whisperCode } from "./whisper-languages.ts";
import { type DecoderMemory, ENCODER_FRAMES, type WhisperFiles, WhisperModel } from "./whisper-model.ts";
import { splitSegments } from "./whisper-segments.ts";
import { openWhisperTokenizer } from "./whisper-tokenizer.ts";
import { alignWords } from "./whisper-word-aligner.ts";
import { type DecodeTokens, withoutBrokenEnd } from "./whisper-words.ts";
import { type DecodedPart, type PendingPart, partedAt, restOf } from "./window-parts.ts";

export interface WhisperOptions extends OnnxSessionOptions {
  /** Found by trying unless told. Where outputs stay on a device there is but the cache. */
  readonly decoderMemory?: DecoderMemory;
}

const REMARKS: Readonly<Record<DecoderMemory, string>> = {
  cache: "its decoder keeps keys and values from token to token",
  recompute: "its decoder reads all tokens again at each, which is faster here than moving a cache",
};
const FOREIGN_HEADS =
  "its generation_config.json has the alignment heads of another model, so all of its upper layers' time the words";
const WINDOW_S = 30;
const ENGLISH = "en";

/** The model files of a bundle: float32, fp16 or quantized, as the file's name says; the first of each kind counts. */
function filesOf({ folder, manifest }: ModelBundle): WhisperFiles {
  const named = (pattern: RegExp): string => {
    const found = manifest.files.find(({ path }) => pattern.test(path));
    if (found !== undefined) return found.path;
    throw unusableModel(`${folder} has no ${pattern}`);
  };
  return {
    encoder: named(/(^|\/)encoder_model(_[a-z0-9]+)?\.onnx$/),
    decoder: named(/(^|\/)decoder_model_merged(_[a-z0-9]+)?\.onnx$/),
  };
}

/** Windows whose caches and largest activations fit the bound together. */
function batchSizeOf({ configuration, encodesOneByOne }: WhisperModel): number {
  const { layers, width, encoderHeads } = configuration;
  const cacheBytes = 2 * layers * ENCODER_FRAMES * width * Float32Array.BYTES_PER_ELEMENT;
  const attentionBytes = 2 * encoderHeads * ENCODER_FRAMES ** 2 * Float32Array.BYTES_PER_ELEMENT;
  const fitting = encodesOneByOne
    ? (WHISPER_LIMITS.batchBytes - attentionBytes) / cacheBytes
    : WHISPER_LIMITS.batchBytes / (cacheBytes + attentionBytes);
  return Math.max(1, Math.min(WHISPER_LIMITS.batchWindows, Math.floor(fitting)));
}

class WhisperRecognizer implements SpeechRecognizer {
  readonly limits: SpeechRecognizer["limits"];
  readonly #model: WhisperModel;
  readonly #decode: DecodeTokens;
  readonly #frontEnd: WhisperFrontEnd;

  constructor(model: WhisperModel, decode: DecodeTokens) {
    this.#model = model;
    this.#decode = decode;
    this.#frontEnd = new WhisperFrontEnd(model.configuration.melBins);
    this.limits = { windowS: WINDOW_S, batchSize: batchSizeOf(model) };
  }

  get provider(): SpeechRecognizer["provider"] {
    return this.#model.decoder.provider;
  }

  get remark(): string {
    const { memory, configuration } = this.#model;
    return configuration.hasForeignHeads ? `${REMARKS[memory]}; ${FOREIGN_HEADS}` : REMARKS[memory];
  }

  get passedOver(): SpeechRecognizer["passedOver"] {
    return this.#model.decoder.passedOver;
  }

  async recognize(
    windows: readonly Float32Array[],
    { language, heardS = new Map() }: RecognizeOptions,
  ): Promise<RecognizedWindow[]> {
    const asked = this.#askedLanguage(language);
    const recognized = windows.map(() => ({ words: [] as RecognizedWord[], language: asked ?? ENGLISH }));
    let pending = windows.flatMap((samples, index): PendingPart[] =>
      samples.length === 0 ? [] : [{ index, samples, offsetS: 0, isAfterShort: false, language: asked }],
    );
    while (pending.length > 0) {
      const batch = pending.slice(0, this.limits.batchSize);
      const decoded = await retryWhenDeviceLost(() => this.#decodeBatch(batch, heardS));
      const rests = batch.flatMap((part, row) => {
        const outcome = decoded[row] as DecodedPart;
        const window = recognized[part.index] as (typeof recognized)[number];
        window.language = outcome.language;
        window.words.push(
          ...outcome.words.map((word) => ({
            ...word,
            startS: word.startS + part.offsetS,
            endS: word.endS + part.offsetS,
          })),
        );
        return restOf(part, outcome);
      });
      pending = [...pending.slice(batch.length), ...rests];
    }
    return recognized.map(({ words, language: code }) => ({ words, language: isoCode(code) }));
  }

  async dispose(): Promise<void> {
    await this.#model.dispose();
  }

  /** Whisper's code of the language that was asked for. @throws AppError MODEL_UNAVAILABLE for one it does not know */
  #askedLanguage(language: string | undefined): string | undefined {
    const { languages } = this.#model.configuration;
    if (languages === undefined || language === undefined) {
      if (language === undefined || language === ENGLISH)
        return languages === undefined ? ENGLISH : undefined;
    } else {
      const code = whisperCode(language);
      if (languages.has(code)) return code;
    }
    const detail = `The installed speech model does not know the language ${language}.`;
    throw new AppError("MODEL_UNAVAILABLE", detail, { retryable: false });
  }

  #prefixOf(language: string): number[] {
    const { startToken, languages, transcribeToken } = this.#model.configuration;
    if (languages === undefined) return [startToken];
    const task = transcribeToken === undefined ? [] : [transcribeToken];
    return [startToken, languages.get(language) as number, ...task];
  }

  async #decodeBatch(batch: readonly PendingPart[], heardS: HeardLanguages): Promise<DecodedPart[]> {
    const hidden = await this.#model.encode(batch.map(({ samples }) => this.#frontEnd.compute(samples)));
    try {
      const spoken = await this.#languagesOf(batch, hidden, heardS);
      return await this.#decodeEncoded(batch, hidden, spoken);
    } finally {
      await this.#model.release([hidden]);
    }
  }

  /** Detects those that are not known; a window that was decoded in part has told its own. */
  async #languagesOf(
    batch: readonly PendingPart[],
    hidden: DeviceTensor,
    heardS: HeardLanguages,
  ): Promise<string[]> {
    const { languages } = this.#model.configuration;
    const unknown = batch.flatMap(({ language }, row) => (language === undefined ? [row] : []));
    if (unknown.length === 0 || languages === undefined) {
      return batch.map(({ language }) => language ?? ENGLISH);
    }
    const logProbs = await this.#model.withWindows(hidden, unknown, (windows) =>
      languageLogProbs(this.#model, windows, languages),
    );
    const codes = [...languages.keys()];
    const evidence = unknown.map((row, index) => ({
      durationS: (batch[row] as PendingPart).samples.length / AUDIO_SAMPLE_RATE_HZ,
      logProbs: logProbs[index] as Float32Array,
    }));
    const heard = Float64Array.from(codes, (code) => heardS.get(isoCode(code)) ?? 0);
    const detected = chooseLanguages(evidence, heard).map((place) => codes[place]);
    return batch.map(({ language }, row) => language ?? detected[unknown.indexOf(row)] ?? ENGLISH);
  }

  async #decodeEncoded(
    batch: readonly PendingPart[],
    hidden: DeviceTensor,
    spoken: readonly string[],
  ): Promise<DecodedPart[]> {
    const model = this.#model;
    const { rules, maxNewTokens } = model.configuration;
    const prefixes = spoken.map((language) => this.#prefixOf(language));
    const said = await decodeWithFallback(model, hidden, prefixes, {
      hasTimestamps: true,
      decode: this.#decode,
    });
    const decoded: DecodedPart[] = [];
    for (const [row, { samples }] of batch.entries()) {
      const language = spoken[row] as string;
      const durationS = Math.min(WINDOW_S, samples.length / AUDIO_SAMPLE_RATE_HZ);
      const tokens = said[row] ?? [];
      const isCut = tokens.length >= maxNewTokens;
      const whole = isCut ? withoutBrokenEnd(tokens, this.#decode) : tokens;
      const { segments, resumeS } = splitSegments(whole, { ...rules, durationS, isCut });
      const prefix = prefixes[row] as number[];
      const alignment = { prefix, segments, durationS, language };
      const words = await model.withWindows(hidden, [row], (window) =>
        alignWords(model, this.#decode, { hidden: window, ...alignment }),
      );
      decoded.push({ language, ...partedAt(words, resumeS, { isCut, tokenCount: whole.length }) });
    }
    return decoded;
  }
}

/**
 * Opens a Whisper bundle of the Hugging Face ONNX layout.
 * @throws AppError MODEL_UNAVAILABLE when a file is missing or not a Whisper model with cross-attentions; OUT_OF_MEMORY
 */
export async function openWhisperRecognizer(
  bundle: ModelBundle,
  { decoderMemory, ...options }: WhisperOptions,
): Promise<SpeechRecognizer> {
  const configuration = await readWhisperConfiguration(bundle.folder);
  const decode = await openWhisperTokenizer(bundle.folder);
  const model = await WhisperModel.open(bundle.folder, filesOf(bundle), configuration, options);
  try {
    model.memory = decoderMemory ?? (await findDecoderMemory(model, bundle.folder));
  } catch (error) {
    await model.dispose();
    throw error;
  }
  return new WhisperRecognizer(model, decode);
}
