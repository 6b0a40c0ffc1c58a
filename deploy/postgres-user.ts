// PostgreSQL refuses to run as root. When this process is root, the cluster runs as another operating-system user:
// `postgres` where there is one, else one made for it, else `nobody`. Whether that user can get at a folder or a
// binary is tried, not computed from modes: groups, ACLs and mount options all have a say.
import { execFile } from "node:child_process";
import type { Logger } from "../shared/logger.ts";
import { StartError } from "./start-error.ts";

const COMMAND_TIMEOUT_MS = 10_000;

export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Runs a short command, as `user` where given; resolves to its output, or undefined where it fails. */
export function tryCommand(
  file: string,
  args: readonly string[],
  user?: OsUser,
): Promise<string | undefined> {
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  const options = { cwd: "/", timeout: COMMAND_TIMEOUT_MS, encoding: "utf8", ...identity } as const;
  return new Promise((resolve) => {
    try {
      execFile(file, args, options, (error, output) => resolve(error === null ? output : undefined));
    } catch {
      resolve(undefined);
    }
  });
}

async function findUser(name: string): Promise<OsUser | undefined> {
  const [uid, gid] = await Promise.all([tryCommand("id", ["-u", name]), tryCommand("id", ["-g", name])]);
  if (uid === undefined || gid === undefined) return undefined;
  return { name, uid: Number(uid), gid: Number(gid) };
}

async function createUser(name: string): Promise<OsUser | undefined> {
  await tryCommand("groupadd", ["--system", name]);
  const home = ["--no-create-home", "--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin"];
  await tryCommand("useradd", ["--system", "--gid", name, ...home, name]);
  return findUser(name);
}

/** The user for a new cluster, or undefined where this process is not root and its own user serves. */
export async function choosePostgresUser(logger: Logger): Promise<OsUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await findUser("postgres");
  if (existing !== undefined) return existing;
  const created = await createUser("postgres");
  if (created !== undefined) {
    logger.info({ user: created.name, uid: created.uid }, "created a system user for PostgreSQL");
    return created;
  }
  const nobody = await findUser("nobody");
  if (nobody !== undefined) return nobody;
  throw new StartError(
    "PostgreSQL cannot run as root, and no user for it could be found or made. Add a user named postgres, " +
      "start Clipmill as an ordinary user, or set CLIPMILL_DATABASE_URL.",
  );
}

/** Whether `user` can change into the folder. */
export async function canEnter(user: OsUser, folder: string): Promise<boolean> {
  return (await tryCommand("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], user)) !== undefined;
}

/** Whether `user` (undefined: this process's own) can start this PostgreSQL binary and load its libraries. */
export async function canRun(user: OsUser | undefined, binary: string): Promise<boolean> {
  return (await tryCommand(binary, ["--version"], user)) !== undefined;
}
