// The control plane with years of use behind it: a database of ten million tasks and fifty million ledger entries beside
// an empty one, in one run. What is read, created and waited for must not cost more because much is there.
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { createKey } from "../control-plane/accounts/manage-keys.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../deploy/postgres/embedded-postgres.ts";
import type { Sql } from "../shared/db/connect.ts";
import { migrateDatabase } from "../shared/db/migrate.ts";
import { createLogger } from "../shared/logger.ts";
import type { BenchContext, BenchDefinition } from "./harness.ts";
import { createCase } from "./scale/create-cases.ts";
import { type FilledDatabase, fillDatabase } from "./scale/fill-database.ts";
import { addWaiting, idleCase } from "./scale/idle-case.ts";
import { appliance, graphileAlone } from "./scale/queue-cases.ts";
import { readCase } from "./scale/read-cases.ts";
import { webhookCase } from "./scale/webhook-case.ts";

/** Enough for the busiest account to have a page of each list: a reply of nothing costs less whatever the table holds. */
const EMPTY_ROWS = 10_000;
const HANGING = 20_000;
/** Of fewer, most of what tables take is empty pages. */
const MANY_ROWS = 100_000;
const UNLIMITED = 1_000_000_000;
/** Long enough for the largest; a run of one size takes minutes. */
const TIMEOUT_MS = 30 * 60_000;

interface Subject extends FilledDatabase {
  readonly name: string;
  readonly databaseUrl: string;
  readonly sql: Sql;
  readonly env: Readonly<Record<string, string>>;
  readonly storageFolder: string;
  /** Of the busy account first, then of all others. */
  readonly keys: readonly string[];
  /** A task of the busy account far back; the newest possible id where there is none. */
  readonly oldestId: string;
}

async function makeKeys(sql: Sql, accountIds: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const accountId of accountIds) {
    const { key } = await createKey(sql, {
      accountId,
      scopes: [],
      ips: [],
      expiresAt: null,
      perMinute: UNLIMITED,
      perDay: UNLIMITED,
    });
    keys.push(key);
  }
  return keys;
}

async function findOldTask(sql: Sql, accountId: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select id from tasks where account_id = ${accountId} and kind = 'clip' and state = 'finished' order by id offset 1000 limit 1`;
  return row?.id ?? "task_7zzzzzzzzzzzzzzzzzzzzzzzzz";
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

async function makeSubject(
  database: EmbeddedPostgres,
  folder: string,
  name: string,
  rows: number,
): Promise<Subject> {
  const admin = postgres(database.databaseUrl, { max: 1, onnotice: () => undefined });
  await admin`create database ${admin(`scale_${name}`)}`;
  await admin.end();
  const url = new URL(database.databaseUrl);
  url.pathname = `/scale_${name}`;
  const databaseUrl = url.href;
  await migrateDatabase(databaseUrl);
  const startedAt = performance.now();
  const filled = await fillDatabase(databaseUrl, rows);
  const sql: Sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
  const [size] = await sql<
    { bytes: string }[]
  >`select pg_size_pretty(pg_database_size(current_database())) as bytes`;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`${name}: ${rows} tasks, ${rows * 5} ledger entries, ${size?.bytes}, filled in ${seconds} s`);
  if (rows >= MANY_ROWS) await printSizes(sql);
  const storageFolder = join(folder, name);
  await mkdir(storageFolder);
  const env = {
    CLIPMILL_DATABASE_URL: databaseUrl,
    CLIPMILL_DATA_DIR: storageFolder,
    CLIPMILL_PORT: "0",
    CLIPMILL_SECRET: "a-secret-of-the-benchmark-which-guards-nothing",
  };
  const keys = await makeKeys(sql, filled.accountIds);
  const oldestId = await findOldTask(sql, filled.busyAccountId);
  return { ...filled, name, databaseUrl, sql, env, storageFolder, keys, oldestId };
}

async function compareAll(context: BenchContext, empty: Subject, full: Subject, pid: number): Promise<void> {
  const queueTasks = Number(context.options.tasks);
  const waiting = Number(context.options.waiting);
  const pair = <T>(make: (subject: Subject) => T): { reference: T; candidates: T[]; timeoutMs: number } => ({
    reference: make(empty),
    candidates: [make(full)],
    timeoutMs: TIMEOUT_MS,
  });
  await context.compare({
    name: "reads of the busiest account",
    ...pair((subject) => readCase({ ...subject, key: subject.keys[0] ?? "" })),
  });
  await context.compare({
    name: "creates of one account over 64 connections",
    ...pair((subject) => createCase({ ...subject, keys: subject.keys.slice(0, 1) })),
  });
  await context.compare({
    name: "creates of 100 accounts over 64 connections",
    ...pair((subject) => createCase(subject)),
  });
  const queueOf = (subject: Subject) => ({ ...subject, accountId: subject.busyAccountId, tasks: queueTasks });
  await context.compare({
    name: "tasks without work, created to finished",
    reference: graphileAlone(queueOf(empty)),
    candidates: [appliance("empty", queueOf(empty)), appliance("full", queueOf(full))],
    timeoutMs: TIMEOUT_MS,
  });
  const hooksOf = (subject: Subject) => ({
    ...subject,
    accountId: subject.busyAccountId,
    env: {
      ...subject.env,
      CLIPMILL_STORAGE: `file:${subject.storageFolder}`,
      CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8",
    },
  });
  await context.compare({
    name: "webhooks of one control plane, beside 1 and beside 20,000 that go to a receiver that hangs",
    warmUps: 0,
    reference: webhookCase("empty, 1", hooksOf(empty), 1),
    candidates: [
      webhookCase("empty, 20,000", hooksOf(empty), HANGING),
      webhookCase("full, 20,000", hooksOf(full), HANGING),
    ],
    timeoutMs: TIMEOUT_MS,
  });
  await addWaiting(full.sql, full.accountIds[1] ?? "", waiting);
  await context.compare({
    name: `20 idle seconds, with ${waiting} tasks waiting for other nodes in the full one`,
    warmUps: 0,
    ...pair((subject) => idleCase(subject.name, { ...subject, postgresPid: pid })),
  });
}

const definition: BenchDefinition = {
  name: "scale",
  description: "a database of ten million tasks and fifty million ledger entries beside an empty one",
  options: { rows: "10000000", tasks: "5000", waiting: "300000" },
  run: async (context) => {
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    await chmod(folder, 0o711);
    const database = await startEmbeddedPostgres({
      dataDir: folder,
      logger: createLogger("bench", "error"),
      settings: { max_wal_size: "4GB", checkpoint_timeout: "15min" },
    });
    const subjects: Subject[] = [];
    try {
      subjects.push(await makeSubject(database, folder, "empty", EMPTY_ROWS));
      subjects.push(await makeSubject(database, folder, "full", Number(context.options.rows)));
      const [empty, full] = subjects as [Subject, Subject];
      await compareAll(context, empty, full, database.pid);
    } finally {
      for (const { sql } of subjects) await sql.end({ timeout: 5 });
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export default definition;
