// A disk that can be filled and emptied again, a tmpfs of its own, and folders that cannot be written for a while. Both
// are mounts, which take root's rights.
import { execFile } from "node:child_process";
import { chmod, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { temporaryFolder } from "../temporary-folder.ts";

const run = promisify(execFile);
const BALLAST = "ballast";

export interface SmallDisk {
  readonly folder: string;
  /** Leaves so many bytes free, none unless it is said. */
  fill(leaveBytes?: number): Promise<void>;
  empty(): Promise<void>;
  close(): Promise<void>;
}

async function fillUp(file: string, leaveBytes: number): Promise<void> {
  const handle = await open(file, "a");
  try {
    // In ever smaller pieces: the last free blocks count as well.
    for (let pieceBytes = 2 ** 20; pieceBytes >= 512; ) {
      const { bytesWritten } = await handle
        .write(Buffer.alloc(pieceBytes))
        .catch(() => ({ bytesWritten: 0 }));
      if (bytesWritten < pieceBytes) pieceBytes /= 2;
    }
    const { size } = await handle.stat();
    await handle.truncate(size - leaveBytes);
  } finally {
    await handle.close();
  }
}

/** Mounts it on an empty folder; the reason where that is not allowed here. */
export async function mountSmallDisk(folder: string, sizeMib: number): Promise<SmallDisk | string> {
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${sizeMib}m,mode=711`, "tmpfs", folder]);
  } catch (error) {
    return `no file system can be mounted here: ${error instanceof Error ? error.message.trim() : error}`;
  }
  // Whoever is still busy with it, as PostgreSQL may be, keeps what it has open until it ends.
  const close = async (): Promise<void> => void (await run("umount", ["--lazy", folder]));
  await chmod(folder, 0o711);
  return {
    folder,
    fill: (leaveBytes = 0) => fillUp(join(folder, BALLAST), leaveBytes),
    empty: () => rm(join(folder, BALLAST), { force: true }),
    close,
  };
}

/** Lets nobody write below a folder, however many files there are open; resolves to what takes that back. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  // A mount of the folder on itself can be read-only where its file system cannot, with files open for writing.
  await run("mount", ["--bind", folder, folder]);
  await run("mount", ["-o", "remount,bind,ro", folder]);
  return async () => void (await run("umount", ["--lazy", folder]));
}

/** A small disk for this test, or undefined with the test skipped. Call it before what uses the disk. */
export async function smallDisk(t: TestContext, sizeMib: number): Promise<SmallDisk | undefined> {
  const ends: (() => Promise<void>)[] = [];
  // Before the folder's own removal: hooks run in the order of their registration.
  t.after(async () => {
    for (const end of ends) await end();
  });
  const disk = await mountSmallDisk(await temporaryFolder(t), sizeMib);
  if (typeof disk === "string") {
    t.skip(disk);
    return undefined;
  }
  ends.push(disk.close);
  return disk;
}
