// Where an operator's command finds the storage: where CLIPMILL_STORAGE says, or in the data folder, as the planes do. A
// folder that no plane has made yet is refused: what a command put there, nobody would find.
import { existsSync } from "node:fs";
import { type Environment, readText, SettingError } from "../../shared/process/environment.ts";
import {
  defaultStorageFolder,
  readStorageSettings,
  type StorageSettings,
} from "../../shared/storage/storage-settings.ts";

/** @throws SettingError where there is none */
export function findStorage(env: Environment): StorageSettings {
  const folder = defaultStorageFolder(env);
  if (readText(env, "CLIPMILL_STORAGE") !== undefined || existsSync(folder)) return readStorageSettings(env);
  throw new SettingError(
    "CLIPMILL_STORAGE",
    `or CLIPMILL_DATA_DIR must be set as it is for the appliance: there is no storage in ${folder}.`,
  );
}
