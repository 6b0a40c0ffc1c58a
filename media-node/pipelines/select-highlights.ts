// The first half of the highlight pipeline: what the source is, and which moments of it the reel shows. Nothing is
// rendered here; the result is small and is kept as a checkpoint.
import type { FoundMoment } from "../stages/find-highlights.ts";
import type { SourceInfo } from "../stages/probe-source.ts";

/** What is decided before anything is rendered. */
export interface HighlightSelection {
  readonly source: SourceInfo;
  readonly notice: string | null;
  /** In the order of time. */
  readonly moments: readonly FoundMoment[];
}
