// A node's own folder for runs' files. It holds nothing that cannot be made again, so that a node removes what dead ones
// left, at its start and while it works, and ends the programs that still write there: a killed node cannot stop its
// ffmpeg. A folder gets its name only when it has its owner's file, so that one without is nobody's. What has no node's
// name is left alone: an operator may name a folder that holds other things, such as the root of a larger disk.
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../shared/error-message.ts";
import { ID_PREFIXES } from "../../shared/ids.ts";
import { SCRATCH_LIMITS } from "../../shared/limits/nodes.ts";
import type { Logger } from "../../shared/logger.ts";
import { findProcessesBelow, signalProcess } from "../../shared/process/process-table.ts";
import { repeatEvery } from "../../shared/repeat.ts";
import {
  isAbandoned,
  lastShownMs,
  ownScratch,
  type ScratchOwner,
  showLife,
  writeOwner,
} from "./scratch-owner.ts";

export interface ScratchFolder {
  readonly path: string;
  /** Removes it. */
  close(): Promise<void>;
}

/** Before a folder has its name. */
const DRAFT = ".draft-";
/** How the names of nodes' folders begin: they are their ids. */
const NODE_NAME = `${ID_PREFIXES.node}_`;

async function remove(folder: string, logger: Logger): Promise<void> {
  for (const left of await findProcessesBelow(folder)) {
    logger.warn({ pid: left, folder }, "ending a program that a dead node left behind");
    signalProcess(left, "SIGKILL");
  }
  await rm(folder, { recursive: true, force: true });
  logger.info({ folder }, "scratch folder of a dead node removed");
}

/** A node that ends between two steps of making its folder leaves a draft; nobody takes so long over one. */
async function isOldDraft(folder: string, nowMs: number | undefined): Promise<boolean> {
  const info = await stat(folder).catch(() => undefined);
  return nowMs !== undefined && info !== undefined && nowMs - info.mtimeMs > SCRATCH_LIMITS.abandonedAfterMs;
}

function isOfNode(name: string): boolean {
  return name.startsWith(NODE_NAME) || name.startsWith(DRAFT + NODE_NAME);
}

/** Removes what dead nodes left, but not `ownName`. */
async function reclaim(
  scratchDir: string,
  ownName: string,
  { space, nowMs, logger }: { space: string; nowMs: number | undefined; logger: Logger },
): Promise<void> {
  for (const name of await readdir(scratchDir)) {
    if (name === ownName || !isOfNode(name)) continue;
    const folder = join(scratchDir, name);
    const isLeft = name.startsWith(DRAFT)
      ? await isOldDraft(folder, nowMs)
      : await isAbandoned(folder, space, nowMs);
    if (isLeft) await remove(folder, logger);
  }
}

/** Makes the folder with its owner's file in one step, as others see it. */
async function claim(scratchDir: string, name: string, owner: ScratchOwner): Promise<void> {
  const draft = join(scratchDir, `${DRAFT}${name}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeOwner(draft, owner);
  await rename(draft, join(scratchDir, name));
}

/** A machine that slept for long may find its folder taken away as a dead node's. @throws what is no such loss */
async function restore(folder: string, owner: ScratchOwner, loss: unknown): Promise<void> {
  if (errorCode(loss) !== "ENOENT") throw loss;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeOwner(folder, owner);
}

/**
 * Makes this node's folder below `scratchDir`, and clears away what dead nodes left there: those of this machine at once,
 * before anything is written, because it may be they that fill the disk.
 */
export async function openScratchFolder(
  scratchDir: string,
  nodeId: string,
  logger: Logger,
  { beatMs }: { beatMs: number } = SCRATCH_LIMITS,
): Promise<ScratchFolder> {
  const path = join(scratchDir, nodeId);
  const owner = await ownScratch();
  const { space } = owner;
  await mkdir(scratchDir, { recursive: true });
  await reclaim(scratchDir, nodeId, { space, nowMs: undefined, logger });
  await claim(scratchDir, nodeId, owner);
  const beating = repeatEvery(beatMs, "keep the scratch folder", logger, async () => {
    await showLife(path).catch((error: unknown) => restore(path, owner, error));
    await reclaim(scratchDir, nodeId, { space, nowMs: await lastShownMs(path), logger });
  });
  return {
    path,
    close: async () => {
      await beating.stop();
      await rm(path, { recursive: true, force: true });
    },
  };
}
