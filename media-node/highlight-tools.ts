// Wires what chooses the moments of matches: the pools that hear and see them, and the highlight model with its thread.
// The model is looked up anew by each job among those that the node has found.
import { AppError } from "../shared/errors.ts";
import { MATCH_CURVES_VERSION } from "./highlights/match-curves.ts";
import { SCORE_HIGHLIGHTS_WORKER } from "./highlights/moments/score-highlights.ts";
import { ANALYZE_MATCH_PICTURE_WORKER } from "./highlights/picture/analyze-match-picture.ts";
import { ANALYZE_MATCH_SOUND_WORKER } from "./highlights/sound/analyze-match-sound.ts";
import { chooseBundle, type FoundBundle } from "./models/find-bundles.ts";
import type { HighlightTools } from "./pipelines/run-context.ts";
import { createThreadPool, type ThreadPool } from "./threads/thread-pool.ts";

export interface HighlightToolsOptions {
  /** What is installed now. */
  readonly bundles: () => readonly FoundBundle[];
  readonly reelS: number | null;
  /** Sources that are heard and seen at once. */
  readonly renderThreads: number;
  /** Calls that may wait for a thread. */
  readonly maxQueue: number;
}

/** Starts no thread until there is a match; one is enough to score, since an hour takes milliseconds. */
export function createHighlightTools({ bundles, reelS, renderThreads, maxQueue }: HighlightToolsOptions): {
  tools: HighlightTools;
  close: () => Promise<void>;
} {
  const pool = <I, O>(workerFile: URL): ThreadPool<I, O> =>
    createThreadPool<I, O>({ workerFile, threads: renderThreads, maxQueue });
  const soundPool: HighlightTools["soundPool"] = pool(ANALYZE_MATCH_SOUND_WORKER);
  const picturePool: HighlightTools["picturePool"] = pool(ANALYZE_MATCH_PICTURE_WORKER);
  const scorePool: HighlightTools["scorePool"] = createThreadPool({
    ...{ workerFile: SCORE_HIGHLIGHTS_WORKER, threads: 1 },
    ...{ maxQueue, keepsModels: true },
  });
  // A model that was made for an older version's curves stays installed and is passed over.
  const model = (): FoundBundle => {
    const fitting = bundles().filter(
      ({ manifest }) => manifest.highlights?.curvesVersion === MATCH_CURVES_VERSION,
    );
    const bundle = chooseBundle(fitting, "highlight-scoring");
    if (bundle === undefined)
      throw new AppError("MODEL_UNAVAILABLE", "This media node has no highlight model.");
    return bundle;
  };
  return {
    tools: { soundPool, picturePool, scorePool, model, reelS },
    close: async () => {
      await Promise.all([soundPool.close(), picturePool.close(), scorePool.close()]);
    },
  };
}
