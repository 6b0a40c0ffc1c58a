// The list of models as `npm run models -- list` shows it: what is there, then what can be had.
import { type CatalogueEntry, knownSizeBytes } from "../../media-node/models/catalogue/catalogue-entry.ts";
import type { FoundBundle } from "../../media-node/models/find-bundles.ts";
import { formatTable } from "../format-table.ts";

/** Decimal units, as the hub has them. */
export function formatSize(sizeBytes: number | null): string {
  if (sizeBytes === null) return "unknown";
  const [unit, name] = sizeBytes >= 1e9 ? [1e9, "GB"] : sizeBytes >= 1e6 ? [1e6, "MB"] : [1e3, "kB"];
  return `${(sizeBytes / unit).toFixed(sizeBytes / unit < 10 ? 1 : 0)} ${name}`;
}

export interface ListedModel {
  readonly name: string;
  readonly kind: string;
  readonly state: "installed" | "built in" | "available";
  readonly sizeBytes: number | null;
  /** False where some file's size is not known before it is asked for. */
  readonly isWholeSize: boolean;
  readonly license: string;
  readonly nonCommercial: boolean | null;
  readonly title: string;
  readonly improves: string | null;
  readonly languages: readonly string[];
  readonly priority: number;
  readonly folder: string | null;
  readonly repository: string | null;
}

/** What is there, then what can be had. */
export function listModels(
  found: readonly FoundBundle[],
  catalogue: readonly CatalogueEntry[],
): readonly ListedModel[] {
  const present = found.map(({ folder, manifest, isBuiltIn }): ListedModel => {
    const entry = catalogue.find(({ name }) => name === manifest.name);
    return {
      name: manifest.name,
      kind: manifest.kind,
      state: isBuiltIn ? "built in" : "installed",
      sizeBytes: manifest.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      isWholeSize: true,
      license: manifest.license,
      nonCommercial: entry?.nonCommercial ?? null,
      title: manifest.title,
      improves: entry?.improves ?? null,
      languages: manifest.languages ?? [],
      priority: manifest.priority ?? 0,
      folder,
      repository: entry?.source.repository ?? null,
    };
  });
  const absent = catalogue.filter(({ name }) => !found.some(({ manifest }) => manifest.name === name));
  return [...present, ...absent.map(describeAvailable)];
}

function describeAvailable(entry: CatalogueEntry): ListedModel {
  const { name, kind, license, nonCommercial, title, improves, languages, priority, source, files } = entry;
  return {
    name,
    kind,
    state: "available",
    sizeBytes: knownSizeBytes(entry),
    isWholeSize: files.every(({ sizeBytes }) => sizeBytes !== null),
    license,
    nonCommercial,
    title,
    improves,
    languages,
    priority,
    folder: null,
    repository: source.repository,
  };
}

/** The table that people see. */
export function formatModels(models: readonly ListedModel[]): string {
  return formatTable(
    models.map(({ name, kind, state, sizeBytes, isWholeSize, license, nonCommercial, improves, title }) => ({
      name,
      kind,
      state,
      size: isWholeSize ? formatSize(sizeBytes) : "unknown",
      license: nonCommercial === true ? `${license} (NON-COMMERCIAL USE ONLY)` : license,
      "what it is for": improves ?? title,
    })),
  );
}
