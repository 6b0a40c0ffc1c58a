// A media node as benchmarks use it: the node's own choice of binaries and threads, without a database, and with the models
// that come with the project, whatever the operator of this machine has installed.
import { availableParallelism } from "node:os";
import { type MediaNodeConfig, readMediaNodeConfig } from "../../media-node/config.ts";
import { type ChosenPrograms, chooseMediaPrograms } from "../../media-node/ffmpeg/choose-ffmpeg.ts";
import { createMediaTools } from "../../media-node/media-tools.ts";
import { BUILT_IN_MODELS_DIR, findBundles } from "../../media-node/models/find-bundles.ts";
import type { MediaTools, ModelObserver } from "../../media-node/pipelines/run-context.ts";
import { laneBounds } from "../../media-node/threads/lane-bounds.ts";
import { openThreads } from "../../media-node/threads/run-in-thread.ts";
import { createLogger } from "../../shared/logger.ts";

const NO_MODELS_DIR = "/nonexistent";
/** What models tell of, which nobody reads here. */
const NO_OBSERVER: ModelObserver = { onProvider: () => undefined, onFailure: () => undefined };

/** Where the settings name no other number; benchmarks have one run, and another behind it. */
const RUNS = 2;

export async function readBenchConfig(): Promise<MediaNodeConfig & ChosenPrograms> {
  const config = readMediaNodeConfig({ ...process.env, CLIPMILL_DATABASE_URL: "postgres://none" });
  return { ...config, ...(await chooseMediaPrograms(config.programs)) };
}

/** What runs share, on the CPU, with as many threads as a node has; end those with `closeThreads`. */
export async function openBenchTools(): Promise<MediaTools> {
  const config = await readBenchConfig();
  const { renderThreads, concurrency } = config;
  const found = await findBundles({
    modelsDir: NO_MODELS_DIR,
    builtInDir: BUILT_IN_MODELS_DIR,
    logger: createLogger("bench", "warn"),
  });
  const runs = concurrency ?? RUNS;
  openThreads(laneBounds({ cores: availableParallelism(), renderThreads, runs, devices: 0 }));
  const models = { speechModel: undefined, executionProviders: ["cpu"] as const };
  return createMediaTools({ ...config, models }, { bundles: () => found, modelObserver: NO_OBSERVER });
}
