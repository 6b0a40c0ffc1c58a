// From the setting CLIPMILL_STORAGE, and for a bucket those of CLIPMILL_S3_*, to where the files lie.
import { join } from "node:path";
import { type Environment, readText } from "../process/environment.ts";
import { readDataDir } from "../process/own-folders.ts";
import { isS3Location, readS3Settings, type S3Settings } from "./s3/s3-settings.ts";
import { STORAGE_SETTING, storageFolder } from "./storage-folder.ts";

export type StorageSettings =
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "bucket"; readonly s3: S3Settings };

/** Where the files lie where no setting says so: a folder in the data folder. */
export function defaultStorageFolder(env: Environment): string {
  return join(readDataDir(env).path, "storage");
}

/** @throws SettingError */
export function readStorageSettings(env: Environment): StorageSettings {
  const location = readText(env, STORAGE_SETTING);
  if (location === undefined) return { kind: "folder", folder: defaultStorageFolder(env) };
  if (isS3Location(location)) return { kind: "bucket", s3: readS3Settings(env, location) };
  return { kind: "folder", folder: storageFolder(location) };
}
