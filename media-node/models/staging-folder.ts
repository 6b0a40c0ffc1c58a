// Where a bundle is put together: a hidden folder beside the installed ones, owned by one process, so that installing is
// one rename and two pulls of one model never write to the same file. A folder whose owner is gone is taken over, by a
// rename that only one process wins, and its downloads go on where they stopped. A lock file was rejected: it must be
// broken when its owner dies, and two processes that break it at once both believe to have it.
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { MODEL_LIMITS } from "../../shared/limits/models.ts";
import { writeFailure } from "./model-failure.ts";

const STAGING = ".staging-";
const REPLACED = ".replaced-";
const HOST = hostname()
  .replaceAll(/[^A-Za-z0-9.-]/g, "-")
  .slice(0, 64);

interface Owner {
  readonly host: string;
  readonly pid: number;
}

function folderName(prefix: string, name: string, { host, pid }: Owner): string {
  return `${prefix}${name}@${host}@${pid}`;
}

function ownerOf(prefix: string, folder: string, name: string): Owner | undefined {
  if (!folder.startsWith(prefix)) return undefined;
  const match = /^(.+)@([^@]+)@(\d+)$/.exec(folder.slice(prefix.length));
  return match?.[1] === name ? { host: match[2] ?? "", pid: Number(match[3]) } : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, and another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function isAbandoned(path: string, { host, pid }: Owner): Promise<boolean> {
  if (host === HOST) return !isAlive(pid);
  const names = await readdir(path, { recursive: true }).catch(() => []);
  const found = await Promise.all([path, ...names.map((each) => join(path, each))].map((each) => stat(each)));
  return Date.now() - Math.max(...found.map(({ mtimeMs }) => mtimeMs)) > MODEL_LIMITS.abandonedAfterMs;
}

/**
 * A folder for this process alone, with what an abandoned one of the same name holds.
 * @throws AppError UNAVAILABLE where the models' folder cannot be written
 */
export async function openStagingFolder(modelsDir: string, name: string): Promise<string> {
  const own = join(modelsDir, folderName(STAGING, name, { host: HOST, pid: process.pid }));
  try {
    await mkdir(modelsDir, { recursive: true });
    for (const each of await readdir(modelsDir)) {
      const owner = ownerOf(STAGING, each, name);
      const path = join(modelsDir, each);
      if (owner === undefined || path === own || !(await isAbandoned(path, owner).catch(() => false)))
        continue;
      // It fails where another process was quicker, and where this one already has a folder with content.
      await rename(path, own).catch(() => undefined);
    }
    await mkdir(own, { recursive: true });
  } catch (error) {
    throw writeFailure(modelsDir, error);
  }
  return own;
}

export interface Installation {
  readonly stagingFolder: string;
  readonly modelsDir: string;
  readonly name: string;
}

/**
 * Makes a whole bundle visible in one step, in place of one of the same name. Returns its folder.
 * @throws AppError UNAVAILABLE where the folder cannot be written
 */
export async function installStaged({ stagingFolder, modelsDir, name }: Installation): Promise<string> {
  const folder = join(modelsDir, name);
  const old = join(modelsDir, folderName(REPLACED, name, { host: HOST, pid: process.pid }));
  try {
    await replaceFolder(stagingFolder, folder, old);
    await rm(old, { recursive: true, force: true });
    await removeReplaced(modelsDir, name);
  } catch (error) {
    throw writeFailure(folder, error);
  }
  return folder;
}

/**
 * What processes of this machine that were killed while they installed had put aside: nobody else knows of it. Another
 * machine's is left, since a folder's times do not tell when it was put aside, and its owner may be about to bring it back.
 */
async function removeReplaced(modelsDir: string, name: string): Promise<void> {
  for (const each of await readdir(modelsDir)) {
    const owner = ownerOf(REPLACED, each, name);
    if (owner?.host !== HOST || isAlive(owner.pid)) continue;
    await rm(join(modelsDir, each), { recursive: true, force: true });
  }
}

async function replaceFolder(from: string, to: string, old: string): Promise<void> {
  for (let rivals = 0; ; rivals += 1) {
    await rm(old, { recursive: true, force: true });
    await rename(to, old).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    try {
      return await rename(from, to);
    } catch (error) {
      // Another process has installed the same model between the two renames.
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      const isRival = code === "ENOTEMPTY" || code === "EEXIST";
      if (isRival && rivals < MODEL_LIMITS.installRivals) continue;
      // What was there is worth more than nothing; it fails where nothing was, or a rival's stands there.
      await rename(old, to).catch(() => undefined);
      throw error;
    }
  }
}
