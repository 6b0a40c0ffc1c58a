// Decides where the embedded cluster lives and as which user it runs, and remembers it: `<data dir>/postgres` is the
// folder itself, or a link to one below /var/lib/clipmill where the cluster's user cannot enter the data folder
// (root's home, say). A link moves along with the data folder; a path worked out at each start would lose the cluster.
import { createHash } from "node:crypto";
import { chmod, chown, lchown, lstat, mkdir, mkdtemp, realpath, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "../../shared/logger.ts";
import { canEnter, type OsUser } from "../../shared/process/os-user.ts";
import { makeOwnFolders } from "../../shared/process/own-folders.ts";
import { canReach, handOver } from "../../shared/process/service-user.ts";
import { StartError } from "../../shared/process/start-error.ts";

export const SHARED_DIR = "/var/lib/clipmill";

export interface PostgresPlace {
  /** Holds the cluster, its password and its lock; a real path. */
  readonly folder: string;
  readonly clusterDir: string;
  /** Undefined: this process's own user. */
  readonly user: OsUser | undefined;
}

/** Makes a folder of this process's user that everybody may enter, whatever its umask says. */
export async function makeSharedFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  // One that is somebody's data folder as well is left as it is.
  if ((await stat(path)).uid === process.getuid?.()) await chmod(path, 0o755);
}

/** Makes the data folder, the user's where there is one who can reach it. */
export function prepareDataDir(dataDir: string, user: OsUser | undefined): void {
  const folders = [{ variable: "CLIPMILL_DATA_DIR", path: dataDir }];
  if (user !== undefined && canReach(user, dataDir)) handOver(folders, user);
  else makeOwnFolders(folders);
}

/** An existing cluster runs as its owner: root may start what an ordinary user began, but not the reverse. */
async function ownerOf(clusterDir: string): Promise<OsUser | "self" | undefined> {
  const facts = await stat(clusterDir).catch(() => undefined);
  if (facts === undefined) return undefined;
  const self = process.getuid?.();
  if (facts.uid === self) return "self";
  if (self === 0) return { name: `uid ${facts.uid}`, uid: facts.uid, gid: facts.gid };
  throw new StartError(
    `The database in ${clusterDir} belongs to another operating-system user (uid ${facts.uid}): ` +
      "start Clipmill as that user or as root.",
  );
}

async function createFolder(dataDir: string, user: OsUser | undefined, logger: Logger): Promise<string> {
  const inside = join(dataDir, "postgres");
  if (user === undefined || canEnter(user, dataDir)) {
    await mkdir(inside, { mode: 0o700 });
    if (user !== undefined) await lchown(inside, user.uid, user.gid);
    return realpath(inside);
  }
  const hash = createHash("sha256")
    .update(await realpath(dataDir))
    .digest("hex")
    .slice(0, 16);
  await makeSharedFolder(SHARED_DIR);
  // A new folder each time: after `rm -rf` of the data folder its owner expects an empty database, not the old one.
  const outside = await mkdtemp(join(SHARED_DIR, `${hash}-`));
  await chown(outside, user.uid, user.gid);
  await symlink(outside, inside);
  logger.warn(
    { folder: outside, user: user.name },
    `the database lives in ${outside}: its user cannot enter ${dataDir}; ${inside} links to it`,
  );
  return realpath(outside);
}

/**
 * The place of this data folder's cluster, made where it is not there yet.
 * @param user undefined: this process's own
 */
export async function preparePostgresPlace(
  dataDir: string,
  user: OsUser | undefined,
  logger: Logger,
): Promise<PostgresPlace> {
  prepareDataDir(dataDir, user);
  const inside = join(dataDir, "postgres");
  if ((await lstat(inside).catch(() => undefined)) === undefined) {
    const folder = await createFolder(dataDir, user, logger);
    return { folder, clusterDir: join(folder, "cluster"), user };
  }
  const folder = await realpath(inside).catch((cause: unknown) => {
    throw new StartError(`The database's folder ${inside} cannot be reached.`, { cause });
  });
  const clusterDir = join(folder, "cluster");
  const owner = await ownerOf(clusterDir);
  if (owner === undefined) return { folder, clusterDir, user };
  return { folder, clusterDir, user: owner === "self" ? undefined : owner };
}
