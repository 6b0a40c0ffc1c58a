// Chooses the moments of a match that its reel shows, from the excitement that the highlight model reads out of the
// match's curves. Deterministic: the same curves give the same moments on every node and on every run.
import type { SportCategory } from "../../shared/highlight-job.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import type { Span } from "../signal/cues.ts";
import type { MatchCurves, ReplaySpan } from "../signal/match-curves.ts";

/** A moment on the source's clock, seconds. */
export interface FoundMoment extends Span {
  /** When it is most exciting. */
  readonly peakS: number;
  /** 0 to 100. */
  readonly score: number;
  /** One sentence for a person. */
  readonly reason: string;
}

/** What a highlight model says of a match, per tick of its curves. */
export interface MatchExcitement {
  /** [tickCount], 0 to 1. */
  readonly excitement: Float32Array;
  /** [MATCH_CURVES.length, tickCount], curve by curve: what each adds to the logit of the excitement. */
  readonly contributions: Float32Array;
}

/** Scores a match. @throws AppError MODEL_UNAVAILABLE; the signal's reason on abort */
export type ExciteMatch = (curves: MatchCurves, category: SportCategory) => Promise<MatchExcitement>;

export interface FindHighlightsInput {
  readonly curves: MatchCurves;
  /** Null for a source without sound. */
  readonly audio: AudioAnalysis | null;
  /** Ascending, on the source's clock. */
  readonly shotChangesS: ArrayLike<number>;
  readonly replays: readonly ReplaySpan[];
  readonly category: SportCategory;
  readonly range: Span;
  /** What all moments of the reel should last together. */
  readonly reelLengthS: number;
  readonly excite: ExciteMatch;
}

export interface FoundHighlights {
  /** Every candidate, best first. */
  readonly ranked: readonly FoundMoment[];
  /** Those of the reel, in the order of time; none overlaps another. */
  readonly reel: readonly FoundMoment[];
}
