// Watches the range of a match in a thread: one decode of the frames that others need gives the curves that it is scored
// by, its shot changes and its replays. A source without a picture is never watched; its curves are left out.
import type { Span } from "../../signal/span.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import type { AnalyzeMatchPictureCall } from "./analyze-match-picture.worker.ts";
import type { MatchPicture } from "./match-picture.ts";

const ANALYZE_MATCH_PICTURE = defineTask<AnalyzeMatchPictureCall, MatchPicture>(
  new URL("./analyze-match-picture.worker.ts", import.meta.url),
  "decode",
);

export interface AnalyzeMatchPictureInput {
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
 * Watches `range` in memory that holds some two hundred bytes per quarter of a second.
 * @throws AppError SOURCE_UNSUPPORTED when ffmpeg fails on the stream; `signal.reason` on abort.
 */
export async function analyzeMatchPicture(input: AnalyzeMatchPictureInput): Promise<MatchPicture> {
  const { ffmpeg, sourcePath, videoStreamIndex, range, signal, onProgress } = input;
  const call: AnalyzeMatchPictureCall = { ffmpeg, sourcePath, videoStreamIndex, range };
  return await runInThread(ANALYZE_MATCH_PICTURE, call, { signal, onProgress });
}
