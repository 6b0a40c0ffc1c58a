// The appliance's own PostgreSQL with all its processes in the test's hand: stopped, killed and started again on one
// port, and frozen as a whole, as where a disk stalls or a virtual machine is paused.
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../deploy/postgres/embedded-postgres.ts";
import { createLogger } from "../../../shared/logger.ts";
import { signalProcess } from "../../../shared/process/process-table.ts";
import { listProcesses } from "../list-processes.ts";

export interface FaultPostgres {
  /** Straight to the server, past all proxies. */
  readonly databaseUrl: string;
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** As a crash of the server: SIGKILL of its first process, upon which the others end. */
  kill(): Promise<void>;
  /** SIGKILL of one session, upon which the server ends all others and recovers. False where there is none. */
  killBackend(random: () => number): Promise<boolean>;
  freeze(): Promise<void>;
  thaw(): void;
}

/** Starts it on a folder of its own. */
export async function startFaultPostgres(dataDir: string): Promise<FaultPostgres> {
  const logger = createLogger("fault postgres", "silent");
  // Nothing here outlives its machine, and a kill of processes loses nothing that the kernel was given.
  const options = { dataDir, logger, settings: { fsync: "off" } };
  let running = await startEmbeddedPostgres(options);
  const { port, databaseUrl } = running;
  const frozen: number[] = [];
  const childrenOf = async (postgres: EmbeddedPostgres): Promise<{ pid: number; commandLine: string }[]> =>
    (await listProcesses()).filter((row) => row.parentPid === postgres.pid);
  const thaw = (): void => {
    for (const pid of frozen.splice(0)) signalProcess(pid, "SIGCONT");
  };
  const kill = async (): Promise<void> => {
    thaw();
    signalProcess(running.pid, "SIGKILL");
    await running.exited;
  };
  return {
    databaseUrl,
    port,
    start: async () => {
      running = await startEmbeddedPostgres({ ...options, port });
    },
    stop: () => {
      thaw();
      return running.stop();
    },
    kill,
    killBackend: async (random) => {
      const sessions = (await childrenOf(running)).filter((row) => /127\.0\.0\.1/.test(row.commandLine));
      const session = sessions[Math.floor(random() * sessions.length)];
      if (session !== undefined) signalProcess(session.pid, "SIGKILL");
      return session !== undefined;
    },
    freeze: async () => {
      // The first process first: it can start no further ones while the list is read.
      frozen.push(running.pid);
      signalProcess(running.pid, "SIGSTOP");
      for (const { pid } of await childrenOf(running)) {
        frozen.push(pid);
        signalProcess(pid, "SIGSTOP");
      }
    },
    thaw,
  };
}
