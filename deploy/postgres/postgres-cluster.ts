// The cluster's files: made once by initdb in a draft folder that is then renamed, so that a kill in the middle
// leaves no half cluster; the superuser's random password beside it; and whatever a killed run has left running.

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { lchown, lstat, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../shared/error-message.ts";
import { APPLIANCE_LIMITS } from "../../shared/limits/processes.ts";
import type { Logger } from "../../shared/logger.ts";
import {
  findProcessesIn,
  readProcess,
  signalProcess,
  waitForEnd,
} from "../../shared/process/process-table.ts";
import { StartError } from "../../shared/process/start-error.ts";
import { syncFolder } from "../../shared/storage/real-path.ts";
import { readPrivateFile, writeDraft, writePrivateFile } from "../processes/private-file.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import type { PostgresPlace } from "./postgres-place.ts";

/** The cluster's only role besides PostgreSQL's own. */
export const POSTGRES_ROLE = "clipmill";

// The builtin provider sorts by code point and knows Unicode, whatever locales the machine has, and never changes
// with an update of its C library (which would corrupt text indexes).
const INITDB_OPTIONS = [
  `--username=${POSTGRES_ROLE}`,
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--no-instructions",
];

/**
 * Whether there is a cluster. One on a disk that is away must not be taken for none: a new one would have a new password,
 * in the place of the one by which the old cluster is opened.
 * @throws StartError where it cannot be reached
 */
async function exists(clusterDir: string): Promise<boolean> {
  try {
    await stat(clusterDir);
    return true;
  } catch (cause) {
    // A link is there also where it leads nowhere.
    const isLink = (await lstat(clusterDir).catch(() => undefined)) !== undefined;
    if (errorCode(cause) === "ENOENT" && !isLink) return false;
    throw new StartError(`The database in ${clusterDir} cannot be reached: is its disk away?`, { cause });
  }
}

/** The environment of PostgreSQL's processes: no PG* variable and no secret of ours reaches them. */
export function postgresEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" };
}

function runInitdb(
  binaries: PostgresBinaries,
  args: readonly string[],
  place: PostgresPlace,
  signal: AbortSignal,
): Promise<void> {
  const identity = place.user === undefined ? {} : { uid: place.user.uid, gid: place.user.gid };
  const bounds = { cwd: "/", timeout: APPLIANCE_LIMITS.initdbTimeoutMs, signal };
  const options = { env: postgresEnvironment(), ...bounds, ...identity };
  return new Promise((resolve, reject) => {
    execFile(binaries.initdb, args, options, (error, _output, errorOutput) => {
      if (error === null) resolve();
      else if (signal.aborted) reject(signal.reason);
      else
        reject(new StartError(`The database could not be created: ${errorOutput.trim()}`, { cause: error }));
    });
  });
}

async function createCluster(
  binaries: PostgresBinaries,
  place: PostgresPlace,
  signal: AbortSignal,
): Promise<void> {
  const draft = join(place.folder, "draft");
  for (const name of await readdir(place.folder)) {
    if (name.startsWith("draft")) await rm(join(place.folder, name), { recursive: true, force: true });
  }
  const password = randomBytes(24).toString("hex");
  const passwordFile = await writeDraft(`${draft}-password`, password, place.user);
  await mkdir(draft, { mode: 0o700 });
  if (place.user !== undefined) await lchown(draft, place.user.uid, place.user.gid);
  await runInitdb(
    binaries,
    [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...INITDB_OPTIONS],
    place,
    signal,
  );
  await rm(passwordFile, { force: true });
  // A file of its own, root's where this is root: only this process logs in as superuser, and what the cluster's own user
  // may read, a program that reads media may, too. It is in place before the cluster is, on the disk, too: a kill in
  // between only makes both again. initdb flushes what it has written.
  await writePrivateFile(join(place.folder, "password"), password);
  await syncFolder(place.folder);
  await rename(draft, place.clusterDir);
  await syncFolder(place.folder);
}

async function checkVersion(binaries: PostgresBinaries, clusterDir: string): Promise<void> {
  const clusterMajor = (await readFile(join(clusterDir, "PG_VERSION"), "utf8").catch(() => "")).trim();
  const major = binaries.version.split(".")[0];
  if (clusterMajor === major) return;
  throw new StartError(
    `The database in ${clusterDir} was made by PostgreSQL ${clusterMajor || "unknown"}, and this installation brings ` +
      `${binaries.version}: move the data over with pg_dump and pg_restore, or install the earlier release.`,
  );
}

/** Makes the cluster on first use, and returns its superuser's password. */
export async function prepareCluster(
  binaries: PostgresBinaries,
  place: PostgresPlace,
  options: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<string> {
  if (await exists(place.clusterDir)) await checkVersion(binaries, place.clusterDir);
  else {
    options.logger.info({ folder: place.clusterDir }, "creating the database");
    await createCluster(binaries, place, options.signal);
  }
  return (await readPrivateFile(join(place.folder, "password"))).trim();
}

/** The postmaster that a killed run has left on this cluster, judged by its pid file and by what runs under that id. */
async function findLeftPostmaster({ clusterDir, user }: PostgresPlace): Promise<number | undefined> {
  const pidFile = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  const [pidText, pidFileDir] = pidFile.split("\n");
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 1 || pidFileDir !== clusterDir) return undefined;
  if ((await readProcess(pid))?.command !== "postgres") return undefined;
  const inFolder = await findProcessesIn(clusterDir, "postgres", user);
  // Another cluster's PostgreSQL may have got the id of ours; only /proc can tell them apart.
  return process.platform !== "linux" || inFolder.includes(pid) ? pid : undefined;
}

/**
 * Ends what a killed run has left: the postmaster by a fast stop, then an immediate one, and backends that have
 * outlived it and still hold its shared memory. The caller owns the cluster's lock, so nobody is using them.
 */
export async function endLeftoverPostgres(place: PostgresPlace, logger: Logger): Promise<void> {
  const { clusterDir, user } = place;
  const postmaster = await findLeftPostmaster(place);
  if (postmaster !== undefined) {
    logger.warn({ pid: postmaster }, "ending the PostgreSQL that an earlier run has left behind");
    signalProcess(postmaster, "SIGINT");
    if (!(await waitForEnd([postmaster], APPLIANCE_LIMITS.postgresStopTimeoutMs))) {
      signalProcess(postmaster, "SIGQUIT");
      await waitForEnd([postmaster], APPLIANCE_LIMITS.postgresQuitTimeoutMs);
    }
  }
  for (const signal of ["SIGQUIT", "SIGKILL"] as const) {
    const rest = await findProcessesIn(clusterDir, "postgres", user);
    for (const pid of rest) signalProcess(pid, signal);
    if (await waitForEnd(rest, APPLIANCE_LIMITS.postgresQuitTimeoutMs)) {
      // PostgreSQL would refuse to start while any process of its user has the id in a stale file, as happens often
      // where a container begins to count again.
      await rm(join(clusterDir, "postmaster.pid"), { force: true });
      return;
    }
  }
  throw new StartError(`Processes of an earlier run on ${clusterDir} cannot be ended.`);
}
