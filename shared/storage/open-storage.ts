// From the setting CLIPMILL_STORAGE to a storage: the scheme says which kind. The control plane and the media nodes
// must be given the same one.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SettingError } from "../environment.ts";
import { createFileStorage } from "./file-storage.ts";
import type { ObjectStorage } from "./object-storage.ts";

const VARIABLE = "CLIPMILL_STORAGE";

/**
 * Opens `file:/absolute/folder`, `file:///absolute/folder` or `file:./relative/folder` (relative to the working
 * directory). @throws SettingError for anything else, and where the folder cannot be used.
 */
export function openStorage(location: string): ObjectStorage {
  const folder = storageFolder(location);
  try {
    return createFileStorage(folder);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new SettingError(VARIABLE, `names a folder that cannot be used, ${folder}: ${problem}`);
  }
}

/** The folder that a location names. @throws SettingError */
export function storageFolder(location: string): string {
  const path = /^file:(.+)$/s.exec(location)?.[1];
  if (path === undefined) {
    throw new SettingError(
      VARIABLE,
      `must name a folder, such as file:/var/lib/clipmill/files or file:./files, not "${location}".`,
    );
  }
  if (!path.startsWith("//")) return resolve(path);
  try {
    return fileURLToPath(location);
  } catch {
    throw new SettingError(VARIABLE, `must be file:///absolute/folder without a host, not "${location}".`);
  }
}
