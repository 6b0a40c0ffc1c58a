// Operating-system users: finding them, making them, and trying what they can do. Whether a user can get at a folder
// or a file is tried, not computed from modes: groups, ACLs and mount options all have a say. Everything here happens
// while a process starts, before it has anything else to do, hence without promises.
import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

const COMMAND_TIMEOUT_MS = 10_000;
const CREATE_ATTEMPTS = 5;
const CREATE_PAUSE_MS = 200;

export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Runs a short command, as `user` where given; its output, or undefined where it fails. */
export function tryCommand(file: string, args: readonly string[], user?: OsUser): string | undefined {
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  try {
    return execFileSync(file, args, {
      cwd: "/",
      timeout: COMMAND_TIMEOUT_MS,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      ...identity,
    });
  } catch {
    return undefined;
  }
}

/**
 * The user of this name with its own group, by the program `id`; undefined where there is none, or no such
 * program.
 */
export function findUser(name: string): OsUser | undefined {
  const [uid, gid] = [tryCommand("id", ["-u", name]), tryCommand("id", ["-g", name])];
  return uid === undefined || gid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}

/** The same by a number; undefined where that has no name, as in containers. */
export function findUserById(uid: number): OsUser | undefined {
  const name = tryCommand("id", ["-nu", String(uid)])?.trim();
  return name === undefined ? undefined : findUser(name);
}

/** Makes a system user with a group of the same name; undefined where this machine has no tools for it. */
export async function createUser(name: string): Promise<OsUser | undefined> {
  const home = ["--no-create-home", "--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin"];
  // The tools refuse while another process changes the users.
  for (let attempt = 1; ; attempt += 1) {
    tryCommand("groupadd", ["--system", name]);
    tryCommand("useradd", ["--system", "--gid", name, ...home, name]);
    const user = findUser(name);
    if (user !== undefined || attempt >= CREATE_ATTEMPTS || tryCommand("useradd", ["--help"]) === undefined) {
      return user;
    }
    await delay(CREATE_PAUSE_MS);
  }
}

/** Whether `user` can change into the folder. */
export function canEnter(user: OsUser, folder: string): boolean {
  return tryCommand("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], user) !== undefined;
}

/** Whether `user` can write into the folder. */
export function canWrite(user: OsUser, folder: string): boolean {
  return tryCommand("/bin/sh", ["-c", 'cd -- "$1" && test -w .', "sh", folder], user) !== undefined;
}

/**
 * The first of the files that `user` cannot read; undefined where they can read all. Only root may ask for
 * others.
 */
export function findUnreadable(user: OsUser, files: readonly string[]): string | undefined {
  const script = 'for file; do [ -r "$file" ] || { printf %s "$file"; exit 0; }; done';
  const found = tryCommand("/bin/sh", ["-c", script, "sh", ...files], user);
  return found === undefined ? files[0] : found || undefined;
}

/** Whether `user` (undefined: this process's own) can start this program and load its libraries. */
export function canRun(user: OsUser | undefined, program: string): boolean {
  return tryCommand(program, ["--version"], user) !== undefined;
}
