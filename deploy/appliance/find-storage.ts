// Where an operator's command finds the storage: where CLIPMILL_STORAGE says, or in the data folder, as the planes do. A
// folder that no plane has made yet is refused: what a command put there, nobody would find.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Environment, readText, SettingError } from "../../shared/process/environment.ts";
import { readDataDir } from "../../shared/process/own-folders.ts";

/** @throws SettingError where there is none */
export function findStorage(env: Environment): string {
  const location = readText(env, "CLIPMILL_STORAGE");
  if (location !== undefined) return location;
  const folder = join(readDataDir(env).path, "storage");
  if (existsSync(folder)) return `file:${folder}`;
  throw new SettingError(
    "CLIPMILL_STORAGE",
    `or CLIPMILL_DATA_DIR must be set as it is for the appliance: there is no storage in ${folder}.`,
  );
}
