// What a node tells operators of its models: what it has, what its catalogue can install, and what its machine should have
// and has not.

import { MODEL_INSTALL_LIMITS } from "../../../shared/limits/models.ts";
import { freeSpace } from "../../../shared/storage/free-space.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import type { HeldModel, ReportedModels } from "../../db/model-installs.ts";
import { type CatalogueEntry, knownSizeBytes } from "../../models/catalogue/catalogue-entry.ts";
import { type Machine, recommendModels } from "../../models/catalogue/recommend-models.ts";
import type { FoundBundle } from "../../models/find-bundles.ts";
import type { ModelSettings } from "../../models/model-settings.ts";

export interface ReportedNode {
  readonly nodeId: string;
  readonly folderId: string;
  readonly settings: Pick<ModelSettings, "modelsDir" | "speechModel">;
  readonly machine: Machine;
  readonly catalogue: readonly CatalogueEntry[];
}

/** What operators read of a model that can be installed; `place` is its place in the catalogue. */
export function describeEntry(entry: CatalogueEntry, place: number) {
  const { name, kind, family, title, improves, license, nonCommercial, source, files } = entry;
  return {
    place,
    name,
    kind,
    family,
    title,
    improves,
    license,
    nonCommercial,
    sizeBytes: knownSizeBytes(entry),
    isWholeSize: files.every(({ sizeBytes }) => sizeBytes !== null),
    repository: source.repository,
    sense: entry.recommended?.sense ?? null,
  };
}

/** What operators read of a bundle that is there; `sizeBytes` is that of its manifest, not measured. */
export function heldModel({ manifest, isBuiltIn }: FoundBundle): HeldModel {
  const { name, title, kind, files } = manifest;
  return { name, title, kind, isBuiltIn, sizeBytes: files.reduce((sum, each) => sum + each.sizeBytes, 0) };
}

/** Null where the disk does not say in time, or the folder is not there yet. */
async function roomOf(modelsDir: string): Promise<number | null> {
  const space = await withTimeout(MODEL_INSTALL_LIMITS.roomTimeoutMs, freeSpace(modelsDir)).catch(() => null);
  return space?.freeBytes ?? null;
}

/** What to say of the node now. */
export async function reportModels(
  node: ReportedNode,
  bundles: readonly FoundBundle[],
): Promise<ReportedModels> {
  const { nodeId, folderId, settings, machine, catalogue } = node;
  const { modelsDir, speechModel } = settings;
  return {
    nodeId,
    folderId,
    path: modelsDir,
    freeBytes: await roomOf(modelsDir),
    canInstall: catalogue.map(({ name }) => name),
    recommended: recommendModels(machine, { bundles, speechModel }, catalogue).map(({ name }) => name),
    installed: bundles.map(heldModel),
  };
}
