// Analyses the audio that clips may come from, in a thread. A second of context on either side is decoded too,
// so that a pause that crosses the range's edge is known for one; where the analysis begins before the range or ends
// after it, nothing more is meant by that.
import { clockOf, type SourceClock } from "../../ffmpeg/ffmpeg.ts";
import type { AudioSpecifier } from "../../ffmpeg/stream-specifier.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import type { Span } from "../../signal/span.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import type { AnalyzeAudioCall } from "./analyze-audio.worker.ts";

const ANALYZE_AUDIO = defineTask<AnalyzeAudioCall, AudioAnalysis>(
  new URL("./analyze-audio.worker.ts", import.meta.url),
  "decode",
);

export interface AnalyzeAudioInput extends SourceClock {
  /** The binary. */
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly audioSpecifier: AudioSpecifier;
  /** Of the stream; no more than eight unless told. */
  readonly channels?: number;
  /** On the source's clock. */
  readonly range: Span;
  readonly signal: AbortSignal;
  /** Share of the range that has been decoded, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

const CONTEXT_S = 1;

/**
 * Analyses `range`; about 500 times faster than real time, in memory that holds some twenty bytes per 20 ms.
 * @throws AppError SOURCE_UNSUPPORTED when the audio cannot be decoded; `signal.reason` on abort.
 */
export async function analyzeAudio(input: AnalyzeAudioInput): Promise<AudioAnalysis> {
  const { ffmpeg, sourcePath, audioSpecifier, channels = 2, range, signal, onProgress } = input;
  const call: AnalyzeAudioCall = {
    ffmpeg,
    sourcePath,
    audioSpecifier,
    channels,
    ...clockOf(input),
    startS: Math.max(0, range.startS - CONTEXT_S),
    endS: range.endS + CONTEXT_S,
  };
  return await runInThread(ANALYZE_AUDIO, call, { signal, onProgress });
}
