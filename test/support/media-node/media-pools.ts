// The programs and models of a media node, as its main wires them, small, with the models that come with the project.
import { createMediaTools } from "../../../media-node/media-tools.ts";
import {
  BUILT_IN_MODELS_DIR,
  type FoundBundle,
  findBundles,
} from "../../../media-node/models/find-bundles.ts";
import type { MediaTools } from "../../../media-node/pipelines/run-context.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import { DEFAULT_BOUNDS } from "../../../shared/limits/request-bounds.ts";
import { createLogger } from "../../../shared/logger.ts";
import { BUNDLED } from "./media-tools.ts";

const LOGGER = createLogger("test", "silent");

/** The models that come with the project. */
export function builtInBundles(): Promise<FoundBundle[]> {
  return findBundles({ modelsDir: "/nonexistent", builtInDir: BUILT_IN_MODELS_DIR, logger: LOGGER });
}

/** Starts nothing until it is used; end its threads in a file-level `after`. */
export async function mediaTools(
  bundles?: readonly FoundBundle[],
): Promise<{ tools: MediaTools; close: () => Promise<void> }> {
  const found = bundles ?? (await builtInBundles());
  const { ffmpeg, ffprobe } = BUNDLED;
  const tools = createMediaTools(
    {
      ffmpeg,
      ffprobe,
      ytdlp: null,
      encoderThreads: 2,
      bounds: DEFAULT_BOUNDS,
      diskFloorBytes: 0,
      transcriptsKept: { uploadMs: 1_000_000, urlMs: 1_000_000 },
      imageMemoryBytes: 256 * 2 ** 20,
      models: { speechModel: undefined, executionProviders: ["cpu"] },
    },
    { bundles: () => found, modelObserver: { onProvider: () => undefined, onFailure: () => undefined } },
  );
  return { tools, close: closeThreads };
}
