import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../deploy/postgres/embedded-postgres.ts";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { createLogger } from "../../../shared/logger.ts";
import { findProcessesIn, readProcess } from "../../../shared/process/process-table.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { listProcesses } from "../../support/list-processes.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";
import { watchFlushes } from "../../support/watch-flushes.ts";

const logger = createLogger("test", "silent");
const settings = { fsync: "off" };
const skip = process.platform === "linux" ? false : "reads /proc";

after(() => assertNoChildren());

interface DataFolder {
  readonly dataDir: string;
  start(): Promise<EmbeddedPostgres>;
}

/** An empty one. Stops what the test has started, then removes the data: hooks run in the order of their registration. */
async function dataFolder(t: TestContext): Promise<DataFolder> {
  const started: EmbeddedPostgres[] = [];
  t.after(() => Promise.all(started.map((one) => one.stop())));
  const dataDir = await temporaryFolder(t);
  const start = async (): Promise<EmbeddedPostgres> => {
    const one = await startEmbeddedPostgres({ dataDir, logger, settings });
    started.push(one);
    return one;
  };
  return { dataDir, start };
}

let used: Promise<string> | undefined;

after(async () => {
  if (used !== undefined) await rm(await used, { recursive: true, force: true });
});

async function makeUsed(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "clipmill-test-"));
  await chmod(dataDir, 0o711);
  await (await startEmbeddedPostgres({ dataDir, logger, settings })).stop();
  await rm(join(dataDir, "postgres", "port"));
  return dataDir;
}

/** As a first run leaves it, but for its port. To make a cluster takes longer than all else here: each test has a copy. */
async function usedFolder(t: TestContext): Promise<DataFolder> {
  const folder = await dataFolder(t);
  used ??= makeUsed();
  // With owners and modes.
  await promisify(execFile)("cp", ["-a", join(await used, "postgres"), folder.dataDir]);
  return folder;
}

async function query<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connectDatabase(url, { applicationName: "test", connections: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Starts the database in another process, which the test can then kill. */
async function startElsewhere(
  t: TestContext,
  dataDir: string,
): Promise<{ parent: ChildProcess; pid: number }> {
  const file = fileURLToPath(new URL("../fixtures/hold-postgres.ts", import.meta.url));
  const parent = spawn(process.execPath, [file, dataDir], {
    stdio: ["ignore", 2, 2, "ipc"],
  });
  t.after(() => parent.kill("SIGKILL"));
  const [pid] = await once(parent, "message", { signal: AbortSignal.timeout(30_000) });
  assert(typeof pid === "number");
  return { parent, pid };
}

async function waitUntilGone(pid: number): Promise<void> {
  await until(`the end of process ${pid}`, async () => (await readProcess(pid)) === undefined);
}

test("a first start makes a UTF-8 database that sorts alike everywhere and asks for its password", async (t) => {
  const { start } = await dataFolder(t);
  const { databaseUrl } = await start();
  const [row] = await query(
    databaseUrl,
    (sql) => sql`select current_database() as name, current_setting('server_encoding') as encoding,
      datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()`,
  );
  assert.deepEqual({ ...row }, { name: "clipmill", encoding: "UTF8", provider: "b", locale: "C.UTF-8" });
  const wrong = new URL(databaseUrl);
  wrong.password = "wrong";
  await assert.rejects(
    query(wrong.href, (sql) => sql`select 1`),
    { code: "28P01" },
  );
});

test("a new cluster has its name only once its password is on the disk", { skip }, async (t) => {
  const { dataDir, start } = await dataFolder(t);
  const flushes = await watchFlushes(t, join(dataDir, "postgres"));
  await start();
  const [forInitdb, password, name, cluster, port, ...others] = flushes;
  assert.match(forInitdb?.path ?? "", /^draft-password\./);
  assert.match(password?.path ?? "", /^password\./);
  assert.deepEqual([name?.path, cluster?.path], ["", ""]);
  assert.ok(name?.names.includes("password") && !name.names.includes("cluster"));
  assert.ok(cluster?.names.includes("cluster"));
  assert.match(port?.path ?? "", /^port\./);
  assert.deepEqual(others, []);
});

test("a restart keeps the data, and the password stays unreadable to others", async (t) => {
  const { dataDir, start } = await usedFolder(t);
  const first = await start();
  await query(first.databaseUrl, (sql) => sql`create table kept as select 42 as answer`);
  await first.stop();
  const second = await start();
  const [row] = await query(second.databaseUrl, (sql) => sql`select answer from kept`);
  assert.equal(row?.answer, 42);
  const { mode } = await stat(join(dataDir, "postgres", "password"));
  assert.equal(mode & 0o777, 0o600);
});

/** Ends the shell that would stop the database when its parent is killed. */
async function killGuard(parent: ChildProcess, postmaster: number): Promise<void> {
  const children = (await listProcesses()).filter((row) => row.parentPid === parent.pid);
  const guard = children.find((row) => row.commandLine.endsWith(` ${postmaster}`));
  assert.ok(guard !== undefined, "the guard runs");
  process.kill(guard.pid, "SIGKILL");
}

test("a database ends by itself when its parent is killed", async (t) => {
  const { dataDir, start } = await usedFolder(t);
  const { parent, pid } = await startElsewhere(t, dataDir);
  parent.kill("SIGKILL");
  await waitUntilGone(pid);
  const again = await start();
  const [row] = await query(again.databaseUrl, (sql) => sql`select answer from kept`);
  assert.equal(row?.answer, 42);
});

test("a database that a killed parent has left behind is ended and started again with its data", async (t) => {
  const { dataDir, start } = await usedFolder(t);
  const { parent, pid } = await startElsewhere(t, dataDir);
  await killGuard(parent, pid);
  parent.kill("SIGKILL");
  await once(parent, "exit");
  assert.equal((await readProcess(pid))?.command, "postgres", "PostgreSQL outlives its killed parent");
  const again = await start();
  assert.equal(await readProcess(pid), undefined);
  const [row] = await query(again.databaseUrl, (sql) => sql`select answer from kept`);
  assert.equal(row?.answer, 42);
});

test("a second appliance on a living one's data folder is refused and changes nothing", async (t) => {
  const { dataDir, start } = await usedFolder(t);
  const { parent, pid } = await startElsewhere(t, dataDir);
  await assert.rejects(start(), {
    name: "StartError",
    message: new RegExp(`Another appliance runs on this data folder \\(pid ${parent.pid}`),
  });
  assert.equal((await readProcess(pid))?.command, "postgres");
  parent.kill("SIGTERM");
  await waitUntilGone(pid);
});

test("a pid file that names another program's process is ignored, and that process is left alone", async (t) => {
  const { dataDir, start } = await usedFolder(t);
  // Of the cluster's own user, where PostgreSQL itself would take it for another postmaster.
  const { uid, gid } = await stat(join(dataDir, "postgres", "cluster"));
  const bystander = spawn("sleep", ["60"], process.getuid?.() === 0 ? { uid, gid } : {});
  t.after(() => bystander.kill());
  const clusterDir = join(dataDir, "postgres", "cluster");
  await writeFile(
    join(clusterDir, "postmaster.pid"),
    `${bystander.pid}\n${clusterDir}\n1\n1\n\n\n\nready   \n`,
  );
  const again = await start();
  assert.equal(bystander.signalCode, null);
  assert.deepEqual([...(await query(again.databaseUrl, (sql) => sql`select 1 as one`))], [{ one: 1 }]);
});

test("a start that is given up leaves no half cluster, and the next one succeeds", async (t) => {
  const { dataDir, start } = await dataFolder(t);
  const giveUp = new AbortController();
  const attempt = startEmbeddedPostgres({ dataDir, logger, settings, signal: giveUp.signal });
  for (let waitedMs = 0; waitedMs < 5_000; waitedMs += 5) {
    if (await stat(join(dataDir, "postgres", "draft")).catch(() => undefined)) break;
    await pause(5);
  }
  giveUp.abort(new Error("given up"));
  await assert.rejects(attempt, { message: "given up" });
  await assert.rejects(stat(join(dataDir, "postgres", "cluster")));
  await start();
});

test("a cluster of another PostgreSQL release is refused by name", async (t) => {
  const { dataDir, start } = await usedFolder(t);
  const versionFile = join(dataDir, "postgres", "cluster", "PG_VERSION");
  assert.match(await readFile(versionFile, "utf8"), /^18\n/);
  await writeFile(versionFile, "17\n");
  await assert.rejects(start(), { message: /was made by PostgreSQL 17/ });
});

test("a database whose disk is away is waited for, and keeps its password", async (t) => {
  const { dataDir, start } = await usedFolder(t);
  const [clusterDir, passwordFile] = ["cluster", "password"].map((name) => join(dataDir, "postgres", name));
  assert.ok(clusterDir !== undefined && passwordFile !== undefined);
  const disk = join(dataDir, "disk");
  await rename(clusterDir, join(dataDir, "away"));
  await symlink(disk, clusterDir);
  const password = await readFile(passwordFile, "utf8");
  await assert.rejects(start(), {
    name: "StartError",
    message: `The database in ${clusterDir} cannot be reached: is its disk away?`,
  });
  assert.equal(await readFile(passwordFile, "utf8"), password);
  await rename(join(dataDir, "away"), disk);
  await start();
});

test("the port is written to no file that a link of the folder's user leads to", async (t) => {
  const { dataDir, start } = await usedFolder(t);
  const elsewhere = join(dataDir, "elsewhere");
  await writeFile(elsewhere, "kept");
  await symlink(elsewhere, join(dataDir, "postgres", "port"));
  await start();
  assert.equal(await readFile(elsewhere, "utf8"), "kept");
});

test("a database that another appliance has taken over is ended at once, and its lock left alone", async (t) => {
  const { dataDir, start } = await usedFolder(t);
  const running = await start();
  const lock = join(dataDir, "postgres", "lock");
  const taken = "1 before nonce another_boot_pid:[1]\n";
  await writeFile(`${lock}.theirs`, taken);
  await rename(`${lock}.theirs`, lock);
  await running.exited;
  assert.equal(await readFile(lock, "utf8"), taken);
});

test("a frozen database is stopped all the same, and its data is there afterwards", async (t) => {
  const { dataDir, start } = await usedFolder(t);
  const running = await start();
  await query(running.databaseUrl, (sql) => sql`create table kept as select 42 as answer`);
  const clusterDir = join(dataDir, "postgres", "cluster");
  const { uid, gid } = await stat(clusterDir);
  const user = process.getuid?.() === 0 ? { name: "owner", uid, gid } : undefined;
  const frozen = await findProcessesIn(clusterDir, "postgres", user);
  assert.ok(frozen.length > 3, "the postmaster and its helpers");
  for (const pid of frozen) process.kill(pid, "SIGSTOP");
  const startedAt = performance.now();
  await running.stop();
  assert.ok(performance.now() - startedAt < 40_000);
  for (const pid of frozen) assert.equal(await readProcess(pid), undefined);
  const again = await start();
  const [row] = await query(again.databaseUrl, (sql) => sql`select answer from kept`);
  assert.equal(row?.answer, 42);
});

test("the database is found on the same port after a restart", async (t) => {
  const { start } = await usedFolder(t);
  const first = await start();
  await first.stop();
  assert.equal((await start()).databaseUrl, first.databaseUrl);
});

test("a database whose port was taken meanwhile moves to another one and keeps that", async (t) => {
  const { start } = await usedFolder(t);
  const first = await start();
  await first.stop();
  const squatter = createServer().listen(first.port, "127.0.0.1");
  await once(squatter, "listening");
  const second = await start();
  assert.notEqual(second.port, first.port);
  await second.stop();
  squatter.close();
  await once(squatter, "close");
  assert.equal((await start()).port, second.port);
});
