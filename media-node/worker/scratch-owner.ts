// Whose a scratch folder is, and whether that node still lives. A process id alone says neither: ids come again, in
// containers every node is process 1, and several machines may share a disk. So the owner's file holds the id, when that
// process began, and where the id counts. Here the process table decides; a node elsewhere shows that it lives by
// writing its file again.
import { open, readFile, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { errorCode } from "../../shared/error-message.ts";
import { SCRATCH_LIMITS } from "../../shared/limits/nodes.ts";
import { readProcessSpace } from "../../shared/process/process-space.ts";
import { readProcess } from "../../shared/process/process-table.ts";

export interface ScratchOwner {
  readonly pid: number;
  readonly startedAt: string;
  /** Where the process id counts. */
  readonly space: string;
}

export const OWNER_FILE = "owner.json";

/** This process. */
export async function ownScratch(): Promise<ScratchOwner> {
  const facts = await readProcess(process.pid);
  return { pid: process.pid, startedAt: facts?.startedAt ?? "", space: readProcessSpace() ?? hostname() };
}

/**
 * Says whose a scratch folder is, before anything is written into it.
 * @throws the system's error where the folder cannot be written to
 */
export async function writeOwner(folder: string, owner: ScratchOwner): Promise<void> {
  await writeFile(join(folder, OWNER_FILE), JSON.stringify(owner), { mode: 0o600 });
}

/**
 * Writes the first byte over itself: that needs no room on a full disk, and the time that changes is the file server's,
 * as every node's is. @throws the system's error where the folder was taken away
 */
export async function showLife(folder: string): Promise<void> {
  const file = await open(join(folder, OWNER_FILE), "r+");
  try {
    await file.write("{", 0);
  } finally {
    await file.close();
  }
}

/** When the owner last showed that it lives, by the clock of the disk; undefined where the folder has no owner. */
export async function lastShownMs(folder: string): Promise<number | undefined> {
  const info = await stat(join(folder, OWNER_FILE)).catch(() => undefined);
  return info?.mtimeMs;
}

async function readOwner(folder: string): Promise<ScratchOwner | undefined> {
  const text = await readFile(join(folder, OWNER_FILE), "utf8").catch(() => "{}");
  try {
    const { pid, startedAt, space } = JSON.parse(text) as Partial<ScratchOwner>;
    return pid === undefined || startedAt === undefined || space === undefined
      ? undefined
      : { pid, startedAt, space };
  } catch {
    return undefined;
  }
}

/** Whether a process is there that may not be looked at, as on systems that hide other users' processes. */
function isHidden(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/**
 * Whether nobody will come back to a folder. A node that starts, which has no `nowMs` by the disk's clock yet, cannot
 * judge nodes elsewhere; it alone takes away what has no owner.
 */
export async function isAbandoned(
  folder: string,
  space: string,
  nowMs: number | undefined,
): Promise<boolean> {
  const owner = await readOwner(folder);
  if (owner === undefined) return nowMs === undefined;
  if (owner.space === space) {
    const facts = await readProcess(owner.pid);
    if (facts !== undefined || !isHidden(owner.pid)) return facts?.startedAt !== owner.startedAt;
  }
  const shownMs = await lastShownMs(folder);
  return nowMs !== undefined && shownMs !== undefined && nowMs - shownMs > SCRATCH_LIMITS.abandonedAfterMs;
}
