// Wires what runs image models: one thread, since a network fills the cores and memory is short before they are. Models
// are looked up anew by each job among those that the node has found.
import { AppError } from "../shared/errors.ts";
import { findImageBundle } from "./images/describe-image-model.ts";
import { GENERATE_IMAGE_WORKER, type GenerateImagePool } from "./images/generate-image.ts";
import type { FoundBundle } from "./models/find-bundles.ts";
import type { ExecutionProvider } from "./onnx/onnx-session.ts";
import type { ImageTools } from "./pipelines/run-context.ts";
import { type ProviderNewsOptions, providerNews } from "./provider-news.ts";
import { createThreadPool } from "./threads/thread-pool.ts";

export interface ImageToolsOptions extends ProviderNewsOptions {
  /** What is installed now. */
  readonly bundles: () => readonly FoundBundle[];
  readonly providers: readonly ExecutionProvider[];
  readonly cores: number;
  /** For loaded networks. */
  readonly memoryBytes: number;
  /** Calls that may wait for the thread. */
  readonly maxQueue: number;
}

/** Starts no thread until a picture is wanted. */
export function createImageTools(options: ImageToolsOptions): {
  tools: ImageTools;
  close: () => Promise<void>;
} {
  const { bundles, providers, cores, memoryBytes, maxQueue } = options;
  const pool: GenerateImagePool = createThreadPool({
    ...{ workerFile: GENERATE_IMAGE_WORKER, threads: 1 },
    ...{ maxQueue, keepsModels: true },
  });
  return {
    tools: {
      runner: { pool, providers, threads: cores, memoryBytes, onProvider: providerNews(options) },
      model: (slug) => {
        const bundle = findImageBundle(bundles(), slug);
        if (bundle !== undefined) return bundle;
        throw new AppError("MODEL_UNAVAILABLE", `This media node has no model ${slug} any more.`);
      },
    },
    close: () => pool.close(),
  };
}
