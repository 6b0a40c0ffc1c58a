// Installs what this machine should have of the catalogue: finds out what that is and what is missing of it, says so
// with sizes and licences, and fetches it, one model after the other, as one progress. What is there is not fetched
// again, and what has arrived is kept, so that a second try goes on.
import { CATALOGUE } from "../../media-node/models/catalogue/catalogue.ts";
import type { CatalogueEntry } from "../../media-node/models/catalogue/catalogue-entry.ts";
import {
  type Machine,
  type RecommendedEntry,
  recommendModels,
} from "../../media-node/models/catalogue/recommend-models.ts";
import { BUILT_IN_MODELS_DIR, scanBundles } from "../../media-node/models/find-bundles.ts";
import { findFileSizes } from "../../media-node/models/hub-file-sizes.ts";
import type { ModelSettings } from "../../media-node/models/model-settings.ts";
import { type PulledBundle, type PullProgress, pullBundle } from "../../media-node/models/pull-bundle.ts";
import { AppError } from "../../shared/errors.ts";
import { MODEL_LIMITS } from "../../shared/limits/models.ts";

/** A model that is to be fetched. */
export interface PlannedModel {
  readonly entry: RecommendedEntry;
  /** Of its files; null where nobody says. */
  readonly sizes: readonly (number | null)[];
}

export interface FailedModel {
  readonly entry: RecommendedEntry;
  readonly failure: AppError;
}

export interface InstallationPlan {
  readonly models: readonly PlannedModel[];
  /** Those whose hub cannot be reached. */
  readonly failed: readonly FailedModel[];
}

export interface InstallationOptions {
  readonly models: Pick<ModelSettings, "modelsDir" | "modelMirror">;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PullProgress) => void;
}

export interface Installation {
  readonly installed: readonly (PulledBundle & { readonly entry: RecommendedEntry })[];
  readonly failed: readonly FailedModel[];
}

/** What is missing of what the machine should have. @throws the file system's error for a folder that cannot be read */
export async function findMissing(
  machine: Machine,
  { modelsDir, speechModel }: Pick<ModelSettings, "modelsDir" | "speechModel">,
  catalogue: readonly CatalogueEntry[] = CATALOGUE,
): Promise<RecommendedEntry[]> {
  const { bundles } = await scanBundles({ modelsDir, builtInDir: BUILT_IN_MODELS_DIR });
  return recommendModels(machine, { bundles, speechModel }, catalogue);
}

/** Asks the hub for sizes. @throws AppError UNAVAILABLE where nothing can be had; `signal.reason` on abort */
export async function planInstallation(
  entries: readonly RecommendedEntry[],
  { models: { modelMirror: mirror }, signal }: InstallationOptions,
): Promise<InstallationPlan> {
  const plan = async (entry: RecommendedEntry): Promise<PlannedModel | FailedModel> => {
    try {
      return { entry, sizes: await findFileSizes({ entry, mirror, signal, limits: MODEL_LIMITS }) };
    } catch (error) {
      return { entry, failure: failureOf(error, signal) };
    }
  };
  const planned = await Promise.all(entries.map(plan));
  const models = planned.filter((each) => "sizes" in each);
  const failed = planned.filter((each) => "failure" in each);
  const [first] = failed;
  if (models.length === 0 && first !== undefined) throw first.failure;
  return { models, failed };
}

/** The same with the sizes that the catalogue knows, where the hub cannot be asked. */
export function planOffline(entries: readonly RecommendedEntry[]): InstallationPlan {
  const models = entries.map((entry) => ({ entry, sizes: entry.files.map(({ sizeBytes }) => sizeBytes) }));
  return { models, failed: [] };
}

/** Of the files whose size is known, in bytes. */
export function plannedBytes(models: readonly PlannedModel[]): number {
  return models.flatMap(({ sizes }) => sizes).reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** Fetches them. One that fails for good keeps no other from being fetched. @throws `signal.reason` on abort */
export async function installPlanned(
  { models, failed: unreachable }: InstallationPlan,
  { models: { modelsDir, modelMirror: mirror }, signal, onProgress }: InstallationOptions,
): Promise<Installation> {
  const totalBytes = plannedBytes(models);
  const installed: Installation["installed"][number][] = [];
  const failed = [...unreachable];
  let doneBytes = 0;
  for (const { entry, sizes } of models) {
    const onFile = ({ file, receivedBytes }: PullProgress): void =>
      onProgress({ file: `${entry.name}/${file}`, receivedBytes: doneBytes + receivedBytes, totalBytes });
    // After a failure the hub is asked again, so that one that has gone is known soon.
    const known = failed.length === 0 ? { sizes } : {};
    try {
      const pulled = await pullBundle({ entry, modelsDir, mirror, signal, onProgress: onFile, ...known });
      installed.push({ ...pulled, entry });
    } catch (error) {
      failed.push({ entry, failure: failureOf(error, signal) });
    }
    doneBytes += plannedBytes([{ entry, sizes }]);
  }
  return { installed, failed };
}

/** What went wrong with one model alone. @throws it where it did not */
function failureOf(error: unknown, signal: AbortSignal): AppError {
  if (signal.aborted || !(error instanceof AppError)) throw error;
  return error;
}
