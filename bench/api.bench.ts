// Authenticated polls: GET /api/v1/balance at 256 connections over 50 keys, against the same answer made by separate
// statements and against hyper-express alone; then job creations a second at 64, with the ledger checked afterwards.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccount } from "../control-plane/accounts/manage-accounts.ts";
import { createKey } from "../control-plane/accounts/manage-keys.ts";
import { grantMoods } from "../control-plane/billing/grant-moods.ts";
import { startEmbeddedPostgres } from "../deploy/postgres/embedded-postgres.ts";
import { connectDatabase, type Sql } from "../shared/db/connect.ts";
import { migrateDatabase } from "../shared/db/schema/migrate.ts";
import { SECOND } from "../shared/limits/units.ts";
import { createLogger } from "../shared/logger.ts";
import {
  chargeSumsThatDiffer,
  taskCountsThatDiffer,
  waitingSharesThatDiffer,
} from "../test/support/faults/counter-invariants.ts";
import {
  balancesThatDiffer,
  tasksChargedWrongly,
  withdrawalsChargedWrongly,
} from "../test/support/faults/money-invariants.ts";
import { applyLoad } from "./load/apply-load.ts";
import type { LoadResult } from "./load/load-client.ts";
import { type ServerProcess, startServerProcess } from "./load/server-process.ts";
import type { BenchCase, BenchContext, BenchDefinition } from "./measuring/harness.ts";
import { readNumber } from "./measuring/read-number.ts";

const KEYS = 50;
const CONNECTIONS = 256;
/** Creates wait for the disk: many more at once would only wait longer, and in the end be refused. */
const CREATE_CONNECTIONS = 64;
const SECONDS = { default: 4, min: 1, max: 600 };
const UNLIMITED = 1_000_000_000;
const SERVERS = new URL("load/api-servers.ts", import.meta.url);

async function makeKeys(sql: Sql): Promise<string[]> {
  const secrets: string[] = [];
  for (let index = 0; index < KEYS; index += 1) {
    const account = await createAccount(sql, { email: `bench-${index}@localhost`, approve: true });
    await grantMoods(sql, { accountId: account.id, moods: "100000000", note: null });
    const limits = { perMinute: UNLIMITED, perDay: UNLIMITED };
    const key = await createKey(sql, {
      accountId: account.id,
      scopes: [],
      ips: [],
      expiresAt: null,
      ...limits,
    });
    secrets.push(key.key);
  }
  return secrets;
}

function getRequest(secret: string): string {
  return `GET /api/v1/balance HTTP/1.1\r\nhost: 127.0.0.1\r\nx-service-api-key: ${secret}\r\n\r\n`;
}

function createRequest(secret: string): string {
  const body = JSON.stringify({ video_url: "https://93.184.215.14/talk.mp4", video_duration_seconds: 600 });
  return (
    `POST /api/v1/clips HTTP/1.1\r\nhost: 127.0.0.1\r\nx-service-api-key: ${secret}\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

function measuresOf(result: LoadResult): Record<string, number> {
  return { requestsPerSecond: result.requestsPerSecond, medianMs: result.medianMs, p99Ms: result.p99Ms };
}

interface Load {
  readonly requests: readonly string[];
  readonly seconds: number;
  readonly connections?: number;
}

function loadCase(
  name: string,
  kind: "ours" | "separate" | "bare",
  env: Readonly<Record<string, string>>,
  { requests, seconds, connections = CONNECTIONS }: Load,
): BenchCase {
  let server: ServerProcess | undefined;
  return {
    name,
    prepare: async () => {
      server = await startServerProcess(SERVERS, [kind], env);
    },
    run: async (signal) => {
      const port = Number(new URL(server?.url ?? "").port);
      const load = { port, connections, durationMs: seconds * SECOND, requests };
      return measuresOf(await applyLoad(load, signal));
    },
    cleanUp: async () => server?.stop(),
  };
}

/** Every task was charged once, what was withdrawn came back, and all that is counted beside the rows is exact. */
async function checkLedger(sql: Sql): Promise<void> {
  const checks = [
    balancesThatDiffer,
    tasksChargedWrongly,
    withdrawalsChargedWrongly,
    chargeSumsThatDiffer,
    taskCountsThatDiffer,
    waitingSharesThatDiffer,
  ];
  for (const check of checks) {
    const [violation, ...rest] = await check({ bed: { sql } });
    if (violation !== undefined)
      throw new Error(`The ledger is not exact: ${violation} (and ${rest.length} more)`);
  }
}

async function compareServers(
  context: BenchContext,
  sql: Sql,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const secrets = await makeKeys(sql);
  const seconds = readNumber("seconds", context.options.seconds ?? "", SECONDS);
  const gets = { requests: secrets.map(getRequest), seconds };
  const creates = (from: readonly string[]): Load => ({
    requests: from.map(createRequest),
    seconds,
    connections: CREATE_CONNECTIONS,
  });
  const ours = loadCase("ours", "ours", env, gets);
  await context.compare({
    name: "GET /balance against separate statements",
    reference: loadCase("separate statements", "separate", env, gets),
    candidates: [ours],
  });
  await context.compare({
    name: "GET /balance against a bare answer",
    reference: loadCase("bare hyper-express", "bare", env, gets),
    candidates: [ours],
  });
  await context.compare({
    name: "POST /clips against GET /balance",
    reference: ours,
    candidates: [
      loadCase("create clip jobs, 50 accounts", "ours", env, creates(secrets)),
      loadCase("create clip jobs, one account", "ours", env, creates(secrets.slice(0, 1))),
    ],
  });
  await checkLedger(sql);
}

const definition: BenchDefinition = {
  name: "api",
  description: "requests per second and latency of authenticated polls and of job creation",
  options: { seconds: String(SECONDS.default) },
  quick: { options: { seconds: "1" } },
  run: async (context) => {
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    await chmod(folder, 0o711);
    const database = await startEmbeddedPostgres({ dataDir: folder, logger: createLogger("bench", "error") });
    try {
      await migrateDatabase(database.databaseUrl);
      const sql = connectDatabase(database.databaseUrl, { applicationName: "bench", connections: 2 });
      const env = {
        CLIPMILL_DATABASE_URL: database.databaseUrl,
        CLIPMILL_DATA_DIR: folder,
        CLIPMILL_PORT: "0",
        CLIPMILL_SECRET: "a-secret-of-the-benchmark-which-guards-nothing",
      };
      await compareServers(context, sql, env).finally(() => sql.end({ timeout: 5 }));
    } finally {
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export default definition;
