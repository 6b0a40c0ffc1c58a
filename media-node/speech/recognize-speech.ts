// Recognizes windows of speech and puts their words onto the source's clock. What a recognizer invents is dropped
// here; which windows are to be believed is judged once all of a source are known.
import type { ModelBundle } from "../models/model-bundle.ts";
import type { ExecutionProvider } from "../onnx/execution-providers.ts";
import type { PassedOverProvider } from "../onnx/onnx-session.ts";
import { defineTask } from "../threads/define-task.ts";
import { laneWidth, runInThread } from "../threads/run-in-thread.ts";
import type { SpeechWindow } from "./detection/speech-windows.ts";
import type { RecognizedSpeech, RecognizeSpeechCall } from "./recognize-speech.worker.ts";
import type { RecognizedWindow } from "./speech-recognizer.ts";
import type { UnjudgedWindow } from "./transcripts/judge-windows.ts";
import { filterSpokenText } from "./transcripts/spoken-text-filter.ts";

const WORKER = new URL("./recognize-speech.worker.ts", import.meta.url);
export const RECOGNIZE_PER_CORE = defineTask<RecognizeSpeechCall, RecognizedSpeech>(WORKER, "model");
export const RECOGNIZE_LOADED_ONCE = defineTask<RecognizeSpeechCall, RecognizedSpeech>(WORKER, "model", {
  copies: 1,
});

const RECOGNIZE_ON_DEVICE = defineTask<RecognizeSpeechCall, RecognizedSpeech>(WORKER, "device");

/**
 * Where a speech model works: loaded by a thread for each core; loaded once, where memory has room for one copy alone,
 * with all cores for one stretch after the other; or on devices, which several threads keep busy.
 */
export type SpeechPlace = "each-core" | "one-thread" | "device";

const TASKS: Readonly<Record<SpeechPlace, typeof RECOGNIZE_PER_CORE>> = {
  "each-core": RECOGNIZE_PER_CORE,
  "one-thread": RECOGNIZE_LOADED_ONCE,
  device: RECOGNIZE_ON_DEVICE,
};

/** Stretches of a source that are recognized at once. */
export function stretchesAtOnce(place: SpeechPlace): number {
  if (place === "one-thread") return 1;
  return laneWidth(place === "device" ? "device" : "model");
}

export interface RecognizeSpeechInput {
  readonly bundle: ModelBundle;
  readonly providers: readonly ExecutionProvider[];
  /** Threads of one operator on the CPU. */
  readonly threads: number;
  readonly place: SpeechPlace;
  /** Where detect-speech left the samples, and the source's time of the first of them. */
  readonly samplesPath: string;
  readonly samplesStartS: number;
  /** In seconds from the first sample. */
  readonly windows: readonly SpeechWindow[];
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
  /** Told what the model ran on, and how where there is more than one way. */
  readonly onProvider: (
    provider: ExecutionProvider,
    passedOver: readonly PassedOverProvider[],
    remark: string | undefined,
  ) => void;
}

/** A recognized window on the source's clock. */
function placeWindow(
  { words, language }: RecognizedWindow,
  window: SpeechWindow,
  samplesStartS: number,
): UnjudgedWindow {
  const startS = samplesStartS + window.startS;
  const endS = samplesStartS + window.endS;
  const { speechShare } = window;
  const kept = filterSpokenText(words, { durationS: endS - startS, speechShare }).map((word) => ({
    ...word,
    startS: Math.min(endS, startS + word.startS),
    endS: Math.min(endS, startS + word.endS),
  }));
  return { startS, endS, language, words: kept };
}

/**
 * Recognizes `windows` in order; those without words are left out.
 * @throws AppError OUT_OF_MEMORY, MODEL_UNAVAILABLE; `signal.reason` on abort
 */
export async function recognizeSpeech(input: RecognizeSpeechInput): Promise<UnjudgedWindow[]> {
  const { bundle, providers, threads, samplesPath, windows, signal, onProgress } = input;
  const call = { bundle, providers, threads, samplesPath, windows };
  const recognized = await runInThread(TASKS[input.place], call, { signal, onProgress });
  input.onProvider(recognized.provider, recognized.passedOver, recognized.remark);
  return windows
    .flatMap((window, index) => {
      const words = recognized.windows[index];
      return words === undefined ? [] : [placeWindow(words, window, input.samplesStartS)];
    })
    .filter(({ words }) => words.length > 0);
}
