// Lets one process at a time own a folder: a lock file that holds its owner's process id and start time. A lock whose
// owner has ended is taken over, so a kill never leaves a folder unusable. Node has no flock(2); link(2), which fails
// where the name exists, is the atomic step instead.

import { randomBytes } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { readProcess } from "./process-table.ts";
import { StartError } from "./start-error.ts";

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

/** Moves a dead owner's lock away; throws where the owner lives. */
async function removeStaleLock(path: string, spare: string): Promise<void> {
  const content = await readIfThere(path);
  if (content === undefined) return;
  const owner = await readOwner(content);
  if (owner !== undefined) {
    throw new StartError(`Another appliance runs on this data folder (pid ${owner}, lock ${path}).`);
  }
  await rename(path, spare).catch(() => undefined);
  const moved = await readIfThere(spare);
  // Another starter may have replaced the stale lock with its own between the read and the rename: give it back.
  if (moved !== undefined && moved !== content) await link(spare, path).catch(() => undefined);
  await rm(spare, { force: true });
}

/** Takes the lock at `path`, or throws a StartError that names the living owner. */
export async function acquireDataLock(path: string): Promise<DataLock> {
  const facts = await readProcess(process.pid);
  const content = `${process.pid} ${facts?.startedAt.replaceAll(" ", "_") ?? ""}\n`;
  const draft = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    await removeStaleLock(path, `${draft}.stale`);
    await link(draft, path).catch((error: unknown) => {
      throw new StartError(`Another appliance is starting on this data folder (lock ${path}).`, {
        cause: error,
      });
    });
  } finally {
    await rm(draft, { force: true });
  }
  return {
    release: async () => {
      if ((await readIfThere(path)) === content) await rm(path, { force: true });
    },
  };
}
