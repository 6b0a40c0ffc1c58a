import { defineTask } from "../../threads/define-task.ts";
import type { AnalyzeVideoCall } from "./analyze-video.worker.ts";
import type { VideoAnalysis } from "./video-analysis.ts";

/**
 * Motion per half second and shot changes of the range that clips may come from, hundreds of times faster than real time
 * where the source has enough key frames. A frame that cannot be decoded is no reason to fail: moments can be chosen by
 * ear, and the renderer is the one to judge the video.
 * @throws AppError SOURCE_UNSUPPORTED when ffmpeg fails on the stream
 */
export const ANALYZE_VIDEO = defineTask<AnalyzeVideoCall, VideoAnalysis>(
  new URL("./analyze-video.worker.ts", import.meta.url),
  "decode",
);
