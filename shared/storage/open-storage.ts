// Opens the storage that the settings name. Control planes and media nodes must use the same one.

import { errorMessage } from "../error-message.ts";
import type { Logger } from "../logger.ts";
import { SettingError } from "../process/environment.ts";
import { createFileStorage } from "./file-storage.ts";
import type { ObjectStorage } from "./object-storage.ts";
import { STORAGE_SETTING } from "./storage-folder.ts";
import type { StorageSettings } from "./storage-settings.ts";

export interface OpenStorageOptions {
  /** A stream to store that moves no byte for this long is given up; as a client's is unless told. */
  readonly idleTimeoutMs?: number;
}

/** @throws SettingError where the folder, or the bucket, cannot be used; a bucket that is away is told of and waited for */
export async function openStorage(
  settings: StorageSettings,
  logger: Logger,
  options: OpenStorageOptions = {},
): Promise<ObjectStorage> {
  if (settings.kind === "bucket") {
    // Loaded only for a bucket, because its client takes 170 ms and 23 MiB.
    const { openS3Storage } = await import("./s3/open-s3-storage.ts");
    return await openS3Storage(settings.s3, logger, options.idleTimeoutMs);
  }
  try {
    return createFileStorage(settings.folder, options);
  } catch (error) {
    const problem = errorMessage(error);
    throw new SettingError(
      STORAGE_SETTING,
      `names a folder that cannot be used, ${settings.folder}: ${problem}`,
    );
  }
}
