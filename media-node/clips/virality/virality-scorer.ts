// Has features of candidates scored by a bundle's model, in a thread of its own.
import type { ModelBundle } from "../../models/model-bundle.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import type { ScoreFeatures, ViralityScores } from "./score-virality.ts";
import type { ScoreViralityCall } from "./score-virality.worker.ts";

const SCORE_VIRALITY = defineTask<ScoreViralityCall, ViralityScores>(
  new URL("./score-virality.worker.ts", import.meta.url),
  "model",
  { copies: 1 },
);

export interface ViralityScorer {
  readonly bundle: ModelBundle;
  readonly signal: AbortSignal;
}

/** Scores with a bundle's model. */
export function scorerOf({ bundle, signal }: ViralityScorer): ScoreFeatures {
  return (features, { explain }) => runInThread(SCORE_VIRALITY, { bundle, features, explain }, { signal });
}
