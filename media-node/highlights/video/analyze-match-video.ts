import { defineTask } from "../../threads/define-task.ts";
import type { AnalyzeMatchVideoCall } from "./analyze-match-video.worker.ts";
import type { MatchVideo } from "./match-video.ts";

/**
 * One decode of the frames that others need gives the curves that a match is scored by, its shot changes and its replays,
 * in memory that holds some two hundred bytes per quarter of a second. A source without video is never watched; its
 * curves are left out.
 * @throws AppError SOURCE_UNSUPPORTED when ffmpeg fails on the stream
 */
export const ANALYZE_MATCH_VIDEO = defineTask<AnalyzeMatchVideoCall, MatchVideo>(
  new URL("./analyze-match-video.worker.ts", import.meta.url),
  "decode",
);
