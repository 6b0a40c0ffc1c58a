// Whisper here and in transformers.js: the same files, the same audio, the same threads. The model has the shape of
// whisper-tiny.en and random weights, which cost what the released ones cost. What it says is made to be the same work
// for both: every window's text ends with the window, after as many tokens, and tokens are so sure that nothing is decoded
// again. Every repeat checks that both said as much.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type AutomaticSpeechRecognitionPipeline, env, pipeline } from "@huggingface/transformers";
import type { ModelBundle } from "../../media-node/models/model-bundle.ts";
import { AUDIO_SAMPLE_RATE_HZ } from "../../media-node/signal/audio-analysis.ts";
import { openSpeechRecognizer } from "../../media-node/speech/open-speech-recognizer.ts";
import type { SpeechRecognizer } from "../../media-node/speech/speech-recognizer.ts";
import { WhisperFrontEnd } from "../../media-node/speech/whisper/whisper-features.ts";
import { SPEECH_LIMITS } from "../../shared/limits/speech.ts";
import { writeTinyWhisper } from "../../test/support/speech/tiny-whisper.ts";
import { tinyTokenizer } from "../../test/support/speech/tiny-whisper-tokenizer.ts";
import { whisperAudio } from "../../test/support/speech/whisper-audio.ts";
import type { BenchCase } from "../measuring/harness.ts";

const WINDOW_S = 30;
/** As a window full of speech has: the time at which it begins, text, the time at which that ends, and the end. */
const TOKENS_PER_WINDOW = 64;
const TEXT_TOKENS = TOKENS_PER_WINDOW - 3;
const MEL_BINS = 80;
const VOCABULARY = 51_864;
/** Beside the text: end, start, languages, tasks and times. */
const SPECIAL_TOKENS = 12 + 1_501;

/** Writes the model into a folder, 300 MB. */
export async function writeBenchWhisper(folder: string): Promise<ModelBundle> {
  const path = join(folder, "whisper");
  await mkdir(path);
  return await writeTinyWhisper(path, {
    size: { layers: 4, width: 384, heads: 6 },
    tokenizer: tinyTokenizer(VOCABULARY - SPECIAL_TOKENS),
    maxPositions: 3 * TOKENS_PER_WINDOW,
    textTokens: TEXT_TOKENS,
    logits: { text: 40, end: 0, timestamp: 1, noSpeech: 0 },
  });
}

/** Windows of 30 s that sound different. */
export function whisperWindows(count: number): Float32Array[] {
  return Array.from({ length: count }, (_, index) => whisperAudio(index + 1, WINDOW_S));
}

function speed(windows: number, fromMs: number): { timesRealTime: number } {
  return { timesRealTime: (windows * WINDOW_S * 1_000) / (performance.now() - fromMs) };
}

function checkTokens(said: number, windows: number): void {
  const expected = windows * TOKENS_PER_WINDOW;
  if (said !== expected) throw new Error(`${said} tokens were said instead of ${expected}.`);
}

function threadsName(threads: number): string {
  return `${threads} thread${threads === 1 ? "" : "s"}`;
}

/** Ours, as the pipeline calls it: two minutes at a time. */
export function ourWhisper(
  bundle: ModelBundle,
  windows: readonly Float32Array[],
  threads: number,
): BenchCase {
  const perCall = SPEECH_LIMITS.audioPerCallS / WINDOW_S;
  let recognizer: SpeechRecognizer | undefined;
  return {
    name: `clipmill, ${threadsName(threads)}`,
    prepare: async () => {
      recognizer = await openSpeechRecognizer(bundle, { providers: ["cpu"], threads });
    },
    run: async () => {
      const fromMs = performance.now();
      let words = 0;
      for (let first = 0; first < windows.length; first += perCall) {
        const recognized = (await recognizer?.recognize(windows.slice(first, first + perCall), {})) ?? [];
        words += recognized.reduce((sum, window) => sum + window.words.length, 0);
      }
      const measures = speed(windows.length, fromMs);
      // Every token of this model's text is a word.
      checkTokens(words + (TOKENS_PER_WINDOW - TEXT_TOKENS) * windows.length, windows.length);
      return measures;
    },
    cleanUp: async () => {
      await recognizer?.dispose();
    },
  };
}

/** Counts the tokens that a pipeline's model says after its prefix of one. */
function countTokens(recognize: AutomaticSpeechRecognitionPipeline): () => number {
  const model = recognize.model as unknown as {
    generate(options: object): Promise<{ readonly sequences: { readonly dims: readonly number[] } }>;
  };
  const generate = model.generate.bind(model);
  let said = 0;
  model.generate = async (options) => {
    const generated = await generate(options);
    said += (generated.sequences.dims[1] ?? 0) - 1;
    return generated;
  };
  return () => said;
}

/**
 * transformers.js's own pipeline. Its users' way is `overlapS` 5, its default: each window shares that much with its
 * neighbours. With 0 it does no more work than ours.
 */
export function referenceWhisper(
  bundle: ModelBundle,
  windows: readonly Float32Array[],
  { threads, overlapS }: { readonly threads: number; readonly overlapS: number },
): BenchCase {
  const samples = Float32Array.from(windows.flatMap((window) => Array.from(window)));
  const stepS = WINDOW_S - 2 * overlapS;
  const audioS = samples.length / AUDIO_SAMPLE_RATE_HZ;
  const calls = 1 + Math.ceil((audioS - WINDOW_S) / stepS);
  let recognize: AutomaticSpeechRecognitionPipeline | undefined;
  let said = (): number => 0;
  return {
    name: `transformers.js, ${threadsName(threads)}${overlapS === 0 ? "" : `, windows overlap by ${overlapS} s`}`,
    prepare: async () => {
      env.allowRemoteModels = false;
      recognize = await pipeline("automatic-speech-recognition", bundle.folder, {
        dtype: "fp32",
        device: "cpu",
        session_options: { logSeverityLevel: 4, intraOpNumThreads: threads },
      });
      said = countTokens(recognize);
    },
    run: async () => {
      const fromMs = performance.now();
      await recognize?.(samples, {
        chunk_length_s: WINDOW_S,
        stride_length_s: overlapS,
        return_timestamps: "word",
        max_new_tokens: TOKENS_PER_WINDOW,
      } as never);
      const measures = speed(windows.length, fromMs);
      checkTokens(said(), calls);
      return measures;
    },
    cleanUp: async () => {
      await recognize?.dispose();
    },
  };
}

/** Only the features of the same windows. */
export function whisperFrontEnd(windows: readonly Float32Array[]): BenchCase {
  const features = new WhisperFrontEnd(MEL_BINS);
  return {
    name: "its front end alone",
    run: async () => {
      const fromMs = performance.now();
      for (const window of windows) features.compute(window);
      return speed(windows.length, fromMs);
    },
  };
}
