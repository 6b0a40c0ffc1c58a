// One running postmaster: started on a loopback port with settings given on its command line (so that a new release's
// settings reach old clusters), watched until its pid file says "ready", stopped in PostgreSQL's own terms.
// Waiting for a log line was rejected: it depends on the locale and on log settings.
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { APPLIANCE_LIMITS } from "../../shared/limits/processes.ts";
import type { Logger } from "../../shared/logger.ts";
import { findProcessesIn, signalProcess, waitForEnd } from "../../shared/process/process-table.ts";
import { StartError } from "../../shared/process/start-error.ts";
import { type ExitStatus, endWithParent, requireStarted, watchExit } from "../processes/exit-status.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { postgresEnvironment } from "./postgres-cluster.ts";
import { guardPostgres } from "./postgres-guard.ts";
import type { PostgresPlace } from "./postgres-place.ts";

const READY_POLL_MS = 10;
const KEPT_LOG_LINES = 20;

export type PostgresSettings = Readonly<Record<string, string>>;

const SETTINGS: PostgresSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: String(APPLIANCE_LIMITS.postgresConnections),
  shared_buffers: "128MB",
  // A plan over all partitions locks each with its indexes: 14 for each period. At most 24 MB more than by default, and
  // only once there are so many (2026-11).
  max_locks_per_transaction: "512",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  logging_collector: "off",
  log_destination: "stderr",
  log_line_prefix: "",
  log_checkpoints: "off",
  // Statements that fail are their sender's to log, without the values that the server would add.
  log_min_messages: "log",
  log_min_error_statement: "panic",
};

export interface PostgresRun {
  readonly binaries: PostgresBinaries;
  readonly place: PostgresPlace;
  readonly port: number;
  /** Added to, and winning over, the usual ones. */
  readonly settings: PostgresSettings;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Another than usual only in tests. */
  readonly startTimeoutMs?: number;
}

export interface PostgresProcess {
  readonly pid: number;
  readonly exited: Promise<ExitStatus>;
  /** Breaks all connections off and ends in order; crashes it where that takes too long. */
  stop(): Promise<void>;
  /** Ends at once, as a crash does; the next start recovers. */
  kill(): void;
  /**
   * Ends it without a trace, for a folder that is another's by now: even a crash as by `kill` would remove that one's lock,
   * postmaster.pid, and end it with the next look at it.
   */
  abandon(): Promise<void>;
}

/** Its port was taken between the search and the bind. */
export class PortTakenError extends StartError {}

function logLine(logger: Logger, line: string): void {
  if (line.startsWith("PANIC:")) logger.error(line);
  else if (line.startsWith("FATAL:")) logger.warn(line);
  else logger.debug(line);
}

function keepLog(child: ChildProcess, logger: Logger): string[] {
  const kept: string[] = [];
  if (child.stderr === null) return kept;
  createInterface({ input: child.stderr }).on("line", (line) => {
    logLine(logger, line);
    kept.push(line);
    if (kept.length > KEPT_LOG_LINES) kept.shift();
  });
  return kept;
}

/**
 * The postmaster writes its state into line 8 of its pid file (utils/pidfile.h); pg_ctl waits on the same. Undefined until
 * it has.
 */
async function readState(clusterDir: string, pid: number): Promise<string | undefined> {
  const lines = (await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  return lines[0] === String(pid) ? lines[7]?.trim() : undefined;
}

function startFailure(kept: readonly string[], port: number): StartError {
  const log = kept.join("\n");
  if (/could not (bind|create any TCP)/.test(log)) {
    return new PortTakenError(`Port ${port}, on which PostgreSQL should listen, is taken.`);
  }
  return new StartError(`PostgreSQL ended while it started:\n${log}`);
}

/**
 * A postmaster that says "starting" is waited for however long it takes: recovery after a crash replays all since the last
 * checkpoint, and would start over if it was broken off.
 */
async function waitUntilReady(run: PostgresRun, child: ChildProcess, ended: () => boolean): Promise<void> {
  const { logger, signal, startTimeoutMs = APPLIANCE_LIMITS.postgresStartTimeoutMs } = run;
  const startedAt = performance.now();
  let deadline = startedAt + startTimeoutMs;
  while (child.pid !== undefined && !ended()) {
    signal.throwIfAborted();
    const state = await readState(run.place.clusterDir, child.pid);
    if (state === "ready") return;
    if (performance.now() > deadline) {
      if (state !== "starting") throw new StartError("PostgreSQL did not start in time.");
      const waitedMs = Math.round(performance.now() - startedAt);
      logger.warn({ waitedMs }, "PostgreSQL still starts: after a crash it replays what was written last");
      deadline += startTimeoutMs;
    }
    await pause(READY_POLL_MS);
  }
}

/** Backends outlive a postmaster that was killed while they were frozen, and hold its log open. */
async function killBackends({ clusterDir, user }: PostgresPlace): Promise<void> {
  const left = await findProcessesIn(clusterDir, "postgres", user);
  for (const pid of left) signalProcess(pid, "SIGKILL");
  await waitForEnd(left, APPLIANCE_LIMITS.postgresQuitTimeoutMs);
}

async function stopPostgres(
  child: ChildProcess,
  exited: Promise<ExitStatus>,
  place: PostgresPlace,
): Promise<void> {
  const steps = [
    ["SIGINT", APPLIANCE_LIMITS.postgresStopTimeoutMs],
    ["SIGQUIT", APPLIANCE_LIMITS.postgresQuitTimeoutMs],
    ["SIGKILL", APPLIANCE_LIMITS.postgresQuitTimeoutMs],
  ] as const;
  for (const [signal, timeoutMs] of steps) {
    child.kill(signal);
    const waiting = new AbortController();
    const timeout = pause(timeoutMs, false, { signal: waiting.signal }).catch(() => false);
    const ended = await Promise.race([exited.then(() => true), timeout]);
    waiting.abort();
    if (ended) return;
  }
  await killBackends(place);
  child.stderr?.destroy();
}

/** Starts a postmaster on the place's cluster and waits until it accepts connections. */
export async function runPostgres(run: PostgresRun): Promise<PostgresProcess> {
  const { place, port } = run;
  const settings = Object.entries({ ...SETTINGS, ...run.settings, port: String(port) });
  const args = ["-D", place.clusterDir, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const identity = place.user === undefined ? {} : { uid: place.user.uid, gid: place.user.gid };
  const child = spawn(run.binaries.postgres, args, {
    cwd: "/",
    env: postgresEnvironment(),
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    ...identity,
  });
  await requireStarted(child, "database");
  endWithParent(child, "SIGQUIT");
  guardPostgres(child, place.user);
  const exited = watchExit(child);
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const kept = keepLog(child, run.logger);
  try {
    await waitUntilReady(run, child, () => ended);
    if (ended || child.pid === undefined) throw startFailure(kept, port);
  } catch (error) {
    if (!ended) await stopPostgres(child, exited, place);
    throw error;
  }
  return {
    pid: child.pid,
    exited,
    stop: () => stopPostgres(child, exited, place),
    kill: () => {
      child.kill("SIGQUIT");
    },
    abandon: async () => {
      child.kill("SIGKILL");
      await exited;
      await killBackends(place);
    },
  };
}
