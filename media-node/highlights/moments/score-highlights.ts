// How exciting a match is, tick by tick: the highlight model runs in a thread.
import type { SportCategory } from "../../../shared/highlight-job.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import type { ThreadPool } from "../../threads/thread-pool.ts";
import type { MatchCurves } from "../match-curves.ts";
import { curveTable, type MatchExcitement } from "./match-excitement.ts";
import type { ScoreHighlightsCall } from "./score-highlights.worker.ts";

export const SCORE_HIGHLIGHTS_WORKER = new URL("./score-highlights.worker.ts", import.meta.url);

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
