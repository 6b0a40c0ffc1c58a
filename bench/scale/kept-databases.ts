// The cluster of the databases that are measured: filled with all of the server's safety off, and started anew as an
// appliance runs it. In a folder that is kept, what was filled once is found again.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../deploy/postgres/embedded-postgres.ts";
import type { PostgresSettings } from "../../deploy/postgres/postgres-process.ts";
import type { Sql } from "../../shared/db/connect.ts";
import { migrateDatabase } from "../../shared/db/schema/migrate.ts";
import { createLogger } from "../../shared/logger.ts";
import { type FilledDatabase, fillDatabase } from "./fill-database.ts";
import { treeCpuMs } from "./process-time.ts";
import { databaseUrlOf } from "./subject.ts";

/** Of fewer rows, most of what tables take is empty pages. */
const MANY_ROWS = 100_000;
/** What a crash would leave is of no use, so that nothing is flushed, and nothing logged that need not be. */
const FILL_SETTINGS: PostgresSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "16GB",
  checkpoint_timeout: "1h",
  autovacuum: "off",
  shared_buffers: "2GB",
  maintenance_work_mem: "1GB",
  max_parallel_maintenance_workers: "1",
  work_mem: "256MB",
};

export interface NamedDatabase extends FilledDatabase {
  readonly name: string;
  readonly rows: number;
}

export interface KeptDatabases {
  readonly folder: string;
  readonly filled: readonly NamedDatabase[];
}

interface OpenFolder extends AsyncDisposable {
  readonly path: string;
}

/** The folder of that path, which is kept; a temporary one where it is empty. */
export async function openFolder(path: string): Promise<OpenFolder> {
  const folder = path === "" ? await mkdtemp(join(tmpdir(), "clipmill-bench-")) : path;
  await mkdir(folder, { recursive: true });
  // The database's own user goes through it.
  await chmod(folder, 0o711);
  return {
    path: folder,
    [Symbol.asyncDispose]: async () => {
      if (path === "") await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a row takes of each large table, with its indexes. */
async function printSizes(sql: Sql): Promise<void> {
  const sizes = await sql<{ table: string; rows: number; bytes: number }[]>`
    select p.relname as table, sum(c.reltuples)::float8 as rows, sum(pg_total_relation_size(c.oid))::float8 as bytes
    from pg_class p join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid
    where p.relkind = 'p' and c.relkind = 'r' group by p.relname having sum(c.reltuples) > 0 order by 1`;
  for (const { table, rows, bytes } of sizes) {
    console.log(
      `  ${table}: ${Math.round(rows)} rows of ${Math.round(bytes / rows)} bytes with their indexes`,
    );
  }
}

async function makeDatabase(
  { databaseUrl: serverUrl, pid }: EmbeddedPostgres,
  { name, rows }: { name: string; rows: number },
  signal: AbortSignal,
): Promise<NamedDatabase> {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => undefined });
  await admin`create database ${admin(`scale_${name}`)}`.finally(() => admin.end());
  const databaseUrl = databaseUrlOf(serverUrl, name);
  await migrateDatabase(databaseUrl);
  const before = { atMs: performance.now(), cpuMs: treeCpuMs(pid) };
  const filled = await fillDatabase(databaseUrl, rows, signal);
  const seconds = Math.round((performance.now() - before.atMs) / 1_000);
  const cpuSeconds = Math.round((treeCpuMs(pid) - before.cpuMs) / 1_000);
  const sql: Sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const [size] = await sql<
    { bytes: string }[]
  >`select pg_size_pretty(pg_database_size(current_database())) as bytes`;
  console.log(
    `${name}: ${rows} tasks, ${rows * 5} ledger entries, ${size?.bytes}, filled in ${seconds} s (${cpuSeconds} s of processors)`,
  );
  if (rows >= MANY_ROWS) await printSizes(sql);
  await sql.end();
  return { ...filled, name, rows };
}

/** Nothing was flushed: the cases would wait for what the fill has left to write. */
async function flushFiles(folder: string): Promise<void> {
  await once(spawn("sync", ["--file-system", folder], { stdio: "ignore" }), "close");
}

async function readFilled(file: string): Promise<NamedDatabase[]> {
  const text = await readFile(file, "utf8").catch(() => "[]");
  return JSON.parse(text) as NamedDatabase[];
}

/**
 * Makes what the folder has not yet of the databases.
 * @throws Error where it has one of another size
 */
export async function fillDatabases(
  folder: string,
  wanted: readonly { readonly name: string; readonly rows: number }[],
  signal: AbortSignal,
): Promise<KeptDatabases> {
  const file = join(folder, "filled.json");
  const known = await readFilled(file);
  const filled: NamedDatabase[] = [];
  const missing = wanted.filter(({ name }) => !known.some((one) => one.name === name));
  if (missing.length > 0) {
    const logger = createLogger("bench", "error");
    const database = await startEmbeddedPostgres({ dataDir: folder, logger, settings: FILL_SETTINGS });
    try {
      for (const one of missing) known.push(await makeDatabase(database, one, signal));
    } finally {
      await database.stop();
    }
    await flushFiles(folder);
    await writeFile(file, JSON.stringify(known));
  }
  for (const { name, rows } of wanted) {
    const found = known.find((one) => one.name === name);
    if (found?.rows !== rows)
      throw new Error(`${folder} has ${found?.rows} tasks in "${name}", not ${rows}.`);
    filled.push(found);
  }
  return { folder, filled };
}
