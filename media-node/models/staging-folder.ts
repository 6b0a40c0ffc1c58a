// Where a bundle is put together: a hidden folder beside the installed ones, owned by one process, so that installing is
// one rename and two pulls of one model never write to the same file. A folder whose owner is gone is taken over, by a
// rename that only one process wins, and its downloads go on where they stopped. A lock file was rejected: it must be
// broken when its owner dies, and two processes that break it at once both believe to have it.
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { errorCode, undefinedIfGone } from "../../shared/error-message.ts";
import { MODEL_LIMITS } from "../../shared/limits/models.ts";
import { isProcessAlive } from "../../shared/process/process-space.ts";
import { isWhole } from "./model-bundle.ts";
import { writeFailure } from "./model-failure.ts";

const STAGING = ".staging-";
const REPLACED = ".replaced-";
/** Made and removed at once, to see what time the disk has. */
const CLOCK = ".clock-";
/** In what is staged, between a model's name, which has none, and what else tells one staging from another. */
export const REVISION_MARK = "+";
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

interface OwnedFolder {
  readonly path: string;
  readonly name: string;
  readonly owner: Owner;
}

/** The folders that processes have made there for what this prefix says. */
async function ownedFolders(modelsDir: string, prefix: string): Promise<OwnedFolder[]> {
  return (await readdir(modelsDir)).flatMap((folder) => {
    const [, name, host, pid] = /^(.+)@([^@]+)@(\d+)$/.exec(folder.slice(prefix.length)) ?? [];
    if (!folder.startsWith(prefix) || name === undefined || host === undefined) return [];
    return [{ path: join(modelsDir, folder), name, owner: { host, pid: Number(pid) } }];
  });
}

/** False also where that cannot be told. */
async function isAbandoned({ path, owner: { host, pid } }: OwnedFolder): Promise<boolean> {
  if (host === HOST) return !isProcessAlive(pid);
  return (await stillMs(path)) > MODEL_LIMITS.abandonedAfterMs;
}

/** For how long nothing in a folder has changed; negative where that cannot be told. */
async function stillMs(path: string): Promise<number> {
  const lastChangedMs = await lastChange(path).catch(() => Number.POSITIVE_INFINITY);
  const nowMs = await nowOfDisk(dirname(path)).catch(() => Number.NEGATIVE_INFINITY);
  return nowMs - lastChangedMs;
}

/** By the clock that gives files their times: of the machines that share a folder, one's own may go ahead. */
async function nowOfDisk(modelsDir: string): Promise<number> {
  const made = await mkdtemp(join(modelsDir, CLOCK));
  try {
    const nowMs = (await stat(made)).mtimeMs;
    await removeOldClocks(modelsDir, nowMs);
    return nowMs;
  } finally {
    await rmdir(made);
  }
}

/** Those of processes that were killed before they could remove them. They are empty, and nobody needs one for long. */
async function removeOldClocks(modelsDir: string, nowMs: number): Promise<void> {
  for (const name of await readdir(modelsDir)) {
    if (!name.startsWith(CLOCK)) continue;
    const path = join(modelsDir, name);
    const madeMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? nowMs;
    if (nowMs - madeMs > MODEL_LIMITS.abandonedAfterMs) await rmdir(path).catch(() => undefined);
  }
}

async function lastChange(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true }).catch(() => []);
  const found = await Promise.all([path, ...names.map((each) => join(path, each))].map((each) => stat(each)));
  return Math.max(...found.map(({ mtimeMs }) => mtimeMs));
}

/**
 * A folder for this process alone, with what an abandoned one of the same name holds.
 * @throws AppError UNAVAILABLE where the models' folder cannot be written
 */
export async function openStagingFolder(modelsDir: string, name: string): Promise<string> {
  const own = join(modelsDir, folderName(STAGING, name, { host: HOST, pid: process.pid }));
  try {
    await mkdir(modelsDir, { recursive: true });
    for (const each of await ownedFolders(modelsDir, STAGING)) {
      if (each.name !== name || each.path === own || !(await isAbandoned(each))) continue;
      // It fails where another process was quicker, and where this one already has a folder with content.
      await rename(each.path, own).catch(() => undefined);
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
 * Makes a whole bundle visible in one step, in place of one of the same name, and removes what abandoned installations of
 * the model have left. Returns its folder.
 * @throws AppError UNAVAILABLE where the folder cannot be written
 */
export async function installStaged({ stagingFolder, modelsDir, name }: Installation): Promise<string> {
  const folder = join(modelsDir, name);
  const old = join(modelsDir, folderName(REPLACED, name, { host: HOST, pid: process.pid }));
  try {
    await replaceFolder(stagingFolder, folder, old);
    await rm(old, { recursive: true, force: true });
    await repairModelsFolder(modelsDir);
    await removeStaged(modelsDir, name);
    await removeForgotten(modelsDir);
  } catch (error) {
    throw writeFailure(folder, error);
  }
  return folder;
}

function isOwn({ host, pid }: Owner): boolean {
  return host === HOST && pid === process.pid;
}

/**
 * What had arrived of other revisions of a model, or of this one, before one was installed: nobody asks for it again. A
 * process installs a model once at a time: what lies there under its own id is of one before it, as in a container.
 */
async function removeStaged(modelsDir: string, name: string): Promise<void> {
  for (const each of await ownedFolders(modelsDir, STAGING)) {
    if (each.name !== name && !each.name.startsWith(`${name}${REVISION_MARK}`)) continue;
    if (isOwn(each.owner) || (await isAbandoned(each))) await rm(each.path, { recursive: true, force: true });
  }
}

/**
 * What was begun of models and never finished, once it has stood still for long: it may be of many gigabytes.
 * @throws the file system's error where the folder is there and cannot be read or written
 */
export async function removeForgotten(modelsDir: string): Promise<void> {
  for (const each of (await ownedFolders(modelsDir, STAGING).catch(undefinedIfGone)) ?? []) {
    const isForgotten =
      (await isAbandoned(each)) && (await stillMs(each.path)) > MODEL_LIMITS.forgottenAfterMs;
    if (isForgotten) await rm(each.path, { recursive: true, force: true });
  }
}

/**
 * Ends the installations in whose midst processes of this machine were killed: a bundle that had been put aside is put
 * back where none has taken its place, since nobody else knows of it, and removed where one has. Another machine's is left,
 * since a folder's times do not tell when it was put aside, and its owner may be about to bring it back.
 * @param options.isStart whether this process has installed nothing yet: in a container the one before it had the same process id
 * @throws the file system's error where the folder is there and cannot be read or written
 */
export async function repairModelsFolder(
  modelsDir: string,
  { isStart = false }: { readonly isStart?: boolean } = {},
): Promise<void> {
  const replaced = (await ownedFolders(modelsDir, REPLACED).catch(undefinedIfGone)) ?? [];
  for (const { path, name, owner } of replaced) {
    if (owner.host !== HOST || (isOwn(owner) ? !isStart : isProcessAlive(owner.pid))) continue;
    const folder = join(modelsDir, name);
    const isThere = (await stat(folder).catch(() => undefined)) !== undefined;
    if (isThere) await rm(path, { recursive: true, force: true });
    // It fails where another process was quicker. What the killed one had begun to remove is no bundle any more.
    else if (await isWhole(path)) await rename(path, folder).catch(() => undefined);
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
      const code = errorCode(error);
      const isRival = code === "ENOTEMPTY" || code === "EEXIST";
      if (isRival && rivals < MODEL_LIMITS.installRivals) continue;
      // What was there is worth more than nothing; it fails where nothing was, or a rival's stands there.
      await rename(old, to).catch(() => undefined);
      throw error;
    }
  }
}
