// The models that a running node has: read at the start, and again on SIGHUP, so that a model that was just installed
// is used without a restart. Jobs under way keep the model that they began with.
import type { Logger } from "../../shared/logger.ts";
import { BUILT_IN_MODELS_DIR, type FoundBundle, findBundles } from "./find-bundles.ts";

export interface WatchedBundles {
  /** What was found last. */
  readonly bundles: () => readonly FoundBundle[];
  /** Who wants to know that they were read again; what it throws is logged. */
  onChange(listener: () => void): void;
  close(): void;
}

/** Finds the models and goes on listening for the signal. @throws as findBundles */
export async function watchBundles(options: { modelsDir: string; logger: Logger }): Promise<WatchedBundles> {
  const { modelsDir, logger } = options;
  const find = (): Promise<FoundBundle[]> =>
    findBundles({ modelsDir, builtInDir: BUILT_IN_MODELS_DIR, logger });
  let found = await find();
  const listeners: (() => void)[] = [];
  const readAgain = async (): Promise<void> => {
    found = await find();
    for (const listener of listeners) listener();
    logger.info({ models: found.map(({ manifest }) => manifest.name) }, "models were read again");
  };
  const onSignal = (): void => {
    readAgain().catch((error: unknown) => logger.error({ err: error }, "models could not be read again"));
  };
  process.on("SIGHUP", onSignal);
  return {
    bundles: () => found,
    onChange: (listener) => listeners.push(listener),
    close: () => process.off("SIGHUP", onSignal),
  };
}
