// @ts-check
// Loaded before tsx (`node --import`). What tsx has compiled it keeps in the machine's temporary folder, under a name that
// anybody knows (`/tmp/tsx-0` is root's), and it runs whatever it finds there, whoever put it there: somebody else's account
// on this machine, or a program that a stranger's file has taken over, could make that folder first and have root run its
// code. So the folder is made here, for its user alone, and where another one stands in its place tsx keeps nothing. It is
// no TypeScript, which tsx would compile in a thread of its own (see drop-privileges.mjs).
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const OTHERS_MAY_WRITE = 0o022;

/** @param {string} folder @param {number} userId */
function isOwn(folder, userId) {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === userId && (stats.mode & OTHERS_MAY_WRITE) === 0;
}

/** @param {string} folder */
function make(folder) {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It is there, which is looked at, or cannot be.
  }
}

// Where there are no such ids, as on Windows, each user has a temporary folder of their own.
const userId = process.geteuid?.();
if (userId !== undefined && !process.env.TSX_DISABLE_CACHE) {
  const folder = join(tmpdir(), `tsx-${userId}`);
  make(folder);
  if (!isOwn(folder, userId)) {
    process.env.TSX_DISABLE_CACHE = "1";
    process.stderr.write(
      `${folder} is not this user's alone: what is compiled is not kept, and starts take longer. Remove it.\n`,
    );
  }
}
