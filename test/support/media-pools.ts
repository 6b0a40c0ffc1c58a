// The programs and pools of a media node, as its main wires them, small, with the models that come with the project.
import { createMediaTools } from "../../media-node/media-tools.ts";
import { BUILT_IN_MODELS_DIR, type FoundBundle, findBundles } from "../../media-node/models/find-bundles.ts";
import type { MediaTools } from "../../media-node/pipelines/run-context.ts";
import { createLogger } from "../../shared/logger.ts";
import { BUNDLED } from "./media-tools.ts";

const LOGGER = createLogger("test", "silent");

/** The models that come with the project. */
export function builtInBundles(): Promise<FoundBundle[]> {
  return findBundles({ modelsDir: "/nonexistent", builtInDir: BUILT_IN_MODELS_DIR, logger: LOGGER });
}

/** Starts nothing until it is used; close it in a file-level `after`. */
export async function mediaTools(
  bundles?: readonly FoundBundle[],
): Promise<{ tools: MediaTools; close: () => Promise<void> }> {
  const found = bundles ?? (await builtInBundles());
  const { ffmpeg, ffprobe } = BUNDLED;
  return createMediaTools(
    {
      ...{ ffmpeg, ffprobe, ytdlp: null, renderThreads: 1, encoderThreads: 2, concurrency: 1 },
      highlightReelS: null,
      imageMemoryBytes: 256 * 2 ** 20,
      models: { speechModel: undefined, executionProviders: ["cpu"] },
    },
    { bundles: () => found, metrics: { setModelProvider: () => undefined }, logger: LOGGER },
  );
}
