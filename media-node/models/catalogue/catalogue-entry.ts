// What the catalogue knows of one model, and the address of each of its files.
import type { BundleManifest } from "../model-bundle.ts";

export interface CatalogueFile {
  /** Below the bundle's folder, and in the repository unless remotePath says otherwise. */
  readonly path: string;
  readonly remotePath?: string;
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
}

export interface CatalogueSource {
  /** Which site's addresses: the model hub's, a repository's raw files, or the files of one of its releases. */
  readonly site: "hub" | "github" | "release";
  /** "owner/name". */
  readonly repository: string;
  /** A commit, a tag, a release's tag, or "main" where no commit is known. */
  readonly revision: string;
}

/** Which machines should have a model, and what makes it needless. What is not said is not asked for. */
export interface Recommendation {
  /** What it serves, in a word or two for an operator. */
  readonly sense: string;
  readonly memoryBytes?: number;
  readonly gpuMemoryBytes?: number;
  readonly cores?: number;
  /** Families that do as well, its own among them or not: beside a model of one of them, it is not needed. */
  readonly equalFamilies?: readonly string[];
}

export interface CatalogueEntry {
  readonly name: string;
  readonly kind: BundleManifest["kind"];
  readonly family: string;
  readonly title: string;
  /** What gets better with it, in one clause. */
  readonly improves: string;
  /** SPDX, or the licence's own name. */
  readonly license: string;
  readonly nonCommercial: boolean;
  /** ISO 639-1; empty for models that know no language. */
  readonly languages: readonly string[];
  /** Among installed models of one kind the highest is used. */
  readonly priority: number;
  /** Models without one are for those who know that they want them. */
  readonly recommended?: Recommendation;
  readonly source: CatalogueSource;
  readonly files: readonly CatalogueFile[];
  readonly speech?: NonNullable<BundleManifest["speech"]>;
  readonly embedding?: NonNullable<BundleManifest["embedding"]>;
  readonly image?: NonNullable<BundleManifest["image"]>;
  readonly matte?: NonNullable<BundleManifest["matte"]>;
}

const SITES = {
  hub: { origin: "https://huggingface.co", verb: "resolve" },
  github: { origin: "https://github.com", verb: "raw" },
  release: { origin: "https://github.com", verb: "releases/download" },
} as const;

/**
 * Where a file is fetched. A mirror stands for every site and has the hub's layout,
 * `{mirror}/{repository}/resolve/{revision}/{path}`: with a mirror set, nothing is asked of any other host.
 */
export function addressOf(source: CatalogueSource, file: CatalogueFile, mirror?: string): string {
  const { site, repository, revision } = source;
  const path = (file.remotePath ?? file.path).split("/").map(encodeURIComponent).join("/");
  const { origin, verb } = mirror === undefined ? SITES[site] : { origin: mirror, verb: "resolve" };
  return `${origin}/${repository}/${verb}/${revision}/${path}`;
}

/** The sum of what is known; null where nothing is. */
export function knownSizeBytes(entry: CatalogueEntry): number | null {
  const known = entry.files.filter(({ sizeBytes }) => sizeBytes !== null);
  return known.length === 0 ? null : known.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
}
