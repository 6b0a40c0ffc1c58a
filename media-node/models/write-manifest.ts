// The manifest of a bundle that is being installed, written last into its folder: sizes and hashes are those of the
// files as they are there.
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import type { CatalogueEntry } from "./catalogue/catalogue-entry.ts";
import { hashFile } from "./hash-file.ts";
import { type BundleManifest, MANIFEST_FILE } from "./model-bundle.ts";
import { writeFailure } from "./model-failure.ts";

/** Everything of a manifest but its files. */
export type BundleDescription = Omit<BundleManifest, "files">;

/**
 * The manifest of a catalogue's entry without its files: its version is the revision of the repository that
 * the entry names.
 */
export function describeBundle(entry: CatalogueEntry): BundleDescription {
  const { name, kind, family, title, license, languages, priority, source } = entry;
  const { speech, embedding, image, matte } = entry;
  return {
    name,
    kind,
    family,
    version: source.revision,
    title,
    license,
    priority,
    ...(languages.length === 0 ? {} : { languages: [...languages] }),
    ...(speech === undefined ? {} : { speech }),
    ...(embedding === undefined ? {} : { embedding }),
    ...(image === undefined ? {} : { image }),
    ...(matte === undefined ? {} : { matte }),
  };
}

/** What stands on the disk now. */
export async function describeFile(folder: string, path: string): Promise<BundleManifest["files"][number]> {
  const full = join(folder, path);
  return { path, sizeBytes: (await stat(full)).size, sha256: await hashFile(full) };
}

/** Writes it and waits until it is on the disk. @throws AppError UNAVAILABLE */
export async function writeManifest(folder: string, manifest: BundleManifest): Promise<void> {
  const path = join(folder, MANIFEST_FILE);
  try {
    const handle = await open(path, "w");
    try {
      await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw writeFailure(path, error);
  }
}
