// A whole appliance for faults: PostgreSQL, control planes and media nodes as processes of their own, each behind a
// proxy of its own to the database, with what they share (a storage folder) and whom they talk to (sources and
// receivers). Everything it has started ends with close(), whatever state a fault has left it in.
import { chmod, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import connect from "postgres";
import type { Sql } from "../../../shared/db/connect.ts";
import { signalProcess } from "../../../shared/process/process-table.ts";
import { createTestAccount, type TestAccount } from "../database/test-account.ts";
import { listProcesses } from "../list-processes.ts";
import { startTcpProxy, type TcpProxy } from "../network/tcp-proxy.ts";
import { type BedStorage, folderStorage } from "./bed-storage.ts";
import { type FaultPostgres, startFaultPostgres } from "./fault-postgres.ts";
import { shortFilm } from "./films.ts";
import { type PlaneKind, PlaneProcess } from "./plane-process.ts";
import { type Receivers, startReceivers } from "./receivers.ts";
import { type SourceServer, startSourceServer } from "./source-server.ts";
import { WEBHOOK_TIMES } from "./webhook-times.ts";

/** Settings that make faults quick to see; none that makes them harmless. */
const COMMON: Readonly<Record<string, string>> = {
  CLIPMILL_SECRET: "a-signing-secret-that-only-the-faults-know",
  CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8",
  CLIPMILL_RATE_PER_MINUTE: "1000000",
  CLIPMILL_RATE_PER_DAY: "100000000",
  CLIPMILL_WEBHOOK_TIMEOUT_MS: String(WEBHOOK_TIMES.timeoutMs),
  CLIPMILL_WEBHOOK_RETRY_MS: String(WEBHOOK_TIMES.retryMs),
  CLIPMILL_CONCURRENCY: "1",
  CLIPMILL_RENDER_THREADS: "1",
  CLIPMILL_VIDEO_ENCODER: "libx264",
  CLIPMILL_VIDEO_DECODER: "software",
  CLIPMILL_LOG_LEVEL: "info",
};

export interface FaultBedOptions {
  readonly controlPlanes?: number;
  readonly mediaNodes?: number;
  /** Where storage and scratch folders lie instead of in a temporary folder. */
  readonly mediaFolder?: string;
  /** Where a node's scratch folder lies instead, by its name. */
  readonly nodeFolders?: Readonly<Record<string, string>>;
  /** Instead of a folder; the bed closes it. */
  readonly storage?: BedStorage;
  /** Where the database lies instead. */
  readonly databaseFolder?: string;
  /** How far a process's calendar is off, by its name, such as "media-node-2". */
  readonly clockShiftsMs?: Readonly<Record<string, number>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Checkouts of other versions, by the names of the processes that run from them. */
  readonly roots?: Readonly<Record<string, string>>;
  /** Names of processes that the test starts itself. */
  readonly startedLater?: readonly string[];
}

export interface FaultBed {
  readonly postgres: FaultPostgres;
  /** Past all proxies, for the account. */
  readonly sql: Sql;
  readonly planes: readonly PlaneProcess[];
  readonly nodes: readonly PlaneProcess[];
  /** All of them. */
  readonly processes: readonly PlaneProcess[];
  readonly proxies: ReadonlyMap<string, TcpProxy>;
  readonly sources: SourceServer;
  readonly receivers: Receivers;
  readonly film: Buffer;
  readonly storage: BedStorage;
  /** Of a storage that is a folder. */
  readonly storageFolder: string;
  scratchFolder(node: PlaneProcess): string;
  account(options?: { readonly moods?: string }): Promise<TestAccount>;
  proxyOf(process: PlaneProcess): TcpProxy;
  close(): Promise<void>;
}

/** Not the planes' own pool: what the account asks may take its time. */
function connectForAccount(databaseUrl: string): Sql {
  const connection = { application_name: "fault account", statement_timeout: 120_000, TimeZone: "UTC" };
  return connect(databaseUrl, { max: 4, onnotice: () => undefined, connection });
}

function throughProxy(databaseUrl: string, proxy: TcpProxy): string {
  const url = new URL(databaseUrl);
  url.port = String(proxy.port);
  return url.href;
}

/** What processes have left behind that were killed: their programs work in, or on files of, the bed's folder. */
async function endLeftovers(folder: string): Promise<void> {
  for (const row of await listProcesses()) {
    if (row.pid !== process.pid && row.commandLine.includes(folder)) signalProcess(row.pid, "SIGKILL");
  }
}

/** Ends in the reverse order of the starts, every one, and reports the first failure afterwards. */
async function endAll(ends: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const end of ends.toReversed()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

interface Surroundings {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly storage: BedStorage;
  readonly mediaFolder: string;
  readonly logFolder: string;
}

interface Members {
  readonly processes: PlaneProcess[];
  readonly proxies: Map<string, TcpProxy>;
}

function scratchFolderOf(
  name: string,
  { mediaFolder }: Pick<Surroundings, "mediaFolder">,
  { nodeFolders }: FaultBedOptions,
): string {
  return join(nodeFolders?.[name] ?? mediaFolder, `scratch-${name}`);
}

async function addProcess(
  { processes, proxies }: Members,
  surroundings: Surroundings,
  member: { readonly kind: PlaneKind; readonly index: number; readonly options: FaultBedOptions },
): Promise<void> {
  const { databaseUrl, storage, logFolder, folder } = surroundings;
  const name = `${member.kind}-${member.index}`;
  const proxy = await startTcpProxy({ port: Number(new URL(databaseUrl).port) });
  proxies.set(name, proxy);
  processes.push(
    new PlaneProcess({
      name,
      kind: member.kind,
      ...(member.options.roots?.[name] === undefined ? {} : { root: member.options.roots[name] }),
      clockShiftMs: member.options.clockShiftsMs?.[name] ?? 0,
      logFile: join(logFolder, `${name}.log`),
      env: {
        ...COMMON,
        CLIPMILL_DATA_DIR: join(folder, name),
        CLIPMILL_DATABASE_URL: throughProxy(databaseUrl, proxy),
        ...storage.env,
        CLIPMILL_SCRATCH_DIR: scratchFolderOf(name, surroundings, member.options),
        ...member.options.env,
      },
    }),
  );
}

/** Kept where CLIPMILL_FAULT_LOGS names a folder, for whoever looks for a cause. */
async function openLogFolder(folder: string): Promise<string> {
  const kept = process.env.CLIPMILL_FAULT_LOGS;
  if (kept === undefined) return folder;
  await mkdir(kept, { recursive: true });
  return mkdtemp(join(kept, "bed-"));
}

async function openFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "clipmill-faults-")));
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o711);
  return folder;
}

/** Starts everything and waits until all of it is ready. */
export async function startFaultBed(options: FaultBedOptions = {}): Promise<FaultBed> {
  const ends: (() => unknown)[] = [];
  try {
    return await startParts(options, ends);
  } catch (error) {
    await endAll(ends);
    throw error;
  }
}

async function startParts(options: FaultBedOptions, ends: (() => unknown)[]): Promise<FaultBed> {
  ends.push(() => options.storage?.close());
  const folder = await openFolder();
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const { mediaFolder = folder, databaseFolder = join(folder, "database") } = options;
  await mkdir(databaseFolder, { recursive: true });
  await chmod(databaseFolder, 0o711);
  const film = await shortFilm();
  const postgres = await startFaultPostgres(databaseFolder);
  ends.push(() => postgres.stop());
  const sql = connectForAccount(postgres.databaseUrl);
  ends.push(() => sql.end({ timeout: 1 }));
  const sources = await startSourceServer(film);
  ends.push(sources.close);
  const receivers = await startReceivers();
  ends.push(receivers.close);
  const storageFolder = join(mediaFolder, "storage");
  const storage = options.storage ?? folderStorage(storageFolder);
  const surroundings: Surroundings = {
    folder,
    databaseUrl: postgres.databaseUrl,
    storage,
    mediaFolder,
    logFolder: await openLogFolder(folder),
  };
  const members: Members = { processes: [], proxies: new Map() };
  const { controlPlanes = 2, mediaNodes = 2 } = options;
  for (let index = 1; index <= controlPlanes; index += 1)
    await addProcess(members, surroundings, { kind: "control-plane", index, options });
  for (let index = 1; index <= mediaNodes; index += 1)
    await addProcess(members, surroundings, { kind: "media-node", index, options });
  ends.push(
    ...[...members.proxies.values()].map((proxy) => proxy.close),
    () => endLeftovers(folder),
    ...members.processes.map((process) => () => process.endForGood()),
    postgres.thaw,
  );
  // The first makes the tables; the others must not wait for it under their start's bound.
  const { startedLater = [] } = options;
  const [first, ...others] = members.processes.filter(({ name }) => !startedLater.includes(name));
  await first?.start();
  await Promise.all(others.map((process) => process.start()));
  const { processes, proxies } = members;
  return {
    postgres,
    sql,
    planes: processes.filter((process) => process.kind === "control-plane"),
    nodes: processes.filter((process) => process.kind === "media-node"),
    processes,
    proxies,
    sources,
    receivers,
    film,
    storage,
    storageFolder,
    scratchFolder: (node) => scratchFolderOf(node.name, surroundings, options),
    account: (accountOptions) => createTestAccount(sql, accountOptions),
    proxyOf: ({ name }) => {
      const proxy = proxies.get(name);
      if (proxy === undefined) throw new Error(`${name} has no proxy.`);
      return proxy;
    },
    close: () => endAll(ends),
  };
}
