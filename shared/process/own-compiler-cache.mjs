// @ts-check
// Loaded before tsx (`node --import`). What tsx has compiled it keeps in the machine's temporary folder, under a name that
// anybody knows (`/tmp/tsx-0` is root's), and it runs whatever it finds there, whoever put it there: somebody else's account
// on this machine, or a program that a stranger's file has taken over, could make that folder first and have root run its
// code. So the folder is made here, for its user alone, and where another one stands in its place, or none can be made, tsx
// keeps nothing. It is no TypeScript, which tsx would compile in a thread of its own (see drop-privileges.mjs).
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const OTHERS_MAY_WRITE = 0o022;

/** Makes the folder; why nothing can be kept in it. @param {string} folder @param {number} userId @returns {string | undefined} */
function findFlaw(folder, userId) {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== "EEXIST") return `cannot be used (${code})`;
  }
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  const isOwn =
    stats?.isDirectory() === true && stats.uid === userId && (stats.mode & OTHERS_MAY_WRITE) === 0;
  return isOwn ? undefined : "is not this user's alone, remove it";
}

// Where there are no such ids, as on Windows, each user has a temporary folder of their own.
const userId = process.geteuid?.();
if (userId !== undefined && !process.env.TSX_DISABLE_CACHE) {
  const folder = join(tmpdir(), `tsx-${userId}`);
  const flaw = findFlaw(folder, userId);
  if (flaw !== undefined) {
    process.env.TSX_DISABLE_CACHE = "1";
    process.stderr.write(`${folder} ${flaw}: what is compiled is not kept, and starts take longer.\n`);
  }
}
