// Where a run's passing files lie: in memory where there is plenty of it, since hundreds of tests have a database of
// their own, and to make and to remove its 600 files costs several times as much on a disk.
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
const NEEDED_BYTES = 3 * 2 ** 30;

/**
 * The folder of a file system in memory, or the system's own folder for passing files.
 *
 * @param availableBytes what the machine's memory still holds
 */
export async function passingFolder(availableBytes: number = process.availableMemory()): Promise<string> {
  if (availableBytes < 2 * NEEDED_BYTES) return tmpdir();
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory !== undefined && memory.bavail * memory.bsize >= NEEDED_BYTES ? MEMORY : tmpdir();
}
