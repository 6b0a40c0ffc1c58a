// Wires what scores clips: the pool, and the choice of a model among those that the node has found.
import { AppError } from "../shared/errors.ts";
import { chooseBundle, type FoundBundle } from "./models/find-bundles.ts";
import type { ViralityTools } from "./pipelines/run-context.ts";
import { FEATURES_VERSION } from "./signal/virality-feature-list.ts";
import { SCORE_VIRALITY_WORKER } from "./stages/score-virality.ts";
import { createThreadPool } from "./threads/thread-pool.ts";

export interface ViralityToolsOptions {
  /** What is installed now. */
  readonly bundles: () => readonly FoundBundle[];
  /** Calls that may wait for the thread. */
  readonly maxQueue: number;
}

/** Starts no thread until something is to be scored; one is enough, since a whole source takes milliseconds. */
export function createViralityTools({ bundles, maxQueue }: ViralityToolsOptions): {
  tools: ViralityTools;
  close: () => Promise<void>;
} {
  const pool: ViralityTools["pool"] = createThreadPool({
    ...{ workerFile: SCORE_VIRALITY_WORKER, threads: 1 },
    ...{ maxQueue, keepsModels: true },
  });
  // A model that was fitted for an older version's features stays installed and is passed over.
  const model = (): FoundBundle => {
    const fitting = bundles().filter(
      ({ manifest }) => manifest.virality?.featuresVersion === FEATURES_VERSION,
    );
    const bundle = chooseBundle(fitting, "virality");
    if (bundle === undefined)
      throw new AppError("MODEL_UNAVAILABLE", "This media node has no virality model.");
    return bundle;
  };
  return { tools: { pool, model }, close: () => pool.close() };
}
