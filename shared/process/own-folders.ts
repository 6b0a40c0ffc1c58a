// The folders that a process of the appliance writes to, and how they are made: before anything else, so that a setting
// that cannot work is named at once. Node's own `mkdir` with `recursive` is not used for it: on a file system that
// refuses new folders as /proc does (ENOENT below a parent that is there), it tries again for ever.
import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorMessage } from "../error-message.ts";
import { isS3Location } from "../storage/s3/s3-settings.ts";
import { storageFolder } from "../storage/storage-folder.ts";
import { type Environment, readText, SettingError } from "./environment.ts";

const DEFAULT_DATA_DIR = ".clipmill";

export interface OwnFolder {
  /** The setting that says where it is. */
  readonly variable: string;
  /** Absolute. */
  readonly path: string;
}

export type FolderSetting = "CLIPMILL_STORAGE" | "CLIPMILL_SCRATCH_DIR";

/** Where the data of everything lies that has no place of its own. */
export function readDataDir(env: Environment): OwnFolder {
  const variable = "CLIPMILL_DATA_DIR";
  return { variable, path: resolve(readText(env, variable) ?? DEFAULT_DATA_DIR) };
}

/**
 * The folders of these settings; one that is not set lies in the data folder, and a storage that is a bucket has none.
 * @throws SettingError
 */
export function readOwnFolders(env: Environment, variables: readonly FolderSetting[]): OwnFolder[] {
  return variables.flatMap((variable) => {
    const text = readText(env, variable);
    if (text === undefined) return readDataDir(env);
    if (variable === "CLIPMILL_SCRATCH_DIR") return { variable, path: resolve(text) };
    return isS3Location(text) ? [] : { variable, path: storageFolder(text) };
  });
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Makes a folder and the parents that it lacks, for this user alone. Returns what it has made, parents first.
 * @throws the system's error
 */
export function makeFolder(path: string): string[] {
  const parent = dirname(path);
  const made = isThere(parent) ? [] : makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
    return made;
  }
  return [...made, path];
}

/** Makes the folders that are not there, and returns what it has made. @throws SettingError that names the setting */
export function makeOwnFolders(folders: readonly OwnFolder[]): string[] {
  return folders.flatMap(({ variable, path }) => {
    try {
      return makeFolder(path);
    } catch (error) {
      const problem = errorMessage(error);
      throw new SettingError(variable, `names a folder that cannot be made, ${path}: ${problem}.`);
    }
  });
}
