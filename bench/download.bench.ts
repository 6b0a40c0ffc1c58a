// A file of 1 GiB through the control plane, up by its PUT link and down by its signed link, against node:http that
// streams the same bytes to and from the same disk. An eighth of the file goes the same ways, since memory must not
// depend on a file's size.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccount } from "../control-plane/accounts/manage-accounts.ts";
import { createKey } from "../control-plane/accounts/manage-keys.ts";
import { fileLink } from "../control-plane/http/signed-links.ts";
import { startEmbeddedPostgres } from "../deploy/postgres/embedded-postgres.ts";
import { connectDatabase } from "../shared/db/connect.ts";
import { MIB } from "../shared/limits/units.ts";
import { createLogger } from "../shared/logger.ts";
import { type ServerProcess, startServerProcess } from "./load/server-process.ts";
import { getBytes, putBytes } from "./load/transfer.ts";
import type { BenchCase, BenchDefinition, Measures } from "./measuring/harness.ts";
import { sampleMemory } from "./measuring/memory.ts";
import { readNumber } from "./measuring/read-number.ts";

const LARGE_MIB = { default: 1_024, min: 8, max: 20_480 };
const SMALL_SHARE = 1 / 8;
const ANNOUNCE_TIMEOUT_MS = 10_000;
/** Of one file up and down: some ten times what it takes on a busy machine. */
const TRANSFER_TIMEOUT_MS = 120_000;
const SECRET = "a-signing-secret-for-one-benchmark-only";
const CONTROL_PLANE = new URL("../control-plane/main.ts", import.meta.url);
const PLAIN_SERVER = new URL("load/plain-file-server.ts", import.meta.url);

interface Links {
  readonly put: string;
  readonly get: string;
}

/** Times one upload and one download, and watches the server's memory meanwhile. */
async function transfer(
  server: ServerProcess,
  links: Links,
  sizeBytes: number,
  signal: AbortSignal,
): Promise<Measures> {
  const memory = sampleMemory(server.pid);
  try {
    const startMs = performance.now();
    await putBytes(links.put, sizeBytes, signal);
    const storedMs = performance.now();
    const uploadPeakRssBytes = memory.peakBytes();
    await getBytes(links.get, sizeBytes, signal);
    const receivedMs = performance.now();
    const sizeMib = sizeBytes / MIB;
    return {
      // The server's alone, in place of the harness's figure, which holds the client too.
      peakRssBytes: memory.peakBytes(),
      uploadPeakRssBytes,
      uploadMibPerS: sizeMib / ((storedMs - startMs) / 1_000),
      downloadMibPerS: sizeMib / ((receivedMs - storedMs) / 1_000),
    };
  } finally {
    await memory.stop();
  }
}

interface TransferCase {
  readonly name: string;
  readonly sizeBytes: number;
  readonly start: () => Promise<ServerProcess>;
  readonly prepareLinks: (url: string) => Promise<Links>;
  readonly removeFiles: () => Promise<void>;
}

/** A fresh server for each repeat: what the one before has left in memory is not this one's. */
function transferCase({ name, sizeBytes, start, prepareLinks, removeFiles }: TransferCase): BenchCase {
  let server: ServerProcess | undefined;
  let links: Links | undefined;
  return {
    name,
    prepare: async () => {
      server = await start();
      links = await prepareLinks(server.url);
    },
    run: async (signal) => {
      if (server === undefined || links === undefined) throw new Error("The case was not prepared.");
      return await transfer(server, links, sizeBytes, signal);
    },
    cleanUp: async () => {
      await server?.stop();
      await removeFiles();
    },
  };
}

function plainCase(root: string, sizeBytes: number): BenchCase {
  const file = join(root, "plain.bin");
  return transferCase({
    name: `node:http, ${sizeBytes / MIB} MiB`,
    sizeBytes,
    start: () => startServerProcess(PLAIN_SERVER, [file], {}),
    prepareLinks: async (url) => ({ put: url, get: url }),
    removeFiles: () => rm(file, { force: true }),
  });
}

/** Announces an upload as a client does. */
async function announce(url: string, key: string, sizeBytes: number): Promise<Links> {
  const response = await fetch(`${url}/api/v1/uploads`, {
    method: "POST",
    headers: { "x-service-api-key": key, "content-type": "application/json" },
    signal: AbortSignal.timeout(ANNOUNCE_TIMEOUT_MS),
    body: JSON.stringify({ filename: "film.mp4", content_type: "video/mp4", size_bytes: sizeBytes }),
  });
  const { data } = (await response.json()) as { data?: { s3_key: string; upload_url: string } };
  if (data === undefined) throw new Error(`Announcing the upload was answered ${response.status}.`);
  return { put: data.upload_url, get: fileLink({ publicUrl: url, secrets: [SECRET] }, data.s3_key) };
}

/** An approved account's key, made straight in the database once a control plane has migrated it. */
async function createBenchKey(databaseUrl: string): Promise<string> {
  const sql = connectDatabase(databaseUrl, { applicationName: "bench", connections: 1 });
  try {
    const account = await createAccount(sql, { email: "bench@example.com", approve: true });
    const open = { scopes: [], ips: [], expiresAt: null, perMinute: null, perDay: null };
    return (await createKey(sql, { accountId: account.id, ...open })).key;
  } finally {
    await sql.end();
  }
}

function ourCase(
  root: string,
  databaseUrl: string,
  sizeBytes: number,
  key: () => Promise<string>,
): BenchCase {
  const storage = join(root, "storage");
  const env = {
    CLIPMILL_PORT: "0",
    CLIPMILL_DATABASE_URL: databaseUrl,
    CLIPMILL_STORAGE: `file:${storage}`,
    CLIPMILL_SECRET: SECRET,
    CLIPMILL_LOG_LEVEL: "warn",
  };
  return transferCase({
    name: `clipmill, ${sizeBytes / MIB} MiB`,
    sizeBytes,
    start: () => startServerProcess(CONTROL_PLANE, [], env),
    prepareLinks: async (url) => announce(url, await key(), sizeBytes),
    removeFiles: () => rm(storage, { recursive: true, force: true }),
  });
}

const definition: BenchDefinition = {
  name: "download",
  description: "a file of 1 GiB up and down through the control plane, against node:http, with peak memory",
  options: { mib: String(LARGE_MIB.default) },
  quick: { options: { mib: "128" } },
  run: async ({ compare, options }) => {
    const largeBytes = MIB * readNumber("mib", options.mib ?? "", LARGE_MIB);
    const root = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    // The embedded database may run as another user, who must be able to reach its folder.
    await chmod(root, 0o711);
    try {
      const logger = createLogger("bench", "warn");
      const database = await startEmbeddedPostgres({ dataDir: join(root, "data"), logger });
      try {
        let made: Promise<string> | undefined;
        const key = (): Promise<string> => {
          made ??= createBenchKey(database.databaseUrl);
          return made;
        };
        const candidates = [largeBytes, Math.round(SMALL_SHARE * largeBytes)].map((sizeBytes) =>
          ourCase(root, database.databaseUrl, sizeBytes, key),
        );
        await compare({
          name: "A file up and down",
          reference: plainCase(root, largeBytes),
          candidates,
          warmUps: 0,
          timeoutMs: TRANSFER_TIMEOUT_MS,
        });
      } finally {
        await database.stop();
      }
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};

export default definition;
