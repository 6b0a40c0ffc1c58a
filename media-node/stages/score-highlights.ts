// How exciting a match is, tick by tick: the highlight model runs in a thread.
import type { SportCategory } from "../../shared/highlight-job.ts";
import type { ModelBundle } from "../engines/model-bundle.ts";
import type { MatchCurves } from "../signal/match-curves.ts";
import { curveTable, type MatchExcitement } from "../signal/match-excitement.ts";
import type { ScoreHighlightsCall } from "../threads/score-highlights.worker.ts";
import type { ThreadPool } from "../threads/thread-pool.ts";

export const SCORE_HIGHLIGHTS_WORKER = new URL("../threads/score-highlights.worker.ts", import.meta.url);

export type ScoreHighlightsPool = ThreadPool<ScoreHighlightsCall, MatchExcitement>;

/** Scores a match. @throws AppError MODEL_UNAVAILABLE; the signal's reason on abort */
export type ExciteMatch = (curves: MatchCurves, category: SportCategory) => Promise<MatchExcitement>;

export interface HighlightScorer {
  readonly pool: ScoreHighlightsPool;
  readonly bundle: ModelBundle;
  readonly signal: AbortSignal;
}

/** Scores with a bundle's model in the pool's threads. */
export function exciterOf({ pool, bundle, signal }: HighlightScorer): ExciteMatch {
  return (curves, category) =>
    pool.run({ bundleFolder: bundle.folder, curves: curveTable(curves), category }, { signal });
}
