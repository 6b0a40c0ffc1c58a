// Detects laughter and applause in the range of a source with an audio-event model, in a thread.
import { clockOf, type SourceClock } from "../../ffmpeg/ffmpeg.ts";
import type { AudioSpecifier } from "../../ffmpeg/stream-specifier.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import type { ExecutionProvider } from "../../onnx/execution-providers.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import type { Span } from "../../signal/span.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import { eventInterest } from "./audio-events.ts";
import type { DetectEventsCall, DetectedEvents } from "./detect-events.worker.ts";

const DETECT_EVENTS = defineTask<DetectEventsCall, DetectedEvents>(
  new URL("./detect-events.worker.ts", import.meta.url),
  "model",
  { copies: 1 },
);

export interface DetectEventsInput extends SourceClock {
  /** The binary. */
  readonly ffmpeg: string;
  readonly bundle: ModelBundle;
  readonly providers: readonly ExecutionProvider[];
  /** Threads of one operator on the CPU. */
  readonly threads: number;
  readonly sourcePath: string;
  readonly audioSpecifier: AudioSpecifier;
  /** Of the stream; no more than eight unless told. */
  readonly channels?: number;
  /** On the source's clock. */
  readonly range: Span;
  /** A scratch file, which is gone afterwards; 115 MB for each hour of the range. */
  readonly samplesPath: string;
  /** What is known of the audio without a model, and what is said: they tell where reactions are likely. */
  readonly audio: AudioAnalysis;
  readonly words: readonly Span[];
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/**
 * Classifies at most SENSING_LIMITS.eventWindows of the range.
 * @throws AppError MODEL_UNAVAILABLE, OUT_OF_MEMORY, SOURCE_UNSUPPORTED; `signal.reason` on abort
 */
export async function detectEvents(input: DetectEventsInput): Promise<DetectedEvents> {
  const { bundle, range, audio, words, signal, onProgress } = input;
  const call: DetectEventsCall = {
    bundle,
    providers: input.providers,
    threads: input.threads,
    ffmpeg: input.ffmpeg,
    sourcePath: input.sourcePath,
    audioSpecifier: input.audioSpecifier,
    channels: input.channels ?? 2,
    ...clockOf(input),
    startS: range.startS,
    endS: range.endS,
    samplesPath: input.samplesPath,
    interest: eventInterest(audio, words, range),
  };
  return runInThread(DETECT_EVENTS, call, { signal, onProgress });
}
