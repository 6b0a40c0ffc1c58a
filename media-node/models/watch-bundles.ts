// The models that a running node has: read at the start, and again on SIGHUP, so that a model that was just installed
// is used without a restart. Jobs under way keep the model that they began with.
import type { Logger } from "../../shared/logger.ts";
import { BUILT_IN_MODELS_DIR, type FoundBundle, findBundles } from "./find-bundles.ts";

export interface WatchedBundles {
  /** What was found last. */
  readonly bundles: () => readonly FoundBundle[];
  close(): void;
}

/** Finds the models and goes on listening for the signal. @throws as findBundles */
export async function watchBundles(options: { modelsDir: string; logger: Logger }): Promise<WatchedBundles> {
  const { modelsDir, logger } = options;
  const find = (): Promise<FoundBundle[]> =>
    findBundles({ modelsDir, builtInDir: BUILT_IN_MODELS_DIR, logger });
  let found = await find();
  const onSignal = (): void => {
    find().then(
      (bundles) => {
        found = bundles;
        logger.info({ models: bundles.map(({ manifest }) => manifest.name) }, "models were read again");
      },
      (error: unknown) => logger.error({ err: error }, "models could not be read again"),
    );
  };
  process.on("SIGHUP", onSignal);
  return { bundles: () => found, close: () => process.off("SIGHUP", onSignal) };
}
