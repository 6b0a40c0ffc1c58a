// What this process flushes to the disk, and what stood in a folder by then: of a file that gets its name before its
// content is flushed, a power failure leaves the name alone.
import { readdirSync, readlinkSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { relative } from "node:path";
import type { TestContext } from "node:test";

export interface Flush {
  /** Relative to the folder; empty for the folder itself. */
  readonly path: string;
  /** The folder's entries at that moment. */
  readonly names: readonly string[];
}

/** Fills the list while the test runs; `folder`, a real path, need not be there yet. Linux only. */
export async function watchFlushes(t: TestContext, folder: string): Promise<readonly Flush[]> {
  const handle = await open(process.execPath);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const flushes: Flush[] = [];
  const { sync } = prototype;
  t.mock.method(prototype, "sync", function (this: FileHandle) {
    const path = relative(folder, readlinkSync(`/proc/self/fd/${this.fd}`));
    if (!path.startsWith("..")) flushes.push({ path, names: readdirSync(folder) });
    return sync.call(this);
  });
  return flushes;
}
