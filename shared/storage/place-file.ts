// Puts a finished temporary file under its key: over whatever stands there, or only where nothing does. Both are one
// call of the file system, so that a reader and a crash see the old object or the new one and never a part.
import type { FileHandle } from "node:fs/promises";
import { errorCode } from "../error-message.ts";
import { AppError } from "../errors.ts";
import { STORAGE_LIMITS } from "../limits/storage.ts";
import { link, open, rename } from "../process/disk-calls.ts";
import { ensureRealFolder, openRealFile, pathOf, syncFolder } from "./real-path.ts";

/** Writes and removals below one folder that run at the same time disturb each other; each tries again this often. */
export const CONTENDED_ATTEMPTS = 10;

function namesFolder(cause: unknown): AppError {
  return new AppError("INVALID_REQUEST", "The key already names a folder.", { cause });
}

/** Tries again while the folder is taken away between its making and its use. */
async function untilPlaced<T>(place: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await place();
    } catch (error) {
      if (errorCode(error) !== "ENOENT" || attempt === CONTENDED_ATTEMPTS) throw error;
    }
  }
}

/** Renames a file to its key. Renaming replaces an object or a link that stands there, and never follows the link. */
export async function placeOver(root: string, key: string, path: string): Promise<void> {
  await untilPlaced(async () => {
    const folder = await ensureRealFolder(root, key);
    await rename(path, pathOf(root, key)).catch((error: unknown) => {
      const code = errorCode(error);
      throw code === "EISDIR" || code === "ENOTEMPTY" || code === "EEXIST" ? namesFolder(error) : error;
    });
    await syncFolder(folder);
  });
}

/**
 * Gives a file its key as a second name where the key is free; link(2) fails where it is not, which rename(2) does not.
 * Returns whether the key names this very content now: false where other content stands there.
 */
export async function placeNew(root: string, key: string, path: string): Promise<boolean> {
  return await untilPlaced(async () => {
    const folder = await ensureRealFolder(root, key);
    const isTaken = await link(path, pathOf(root, key)).then(
      () => false,
      (error: unknown) => {
        if (errorCode(error) === "EEXIST") return true;
        throw error;
      },
    );
    const isOurs = !isTaken || (await isSameContent(root, key, path));
    // Also of what another process has put there: it may not have come to this yet.
    await syncFolder(folder);
    return isOurs;
  });
}

async function isSameContent(root: string, key: string, path: string): Promise<boolean> {
  const there = await openRealFile(root, key);
  if (there === undefined) throw namesFolder(undefined);
  try {
    const ours = await open(path);
    try {
      return await haveSameBytes(there, ours);
    } finally {
      await ours.close();
    }
  } finally {
    await there.close();
  }
}

async function haveSameBytes(one: FileHandle, other: FileHandle): Promise<boolean> {
  const [oneInfo, otherInfo] = [await one.stat(), await other.stat()];
  if (oneInfo.size !== otherInfo.size) return false;
  // One file with two names: a placing that was cut off after the link is repeated.
  if (oneInfo.ino === otherInfo.ino && oneInfo.dev === otherInfo.dev) return true;
  const buffers = [
    Buffer.allocUnsafe(STORAGE_LIMITS.readChunkBytes),
    Buffer.allocUnsafe(STORAGE_LIMITS.readChunkBytes),
  ] as const;
  for (let position = 0; ; ) {
    const reads = await Promise.all([
      one.read(buffers[0], { position }),
      other.read(buffers[1], { position }),
    ]);
    // Both are whole files of one size: a read that brings less than the other is only a shorter read.
    const length = Math.min(reads[0].bytesRead, reads[1].bytesRead);
    if (!buffers[0].subarray(0, length).equals(buffers[1].subarray(0, length))) return false;
    if (length === 0) return true;
    position += length;
  }
}
