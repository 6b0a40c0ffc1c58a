// Sees the range of a source that clips may come from, in a thread: motion per half second and shot changes, from key
// frames where there are enough of them. A picture that cannot be decoded is no reason to fail here: moments can be
// chosen by ear, and the renderer is the one to judge the video.
import type { Span } from "../../signal/span.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import type { AnalyzeVideoCall } from "./analyze-video.worker.ts";
import type { VideoAnalysis } from "./video-analysis.ts";

const ANALYZE_VIDEO = defineTask<AnalyzeVideoCall, VideoAnalysis>(
  new URL("./analyze-video.worker.ts", import.meta.url),
  "decode",
);

export interface AnalyzeVideoInput {
  /** The binary. */
  readonly ffmpeg: string;
  readonly sourcePath: string;
  /** ffprobe's absolute index. */
  readonly videoStreamIndex: number;
  /** On the source's clock. */
  readonly range: Span;
  readonly signal: AbortSignal;
  /** Share of the range that has been seen, 0 to 1; it never goes back. */
  readonly onProgress?: (fraction: number) => void;
}

/**
 * Sees `range`, hundreds of times faster than real time where the source has key frames.
 * @throws AppError SOURCE_UNSUPPORTED when ffmpeg fails on the stream; `signal.reason` on abort.
 */
export async function analyzeVideo(input: AnalyzeVideoInput): Promise<VideoAnalysis> {
  const { ffmpeg, sourcePath, videoStreamIndex, range, signal, onProgress } = input;
  const call: AnalyzeVideoCall = {
    ffmpeg,
    sourcePath,
    videoStreamIndex,
    startS: range.startS,
    endS: range.endS,
  };
  return await runInThread(ANALYZE_VIDEO, call, { signal, onProgress });
}
