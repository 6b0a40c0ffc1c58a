// What a disk tells of itself: how much room it has, and its time. Quotas of users and projects are not seen here: the
// write that meets one fails with EDQUOT.
import { join } from "node:path";
import { errorCode } from "../error-message.ts";
import { chmod, mkdtemp, rmdir, stat, statfs } from "../process/disk-calls.ts";

export interface DiskSpace {
  /** What a process without privileges may still write; what the file system keeps back for root does not count. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** The room on the disk that holds a folder. @throws the file system's error where the folder is not there */
export async function freeSpace(folder: string): Promise<DiskSpace> {
  const { bsize, bavail, blocks, files, ffree } = await statfs(folder);
  // Without a free inode no file can be made, whatever blocks are left. File systems without a fixed number of inodes
  // say that they have none at all.
  const hasInodes = files === 0 || ffree > 0;
  return { freeBytes: hasInodes ? bavail * bsize : 0, totalBytes: blocks * bsize };
}

/**
 * The time by the clock that the times of files in this folder are of, which on a network disk is not this machine's. It
 * is that of a change which we make: of a full disk, where nothing can be made, a change of the folder's mode to what it is.
 * Of a disk that takes none at all, it is that of the last one.
 */
export async function diskTimeMs(folder: string): Promise<number> {
  const made = await mkdtemp(join(folder, "time-")).catch(() => undefined);
  if (made !== undefined) await rmdir(made).catch(() => undefined);
  else await chmod(folder, (await stat(folder)).mode).catch(() => undefined);
  return (await stat(folder)).ctimeMs;
}

/** Whether a write failed because the disk, or the share of it that this user may fill, is full. */
export function isOutOfSpace(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOSPC" || code === "EDQUOT";
}

/**
 * Whether a write failed because its file may not grow further, such as beyond 4 GiB on some network disks. That is no
 * want of room: it passes neither with time nor with other files.
 */
export function isFileTooLarge(error: unknown): boolean {
  return errorCode(error) === "EFBIG";
}
