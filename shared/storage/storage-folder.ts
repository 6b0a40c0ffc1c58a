// From the setting CLIPMILL_STORAGE to the folder that it names.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SettingError } from "../process/environment.ts";

export const STORAGE_SETTING = "CLIPMILL_STORAGE";

/** The folder that a location names. @throws SettingError */
export function storageFolder(location: string): string {
  const path = /^file:(.+)$/s.exec(location)?.[1];
  if (path === undefined) {
    throw new SettingError(
      STORAGE_SETTING,
      `must name a folder, such as file:/var/lib/clipmill/files or file:./files, or a bucket, such as s3://clips, not "${location}".`,
    );
  }
  if (!path.startsWith("//")) return resolve(path);
  try {
    return fileURLToPath(location);
  } catch {
    throw new SettingError(
      STORAGE_SETTING,
      `must be file:///absolute/folder without a host, not "${location}".`,
    );
  }
}
