import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export const INVALID = { code: "INVALID_REQUEST" };
export const NOT_FOUND = { code: "NOT_FOUND" };

/** Of the storage of a test: short enough to be waited for, and longer than a busy machine stands still. */
const IDLE_TIMEOUT_MS = 3_000;

export async function emptyStorage(t: TestContext): Promise<{ root: string; storage: ObjectStorage }> {
  const root = await temporaryFolder(t);
  return { root, storage: createFileStorage(root, { idleTimeoutMs: IDLE_TIMEOUT_MS }) };
}

/** Every file below the root, temporary ones included. */
export async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}
