// Removes a folder with all that is in it, a few files at once. Node.js itself asks the disk for all files of a folder at the
// same time, and an upload may have come in thousands of parts: their removal held every thread, and whoever needed one for
// something else waited behind it.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode, undefinedIfGone } from "../error-message.ts";
import { STORAGE_LIMITS } from "../limits/storage.ts";
import { lstat, readdir, rm, rmdir } from "./disk-calls.ts";

/** What passes where others write below the folder, or have a file of it open, at the same time. */
const PASSING_CODES: ReadonlySet<string | undefined> = new Set([
  "EBUSY",
  "EMFILE",
  "ENFILE",
  "ENOTEMPTY",
  "EPERM",
]);
/** Longer after each attempt. */
const PAUSE_MS = 100;

/**
 * Removes what is at a path: a file, a link itself, or a folder with all that is in it. Nothing need be there.
 * @param attempts how often it is tried where others are in its way
 * @throws the file system's error, once all that could be removed is
 */
export async function removeTree(path: string, attempts = 1): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const info = await lstat(path).catch(undefinedIfGone);
      if (info !== undefined) await removeAny(path, info.isDirectory());
      return;
    } catch (error) {
      if (attempt >= attempts || !PASSING_CODES.has(errorCode(error))) throw error;
      await pause(attempt * PAUSE_MS);
    }
  }
}

async function removeAny(path: string, isFolder: boolean): Promise<void> {
  if (!isFolder) return rm(path, { force: true });
  await removeContent(path);
  await rmdir(path).catch(undefinedIfGone);
}

async function removeContent(folder: string): Promise<void> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(undefinedIfGone)) ?? [];
  const left = entries.values();
  const failures: unknown[] = [];
  const remove = async (): Promise<void> => {
    for (const entry of left) {
      await removeAny(join(folder, entry.name), entry.isDirectory()).catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: STORAGE_LIMITS.removedAtOnce }, remove));
  if (failures.length > 0) throw failures[0];
}
