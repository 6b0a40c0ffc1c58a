// Hears a match in a thread of its own: what such a thread is asked.
import type { Span } from "../signal/cues.ts";
import type { AnalyzeAudioCall } from "./analyze-audio.worker.ts";

export interface AnalyzeMatchSoundCall extends AnalyzeAudioCall {
  /** What the curves cover; it begins whole ticks after `startS`. */
  readonly range: Span;
}
