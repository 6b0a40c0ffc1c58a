// Wires what chooses clips: the virality model, and the sentence judge and encoder where there are any, each with its pool.
// Models are looked up anew by each job among those that the node has found.
import { AppError } from "../shared/errors.ts";
import { JUDGE_SENTENCES_WORKER, type JudgeSentencesPool } from "./clips/sentences/judge-sentences.ts";
import { SCORE_VIRALITY_WORKER } from "./clips/virality/score-virality.ts";
import { FEATURES_VERSION } from "./clips/virality/virality-feature-list.ts";
import { chooseBundle, type FoundBundle } from "./models/find-bundles.ts";
import type { ExecutionProvider } from "./onnx/onnx-session.ts";
import type { ViralityTools } from "./pipelines/run-context.ts";
import { EMBED_SENTENCES_WORKER, type EmbedSentencesPool } from "./senses/meaning/embed-sentences.ts";
import { createThreadPool } from "./threads/thread-pool.ts";

export interface ViralityToolsOptions {
  /** What is installed now. */
  readonly bundles: () => readonly FoundBundle[];
  readonly providers: readonly ExecutionProvider[];
  readonly cores: number;
  /** Calls that may wait for a thread. */
  readonly maxQueue: number;
}

/** Starts no thread until something is to be scored; one is enough, since a whole source takes milliseconds. */
export function createViralityTools({ bundles, providers, cores, maxQueue }: ViralityToolsOptions): {
  tools: ViralityTools;
  close: () => Promise<void>;
} {
  const pool: ViralityTools["pool"] = createThreadPool({
    ...{ workerFile: SCORE_VIRALITY_WORKER, threads: 1 },
    ...{ maxQueue, keepsModels: true },
  });
  const embedPool: EmbedSentencesPool = createThreadPool({
    ...{ workerFile: EMBED_SENTENCES_WORKER, threads: 1 },
    ...{ maxQueue, keepsModels: true },
  });
  const judgePool: JudgeSentencesPool = createThreadPool({
    ...{ workerFile: JUDGE_SENTENCES_WORKER, threads: 1 },
    ...{ maxQueue, keepsModels: true },
  });
  const encoder: ViralityTools["encoder"] = () => {
    const readable = bundles().filter(({ manifest }) => manifest.family === "bert");
    const bundle = chooseBundle(readable, "sentence-embedding");
    return bundle === undefined ? null : { bundle, pool: embedPool, providers, threads: cores };
  };
  const judge: ViralityTools["judge"] = () => {
    const readable = bundles().filter(
      ({ manifest }) => manifest.family === "sentence-judge" && manifest.languages?.includes("en"),
    );
    const bundle = chooseBundle(readable, "moment-text");
    return bundle === undefined ? null : { bundle, pool: judgePool, threads: cores };
  };
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
  return {
    tools: { pool, model, encoder, judge },
    close: async () => {
      await Promise.all([pool.close(), embedPool.close(), judgePool.close()]);
    },
  };
}
