// Scores a match with the highlight model in a thread of its own, which keeps the model for as long as it lives.

import { keepModel } from "../../models/kept-model.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { threadTask } from "../../threads/thread-task.ts";
import { type HighlightModel, ON_ONE_CORE, openHighlightModel } from "./highlight-model.ts";
import type { MatchExcitement } from "./match-excitement.ts";

export interface ScoreHighlightsCall {
  readonly bundle: ModelBundle;
  /** [MATCH_CURVES.length, ticks], curve by curve. */
  readonly curves: Float32Array;
  readonly category: string;
}

const modelFor = keepModel<HighlightModel>((bundle) => openHighlightModel(bundle));

export default threadTask<ScoreHighlightsCall, MatchExcitement>(async (call, { signal }) => {
  const model = await modelFor({ bundle: call.bundle, ...ON_ONE_CORE });
  signal.throwIfAborted();
  return model.score(call.curves, call.category);
});
