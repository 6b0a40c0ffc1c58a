// What a folder that was carried in by hand is: a model of the catalogue, or any model in a layout that the engines read.
// A model of the catalogue is known by the hashes of its files, or, where none is pinned, by the folder's name; then all
// that is pinned must still be so.
import { basename, join } from "node:path";
import { AppError } from "../../../shared/errors.ts";
import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import { fileSizeOrNull } from "../file-size.ts";
import { hashFile } from "../hash-file.ts";
import { describeBundle } from "../write-manifest.ts";
import type { RecognizedFolder } from "./model-folder.ts";
import { recognizeLayout } from "./recognize-layout.ts";

/** Undefined where the folder is nothing that is known. @throws AppError INVALID_REQUEST that says what is missing */
export async function recognizeFolder(
  folder: string,
  catalogue: readonly CatalogueEntry[],
  name: string | undefined,
): Promise<RecognizedFolder | undefined> {
  const entry = await findEntry(folder, catalogue, name);
  if (entry !== undefined) {
    return { description: describeBundle(entry), paths: entry.files.map(({ path }) => path) };
  }
  return recognizeLayout(folder, name ?? nameFrom(folder));
}

/** A bundle's name from a folder's. */
export function nameFrom(folder: string): string {
  const plain = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-");
  return plain.replace(/^[^a-z0-9]+/, "").slice(0, 100) || "model";
}

async function findEntry(
  folder: string,
  catalogue: readonly CatalogueEntry[],
  name: string | undefined,
): Promise<CatalogueEntry | undefined> {
  const wanted = catalogue.find((entry) => entry.name === name);
  if (wanted !== undefined) {
    const difference = await findDifference(folder, wanted);
    if (difference === undefined) return wanted;
    throw new AppError("INVALID_REQUEST", `${folder} is not ${name} as the catalogue has it: ${difference}.`);
  }
  const called = name ?? basename(folder);
  for (const entry of catalogue) {
    const isNamed = [entry.name, entry.source.repository.split("/")[1]].includes(called);
    const isPinned = entry.files.every(({ sizeBytes, sha256, path }) =>
      path.endsWith(".json") || path.endsWith(".txt") ? true : sizeBytes !== null && sha256 !== null,
    );
    if ((isNamed || isPinned) && (await findDifference(folder, entry)) === undefined) return entry;
  }
  return undefined;
}

/** The first file that is not as the catalogue says; sizes come before hashes, which take long. */
async function findDifference(folder: string, entry: CatalogueEntry): Promise<string | undefined> {
  for (const { path, sizeBytes } of entry.files) {
    const found = await fileSizeOrNull(join(folder, path));
    if (found === null) return `${path} is missing`;
    if (sizeBytes !== null && found !== sizeBytes)
      return `${path} has ${found} bytes instead of ${sizeBytes}`;
  }
  for (const { path, sha256 } of entry.files) {
    if (sha256 !== null && (await hashFile(join(folder, path))) !== sha256) return `${path} is another file`;
  }
  return undefined;
}
