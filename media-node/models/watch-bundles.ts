// The models that a running node has: read at the start, and again where the models folder has changed, so that a model
// that was just installed is used without a restart. The folder is looked at every few seconds, by names, dates and sizes; a
// SIGHUP has it read at once. The file system's own notices were rejected: shared folders do not send them. Jobs under
// way keep the model that they began with.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { MODEL_LIMITS } from "../../shared/limits/models.ts";
import type { Logger } from "../../shared/logger.ts";
import { fileSizeOrNull } from "./file-size.ts";
import { BUILT_IN_MODELS_DIR, type FoundBundle, findBundles } from "./find-bundles.ts";
import { MANIFEST_FILE } from "./model-bundle.ts";
import { removeForgotten, repairModelsFolder } from "./staging-folder.ts";

export interface WatchedBundles {
  /** What was found last. */
  readonly bundles: () => readonly FoundBundle[];
  /** Who wants to know that they were read again; what it throws is logged. */
  onChange(listener: () => void): void;
  /** Reads them again at once, for whoever has just installed one. A failure is logged. */
  readAgain(): Promise<void>;
  close(): void;
}

export interface BundleWatch {
  readonly modelsDir: string;
  readonly logger: Logger;
  readonly intervalMs?: number;
}

/** Finds the models and goes on looking for others. @throws as findBundles */
export async function watchBundles(options: BundleWatch): Promise<WatchedBundles> {
  const { modelsDir, logger, intervalMs = MODEL_LIMITS.lookIntervalMs } = options;
  const find = (): Promise<FoundBundle[]> =>
    findBundles({ modelsDir, builtInDir: BUILT_IN_MODELS_DIR, logger });
  const tell = (error: unknown): void =>
    logger.warn(
      { err: error, modelsDir },
      "what a killed installation of a model has left could not be put right",
    );
  await repairModelsFolder(modelsDir, { isStart: true }).catch(tell);
  await removeForgotten(modelsDir).catch(tell);
  /** As it was read; undefined where that failed, so that it is read again. */
  let state: string | undefined = await folderState(modelsDir);
  let found = await find();
  const listeners: (() => void)[] = [];
  const readAgain = async (): Promise<void> => {
    found = await find().catch((error: unknown) => {
      state = undefined;
      throw error;
    });
    for (const listener of listeners) listener();
    logger.info({ models: found.map(({ manifest }) => manifest.name) }, "models were read again");
  };
  const readOrLog = (): Promise<void> =>
    readAgain().catch((error: unknown) => logger.error({ err: error }, "models could not be read again"));
  const closing = new AbortController();
  const look = async (): Promise<void> => {
    for (;;) {
      await pause(intervalMs, undefined, { signal: closing.signal, ref: false });
      // Whoever was killed over an installation may not run again. A failure was told at the start, and by who installs.
      await repairModelsFolder(modelsDir).catch(() => undefined);
      const now = await folderState(modelsDir);
      if (now === state) continue;
      state = now;
      await readOrLog();
    }
  };
  look().catch(() => undefined); // It ends with the pause that close() breaks off.
  return {
    bundles: () => found,
    onChange: (listener) => listeners.push(listener),
    readAgain: async () => {
      state = await folderState(modelsDir);
      await readOrLog();
    },
    close: () => closing.abort(),
  };
}

/** A text that another set of models, or another version of a file of one, has another of; it never fails. */
async function folderState(modelsDir: string): Promise<string> {
  try {
    const folders = (await readdir(modelsDir)).filter((name) => !name.startsWith(".")).sort();
    const states = folders.slice(0, MODEL_LIMITS.bundles).map((name) => bundleState(join(modelsDir, name)));
    return (await Promise.all(states)).join("\n");
  } catch (error) {
    return String(error);
  }
}

/** Empty for a folder without a manifest, however large: it is no bundle. */
async function bundleState(folder: string): Promise<string> {
  if ((await fileSizeOrNull(join(folder, MANIFEST_FILE))) === null) return "";
  const names = (await readdir(folder, { recursive: true })).sort();
  const states = names.map(async (name) => {
    const { ino, mtimeMs, size } = await stat(join(folder, name));
    return `${name} ${ino} ${mtimeMs} ${size}`;
  });
  return `${folder}\n${(await Promise.all(states)).join("\n")}`;
}
