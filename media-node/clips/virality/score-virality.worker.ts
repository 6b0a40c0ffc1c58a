// Scores candidates with the virality model in a thread of its own, which keeps the model for as long as it lives.

import { keepModel } from "../../models/kept-model.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { threadTask } from "../../threads/thread-task.ts";
import type { ViralityScores } from "./score-virality.ts";
import { ON_ONE_CORE, openViralityModel } from "./virality-model.ts";

export interface ScoreViralityCall {
  readonly bundle: ModelBundle;
  /** [n, F], row by row. */
  readonly features: Float32Array;
  /** Whether contributions are wanted too. */
  readonly explain: boolean;
}

const modelFor = keepModel((bundle) => openViralityModel(bundle));

export default threadTask<ScoreViralityCall, ViralityScores>(async (call, { signal }) => {
  const model = await modelFor({ bundle: call.bundle, ...ON_ONE_CORE });
  signal.throwIfAborted();
  return model.score(call.features, { explain: call.explain });
});
