// How exciting a match is, tick by tick: the highlight model runs in a thread.
import type { SportCategory } from "../../../shared/tasks/highlight-job.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import type { MatchCurves } from "../match-curves.ts";
import { curveTable, type MatchExcitement } from "./match-excitement.ts";
import type { ScoreHighlightsCall } from "./score-highlights.worker.ts";

const SCORE_HIGHLIGHTS = defineTask<ScoreHighlightsCall, MatchExcitement>(
  new URL("./score-highlights.worker.ts", import.meta.url),
  "model",
  { copies: 1 },
);

/** Scores a match. @throws AppError MODEL_UNAVAILABLE; the signal's reason on abort */
export type ExciteMatch = (curves: MatchCurves, category: SportCategory) => Promise<MatchExcitement>;

export interface HighlightScorer {
  readonly bundle: ModelBundle;
  readonly signal: AbortSignal;
}

/** Scores with a bundle's model in a thread. */
export function exciterOf({ bundle, signal }: HighlightScorer): ExciteMatch {
  return (curves, category) =>
    runInThread(SCORE_HIGHLIGHTS, { bundle, curves: curveTable(curves), category }, { signal });
}
