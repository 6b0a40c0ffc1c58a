// What happens to disks: one is full and has room again, a folder cannot be written for a while.
import { execFile } from "node:child_process";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const BALLAST = "ballast";
const PIECE_BYTES = { max: 2 ** 20, min: 512 } as const;

/** Fills the disk of a folder up but for so many bytes. */
export async function fillDisk(folder: string, leaveBytes = 0): Promise<void> {
  const handle = await open(join(folder, BALLAST), "a");
  try {
    // In ever smaller pieces: the last free blocks count as well.
    for (let pieceBytes: number = PIECE_BYTES.max; pieceBytes >= PIECE_BYTES.min; ) {
      const { bytesWritten } = await handle
        .write(Buffer.alloc(pieceBytes))
        .catch(() => ({ bytesWritten: 0 }));
      if (bytesWritten < pieceBytes) pieceBytes /= 2;
    }
    const { size } = await handle.stat();
    await handle.truncate(Math.max(0, size - leaveBytes));
  } finally {
    await handle.close();
  }
}

/** Gives back what `fillDisk` took. */
export function emptyDisk(folder: string): Promise<void> {
  return rm(join(folder, BALLAST), { force: true });
}

/**
 * Lets nobody write below a folder, whatever is open there; resolves to what takes that back. Takes root's rights: it
 * mounts the folder on itself, because a file system with files open for writing cannot be made read-only.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await run("mount", ["--bind", folder, folder]);
  await run("mount", ["-o", "remount,bind,ro", folder]);
  return async () => void (await run("umount", ["--lazy", folder]));
}
