// From the setting CLIPMILL_STORAGE to a storage: the scheme says which kind. The control plane and the media nodes
// must be given the same one.
import { SettingError } from "../process/environment.ts";
import { createFileStorage } from "./file-storage.ts";
import type { ObjectStorage } from "./object-storage.ts";
import { STORAGE_SETTING, storageFolder } from "./storage-folder.ts";

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
    throw new SettingError(STORAGE_SETTING, `names a folder that cannot be used, ${folder}: ${problem}`);
  }
}
