// Lets one process at a time own a folder: a lock file that holds its owner's process id and start time. A lock whose
// owner has ended is taken over, so a kill never leaves a folder unusable. Node has no flock(2); link(2), which fails
// where the name exists, is the atomic step instead.

import { createHash, randomBytes } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { readProcess } from "../../shared/process/process-table.ts";
import { StartError } from "../processes/start-error.ts";

export interface DataLock {
  release(): Promise<void>;
}

async function readOwner(content: string): Promise<number | undefined> {
  const [pidText = "", startedAt = ""] = content.trim().split(" ");
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const facts = await readProcess(pid);
  return facts?.startedAt === startedAt.replaceAll("_", " ") ? pid : undefined;
}

function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

function startingError(path: string, cause?: unknown): StartError {
  return new StartError(`Another appliance is starting on this data folder (lock ${path}).`, { cause });
}

/**
 * Puts the draft in the place of a dead owner's lock. Two that read the same stale lock must not both replace it, nor
 * may the slower one replace the faster one's new lock: only the holder of a second lock, named after the stale
 * content, may. Its own holder may have died too, so that it is taken in the same way.
 */
async function replaceStaleLock(path: string, stale: string, draft: string): Promise<void> {
  const digest = createHash("sha256").update(stale).digest("hex").slice(0, 16);
  const right = await acquireDataLock(`${path}.${digest}`);
  try {
    if ((await readIfThere(path)) !== stale) throw startingError(path);
    await rename(draft, path);
  } finally {
    await right.release();
  }
}

/** Takes the lock at `path`, or throws a StartError that names the living owner. */
export async function acquireDataLock(path: string): Promise<DataLock> {
  const facts = await readProcess(process.pid);
  const nonce = randomBytes(8).toString("hex");
  const content = `${process.pid} ${facts?.startedAt.replaceAll(" ", "_") ?? ""} ${nonce}\n`;
  const draft = `${path}.${process.pid}-${nonce}`;
  const held = await readIfThere(path);
  const owner = held === undefined ? undefined : await readOwner(held);
  if (owner !== undefined) {
    throw new StartError(`Another appliance runs on this data folder (pid ${owner}, lock ${path}).`);
  }
  await writeFile(draft, content, { mode: 0o600 });
  try {
    if (held === undefined) {
      await link(draft, path).catch((error: unknown) => {
        throw startingError(path, error);
      });
    } else await replaceStaleLock(path, held, draft);
  } finally {
    await rm(draft, { force: true });
  }
  return {
    release: async () => {
      if ((await readIfThere(path)) === content) await rm(path, { force: true });
    },
  };
}
