// Who may do what in a folder: every entry with its owner and its mode, to find what is open to others.
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

export interface EntryAccess {
  /** Relative to the folder; empty for the folder itself. */
  readonly path: string;
  readonly uid: number;
  readonly mode: number;
}

/** The folder and all that is in it, links left out: their own mode says nothing. */
export async function listAccess(folder: string): Promise<EntryAccess[]> {
  const paths = ["", ...(await readdir(folder, { recursive: true }))];
  const entries = await Promise.all(
    paths.map(async (path) => {
      // What ends while this looks is not there any more.
      const facts = await lstat(join(folder, path)).catch(() => undefined);
      if (facts === undefined || facts.isSymbolicLink()) return undefined;
      return { path, uid: facts.uid, mode: facts.mode & 0o777 };
    }),
  );
  return entries.filter((entry) => entry !== undefined);
}

/** What others than the owner may read, write or enter. */
export async function openToOthers(folder: string): Promise<EntryAccess[]> {
  return (await listAccess(folder)).filter(({ mode }) => (mode & 0o077) !== 0);
}
