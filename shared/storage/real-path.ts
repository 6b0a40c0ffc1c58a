// Paths of keys below a root, walked without following any symbolic link. `root` is always a real path itself. The
// checks hold against links that were put there before the call; whoever can swap folders below the root during a
// call already owns the files.
import { constants, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../error-message.ts";
import { AppError } from "../errors.ts";
import { lchown, lstat, mkdir, open, realpath } from "../process/disk-calls.ts";

/** The path of a valid key. */
export function pathOf(root: string, key: string): string {
  return join(root, ...key.split("/"));
}

/** Everything in a storage is its user's alone. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/**
 * As root, gives what was just made to the owner of the folder that it is for: an operator's command must leave nothing
 * in the storage that the service, as its own user, cannot read.
 */
export async function giveToOwnerOf(folder: string, made: FileHandle | string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await lstat(folder);
  if (uid === 0) return;
  await (typeof made === "string" ? lchown(made, uid, gid) : made.chown(uid, gid));
}

const ABSENT_CODES: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/** For `catch`: what is not there is undefined, and every other failure stays one. */
export function undefinedIfAbsent(error: unknown): undefined {
  if (ABSENT_CODES.has(errorCode(error))) return undefined;
  throw error;
}

/** The folder that holds a key, or undefined where it does not exist or is reached through a link. */
export async function realFolder(root: string, key: string): Promise<string | undefined> {
  const folder = dirname(pathOf(root, key));
  const real = await realpath(folder).catch(undefinedIfAbsent);
  return real === folder ? folder : undefined;
}

/** Opens a key's regular file for reading; undefined where there is none, or where a link stands in its way. */
export async function openRealFile(root: string, key: string): Promise<FileHandle | undefined> {
  if ((await realFolder(root, key)) === undefined) return undefined;
  // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(pathOf(root, key), flags).catch(undefinedIfAbsent);
  if (handle === undefined) return undefined;
  let isFile = false;
  try {
    isFile = (await handle.stat()).isFile();
    return isFile ? handle : undefined;
  } finally {
    if (!isFile) await handle.close();
  }
}

/**
 * Makes the folders of a key one by one, so that none is made beyond a link, and returns the last.
 * @throws AppError INVALID_REQUEST where a file or a link stands in the way.
 */
export async function ensureRealFolder(root: string, key: string): Promise<string> {
  let folder = root;
  for (const segment of key.split("/").slice(0, -1)) {
    const parent = folder;
    folder = join(parent, segment);
    const isNew = await mkdir(folder, FOLDER_MODE).then(
      () => true,
      (error: unknown) => {
        if (errorCode(error) === "EEXIST") return false;
        throw error;
      },
    );
    if (isNew) {
      await giveToOwnerOf(parent, folder);
      await syncFolder(parent);
    } else if (!(await lstat(folder)).isDirectory()) {
      throw new AppError("INVALID_REQUEST", "A file stands where the key needs a folder.");
    }
  }
  return folder;
}

/** Flushes a folder's entries, so that a rename inside it survives a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
