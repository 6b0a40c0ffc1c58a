// Watches a match in a thread of its own: what such a thread is asked.
import type { Span } from "../signal/cues.ts";

export interface AnalyzeMatchPictureCall {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  /** ffprobe's absolute index. */
  readonly videoStreamIndex: number;
  /** On the source's clock. */
  readonly range: Span;
}
