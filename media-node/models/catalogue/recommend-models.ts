// Which models of the catalogue a machine should have: of each kind the best that it can run well, as the entries say,
// unless what is there does as well. What is there may have come with the project, by npm or by hand: a model that the
// catalogue does not know counts like any other.
import type { FoundBundle } from "../find-bundles.ts";
import type { CatalogueEntry, Recommendation } from "./catalogue-entry.ts";

export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
  /** Of the largest GPU that models can run on; 0 where there is none. */
  readonly gpuMemoryBytes: number;
}

export interface RecommendedEntry extends CatalogueEntry {
  readonly recommended: Recommendation;
}

export interface ModelsThere {
  readonly bundles: readonly Pick<FoundBundle, "manifest">[];
  /** The speech model that the operator has named, which is used whatever else is there. */
  readonly speechModel: string | undefined;
}

function isRecommended(entry: CatalogueEntry): entry is RecommendedEntry {
  return entry.recommended !== undefined;
}

function suits({ recommended }: RecommendedEntry, machine: Machine): boolean {
  const { cores = 0, memoryBytes = 0, gpuMemoryBytes = 0 } = recommended;
  return (
    machine.cores >= cores && machine.memoryBytes >= memoryBytes && machine.gpuMemoryBytes >= gpuMemoryBytes
  );
}

function isServed({ kind, name, priority, recommended }: RecommendedEntry, there: ModelsThere): boolean {
  if (kind === "speech-recognition" && there.speechModel !== undefined) return true;
  const { equalFamilies = [] } = recommended;
  return there.bundles.some(
    ({ manifest }) =>
      manifest.kind === kind &&
      (manifest.name === name ||
        (manifest.priority ?? 0) >= priority ||
        equalFamilies.includes(manifest.family)),
  );
}

/** At most one model of a kind, in the catalogue's order; none where nothing would get better. */
export function recommendModels(
  machine: Machine,
  there: ModelsThere,
  catalogue: readonly CatalogueEntry[],
): RecommendedEntry[] {
  const suitable = catalogue.filter(isRecommended).filter((entry) => suits(entry, machine));
  return suitable.filter(
    (entry) =>
      !suitable.some(({ kind, priority }) => kind === entry.kind && priority > entry.priority) &&
      !isServed(entry, there),
  );
}
