// The unprivileged user as whom everything works that meets strangers' bytes, when Clipmill is started as root: what
// CLIPMILL_USER says, else the owner of a data folder that an ordinary user has begun, else `clipmill`, which is made
// where it is missing, else `nobody`. A process drops to it by itself, as the first thing it does: one that changes its
// user is not dumpable, so that processes of the same user (its ffmpeg, say) can read neither its memory nor its
// environment, as they could of one that was started as that user.
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lchownSync,
  lstatSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Environment, readText, SettingError } from "./environment.ts";
import {
  canEnter,
  canWrite,
  createUser,
  findUnreadable,
  findUser,
  findUserById,
  type OsUser,
  tryCommand,
} from "./os-user.ts";
import { makeOwnFolders, type OwnFolder } from "./own-folders.ts";

export const USER_SETTING = "CLIPMILL_USER";
const DEFAULT_USER = "clipmill";
/** Nodes of graphics cards, which belong to groups such as `video` and `render`. */
const DEVICE_FOLDERS = ["/dev/dri", "/dev"];
const DEVICE_NAME = /^(?:renderD\d+|card\d+|nvidia.*|kfd)$/;

/** Whether this process may become another user; never on Windows. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

async function namedUser(name: string): Promise<OsUser> {
  const [, uid, gid] = /^(\d+):(\d+)$/.exec(name) ?? [];
  if (uid !== undefined) return { name, uid: Number(uid), gid: Number(gid) };
  const user = findUser(name) ?? (await createUser(name));
  if (user !== undefined) return user;
  throw new SettingError(USER_SETTING, `names a user that is not there and cannot be made: ${name}.`);
}

/** By name where the owner has one: a user's further groups are found by it. */
function ownerOf(folder: string): OsUser | undefined {
  const facts = statSync(folder, { throwIfNoEntry: false });
  if (facts === undefined || facts.uid === 0) return undefined;
  const { uid, gid } = facts;
  return findUserById(uid) ?? { name: `${uid}:${gid}`, uid, gid };
}

/** The user for this data folder, whether or not it can be used here. @throws SettingError */
export async function chooseServiceUser(env: Environment, dataDir: string): Promise<OsUser> {
  const given = readText(env, USER_SETTING);
  if (given !== undefined && given !== "root") return namedUser(given);
  return (
    ownerOf(dataDir) ?? findUser(DEFAULT_USER) ?? (await createUser(DEFAULT_USER)) ?? namedUser("nobody")
  );
}

/** The nearest folder above a path that is there. */
function nearestFolder(path: string): string {
  const parent = dirname(path);
  return statSync(parent, { throwIfNoEntry: false }) === undefined ? nearestFolder(parent) : parent;
}

/** Whether the user can get to where this path is, or would be made. */
export function canReach(user: OsUser, path: string): boolean {
  return canEnter(user, nearestFolder(path));
}

/**
 * What keeps the user from running Clipmill here, as the end of a sentence; undefined where nothing does. An
 * installation below root's home, most of all.
 * @param files of the installation that it must read
 */
export function findObstacle(user: OsUser, dataDir: string, files: readonly string[]): string | undefined {
  const unreadable = findUnreadable(user, [process.execPath, ...files]);
  if (unreadable !== undefined) return `the user ${user.name} cannot read ${unreadable}`;
  const folder = nearestFolder(dataDir);
  return canEnter(user, folder) ? undefined : `the user ${user.name} cannot enter ${folder}`;
}

/**
 * Whether to stay root, and why; undefined where the user is to be used. An obstacle is a wrong setting where somebody
 * asked for the user; otherwise work goes on as root with a plain warning: a first try in root's home must not fail.
 * @throws SettingError
 */
export function reasonToStayRoot(env: Environment, obstacle: string | undefined): string | undefined {
  const given = readText(env, USER_SETTING);
  if (given === "root") return `${USER_SETTING} says so`;
  if (obstacle === undefined) return undefined;
  const advice = "move the installation and its data out of root's home";
  if (given === undefined) return `${obstacle}: ${advice}`;
  throw new SettingError(USER_SETTING, `cannot be used: ${obstacle}; ${advice}.`);
}

/** Of the data folder what stays root's, with drafts that a kill has left: no process of the user needs to read it. */
const ROOT_FILES = /^(?:secret|media-password|appliance\.json)(?:\.|$)/;

/** Gives the user what is root's at a path and below. */
function adopt(path: string, user: OsUser): void {
  // chown walks by open folders, so that no link that is put in its way leads it elsewhere.
  tryCommand("chown", ["-RhP", "--from=0", `${user.uid}:${user.gid}`, path]);
}

/** What root has put into the user's folder, such as models that were pulled or a backup that was copied back. */
function adoptEntries(folder: string, user: OsUser): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!ROOT_FILES.test(name) && lstatSync(path).uid === 0) adopt(path, user);
  }
}

/**
 * As root, gives what a command has made in a folder to the folder's owner or, where that is root, to the owner of what it
 * lies in: a service that is started as that user hands nothing over by itself, and could not replace what is root's.
 */
export function handBack(folder: string): void {
  const owner = isRoot() ? (ownerOf(folder) ?? ownerOf(dirname(folder))) : undefined;
  if (owner !== undefined) adopt(folder, owner);
}

/**
 * Opens a folder that may be handed over. A link is followed only in a folder where none but root can have made it: one that
 * the user's programs have planted would have root give them what is root's, such as an empty folder of commands.
 */
function openFolder(path: string): number | undefined {
  const { uid, mode } = statSync(dirname(path));
  const follows = uid === 0 && (mode & 0o022) === 0;
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  try {
    return openSync(path, O_RDONLY | O_DIRECTORY | (follows ? 0 : O_NOFOLLOW));
  } catch {
    return undefined;
  }
}

/** Leads to a folder that is open, whatever its name leads to by now; its name on systems without such paths. */
function pathOfOpen(folder: number, name: string): string {
  const path = `/proc/${process.pid}/fd/${folder}`;
  return existsSync(path) ? path : name;
}

/** Gives the user a folder of root's, which is theirs alone then, if it is empty or the data folder; and what is root's in that. */
function handOverRoots({ variable, path: name }: OwnFolder, user: OsUser): void {
  const folder = openFolder(name);
  if (folder === undefined) return;
  try {
    const path = pathOfOpen(folder, name);
    const isDataDir = variable === "CLIPMILL_DATA_DIR";
    if (fstatSync(folder).uid === 0 && (isDataDir || readdirSync(path).length === 0)) {
      fchownSync(folder, user.uid, user.gid);
      fchmodSync(folder, 0o700);
    }
    if (isDataDir) adoptEntries(path, user);
  } finally {
    closeSync(folder);
  }
}

/**
 * Makes the folders and gives the user those that are new, with new parents, empty or root's own data folder, for that
 * user alone.
 * @throws SettingError where a folder cannot be made, or is somebody else's
 */
export function handOver(folders: readonly OwnFolder[], user: OsUser): void {
  for (const path of makeOwnFolders(folders)) lchownSync(path, user.uid, user.gid);
  for (const { variable, path } of folders) {
    handOverRoots({ variable, path }, user);
    if (!canEnter(user, dirname(path))) {
      throw new SettingError(variable, `names a folder that the user ${user.name} cannot reach: ${path}.`);
    }
    if (!canWrite(user, path)) {
      throw new SettingError(
        variable,
        `names a folder in which the user ${user.name} cannot write: ${path}.`,
      );
    }
  }
}

/** Groups of the devices that a video encoder or ONNX Runtime opens; in containers they have numbers and no names. */
function deviceGroups(): number[] {
  const groups = new Set<number>();
  for (const folder of DEVICE_FOLDERS) {
    let names: string[] = [];
    try {
      names = readdirSync(folder).filter((name) => DEVICE_NAME.test(name));
    } catch {
      // No such devices here.
    }
    for (const name of names) {
      const { gid, mode } = lstatSync(join(folder, name));
      if (gid !== 0 && (mode & 0o060) !== 0) groups.add(gid);
    }
  }
  return [...groups];
}

function groupsOf(user: OsUser): number[] {
  const listed = tryCommand("id", ["-G", user.name]) ?? "";
  return listed.split(/\s+/).filter(Boolean).map(Number);
}

/** Makes this process the user's for good; only root can. */
export function dropTo(user: OsUser, home: string): void {
  const { setgroups, setgid, setuid } = process;
  if (setgroups === undefined || setgid === undefined || setuid === undefined) return;
  setgroups([...new Set([user.gid, ...groupsOf(user), ...deviceGroups()])].filter((gid) => gid !== 0));
  setgid(user.gid);
  setuid(user.uid);
  // Root's own would be closed to this user: programs keep caches there.
  process.env.HOME = home === "" ? tmpdir() : home;
}
