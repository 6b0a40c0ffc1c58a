import { defineTask } from "../../threads/define-task.ts";
import type { AnalyzeMatchPictureCall } from "./analyze-match-picture.worker.ts";
import type { MatchPicture } from "./match-picture.ts";

/**
 * One decode of the frames that others need gives the curves that a match is scored by, its shot changes and its replays,
 * in memory that holds some two hundred bytes per quarter of a second. A source without a picture is never watched; its
 * curves are left out.
 * @throws AppError SOURCE_UNSUPPORTED when ffmpeg fails on the stream
 */
export const ANALYZE_MATCH_PICTURE = defineTask<AnalyzeMatchPictureCall, MatchPicture>(
  new URL("./analyze-match-picture.worker.ts", import.meta.url),
  "decode",
);
