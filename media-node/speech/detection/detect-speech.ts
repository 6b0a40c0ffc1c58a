// Finds the windows of a source's sound in which somebody speaks, and leaves its samples in a scratch file for the
// recogniser to read them from.
import type { Span } from "../../signal/span.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import type { DetectedSpeech, DetectSpeechCall } from "./detect-speech.worker.ts";

export const DETECT_SPEECH = defineTask<DetectSpeechCall, DetectedSpeech>(
  new URL("./detect-speech.worker.ts", import.meta.url),
  "decode",
);

export interface DetectSpeechInput {
  /** The binary. */
  readonly ffmpeg: string;
  readonly sourcePath: string;
  /** As the probe of the source found it. */
  readonly audio: { readonly streamIndex: number; readonly channels: number };
  /** On the source's clock. */
  readonly range: Span;
  /** The scratch file; 115 MB for each hour of the range. */
  readonly samplesPath: string;
  /** The recogniser's longest window, seconds. */
  readonly maxWindowS: number;
  /** Silero VAD's model file; null where it is not installed. */
  readonly sileroPath: string | null;
  readonly signal: AbortSignal;
  /** Share of the range that has been heard, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/**
 * Hears `range`, some hundred times faster than real time. Sound without speech gives no windows.
 * @throws AppError SOURCE_UNSUPPORTED when the audio cannot be decoded, MODEL_UNAVAILABLE when Silero's model cannot
 *   be opened; `signal.reason` on abort
 */
export async function detectSpeech(input: DetectSpeechInput): Promise<DetectedSpeech> {
  const { audio, range, signal, onProgress } = input;
  const call: DetectSpeechCall = {
    ffmpeg: input.ffmpeg,
    sourcePath: input.sourcePath,
    audioStreamIndex: audio.streamIndex,
    channels: audio.channels,
    startS: range.startS,
    endS: range.endS,
    samplesPath: input.samplesPath,
    maxWindowS: input.maxWindowS,
    sileroPath: input.sileroPath,
  };
  return await runInThread(DETECT_SPEECH, call, { signal, onProgress });
}
