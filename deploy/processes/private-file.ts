// Files of this process alone in a folder that may be another user's: root keeps secrets in the data folder of the user
// as whom its planes run, and so do the programs that read strangers' media. Whatever has been put there under a name
// would keep its owner and mode, and a link would lead elsewhere. Hence each is written under a name that nobody can
// guess and that must be new, and takes its own by a rename.
import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { errorCode, errorMessage } from "../../shared/error-message.ts";
import { EXIT_CONFIG } from "../../shared/process/environment.ts";
import { isRoot } from "../../shared/process/service-user.ts";
import { StartError } from "../../shared/process/start-error.ts";

export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

async function fillNew(path: string, content: string, owner?: FileOwner): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    if (owner !== undefined && isRoot()) await file.chown(owner.uid, owner.gid);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Leaves no draft where its use fails, as on a full disk: each start that is tried again would leave another. */
async function orNoDraft<T>(draft: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Writes a new file beside `path`, flushed: no name stands for a file whose content a power failure could still take
 * away. Returns its path.
 * @param owner whose it is where this process is root; root's where not given
 */
export async function writeDraft(path: string, content: string, owner?: FileOwner): Promise<string> {
  const draft = `${path}.${process.pid}-${randomBytes(8).toString("hex")}`;
  await orNoDraft(draft, () => fillNew(draft, content, owner));
  return draft;
}

/** Writes a file whole or not at all, in the place of what has its name. The caller flushes the folder. */
export async function writePrivateFile(path: string, content: string, owner?: FileOwner): Promise<void> {
  const draft = await writeDraft(path, content, owner);
  await orNoDraft(draft, () => rename(draft, path));
}

/** @throws StartError, also where root has made the file, and an ordinary user goes on */
export async function readPrivateFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    const problem = errorMessage(cause);
    if (errorCode(cause) !== "EACCES") throw new StartError(`${path} cannot be read: ${problem}.`, { cause });
    throw new StartError(
      `${path} is closed to this user, as root's npm start and restore leave it: give this user the data folder and ` +
        `all that is in it (chown -R ${process.geteuid?.()}:${process.getegid?.()}), or start Clipmill as root.`,
      { exitCode: EXIT_CONFIG, cause },
    );
  }
}
