import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { type Appliance, type ApplianceOptions, startAppliance } from "../../deploy/appliance.ts";
import { readApplianceFile } from "../../deploy/appliance-file.ts";
import { StartError } from "../../deploy/start-error.ts";
import { createLogger } from "../../shared/logger.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const logger = createLogger("test", "silent");
const policy = { firstPauseMs: 20, longestPauseMs: 100, steadyAfterMs: 60_000 };

after(() => assertNoChildren());

/** An appliance of fake planes; `env` says how they behave. */
async function prepare(t: TestContext, env: Record<string, string> = {}) {
  const running: Appliance[] = [];
  t.after(() => Promise.all(running.map((one) => one.stop())));
  const dataDir = await temporaryFolder(t);
  const log = join(dataDir, "planes.log");
  const options: ApplianceOptions = {
    logger,
    policy,
    env: { PATH: process.env.PATH, CLIPMILL_DATA_DIR: dataDir, CLIPMILL_PORT: "0", FAKE_LOG: log, ...env },
    entryPoints: {
      controlPlane: new URL("fixtures/fake-control-plane.ts", import.meta.url),
      mediaNode: new URL("fixtures/fake-media-node.ts", import.meta.url),
    },
  };
  const start = async (): Promise<Appliance> => {
    const one = await startAppliance(options);
    running.push(one);
    return one;
  };
  const readLog = (): Promise<string[]> => readFile(log, "utf8").then((text) => text.trim().split("\n"));
  return { dataDir, start, readLog };
}

async function queryOne(databaseUrl: string): Promise<unknown> {
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: 1, onnotice: () => undefined });
  try {
    return (await sql`select 1 as one`)[0]?.one;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

test("the parts start in order, tell their address, and stop in the reverse order", async (t) => {
  const { dataDir, start, readLog } = await prepare(t);
  const appliance = await start();
  assert.match(appliance.url, /^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
  assert.deepEqual(await readApplianceFile(dataDir), {
    pid: process.pid,
    databaseUrl: appliance.databaseUrl,
    url: appliance.url,
  });
  assert.equal((await stat(join(dataDir, "appliance.json"))).mode & 0o777, 0o600);
  await appliance.stop();
  assert.deepEqual(await readLog(), [
    "control-plane started",
    "media-node started",
    "media-node stopping",
    "media-node stopped",
    "control-plane stopping",
    "control-plane stopped",
  ]);
  assert.equal(await readApplianceFile(dataDir), undefined);
  await assert.rejects(queryOne(appliance.databaseUrl));
});

test("a PostgreSQL that dies is back at the same address", async (t) => {
  const { dataDir, start } = await prepare(t);
  const appliance = await start();
  const pidFile = await readFile(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8");
  process.kill(Number(pidFile.split("\n")[0]), "SIGQUIT");
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 50) {
    const now = await readFile(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8").catch(
      () => "",
    );
    if (now !== "" && now.split("\n")[0] !== pidFile.split("\n")[0]) {
      if ((await queryOne(appliance.databaseUrl).catch(() => 0)) === 1) return;
    }
    await pause(50);
  }
  assert.fail("PostgreSQL is not back");
});

test("a plane that refuses its settings stops the start with EX_CONFIG and everything else with it", async (t) => {
  const { dataDir, start, readLog } = await prepare(t, { FAKE_MEDIA_NODE: "misconfigured" });
  await assert.rejects(start(), { name: "StartError", exitCode: 78, message: /^The media node / });
  assert.deepEqual((await readLog()).slice(-2), ["control-plane stopping", "control-plane stopped"]);
  assert.equal(await stat(join(dataDir, "postgres", "lock")).catch(() => "gone"), "gone");
});

test("a plane that refuses its settings later ends the appliance with EX_CONFIG", async (t) => {
  const { start } = await prepare(t, {
    FAKE_MEDIA_NODE: "misconfigured later",
    CLIPMILL_DATABASE_URL: "postgres://elsewhere/clipmill",
  });
  const appliance = await start();
  assert.equal(appliance.databaseUrl, "postgres://elsewhere/clipmill");
  const reason = await appliance.failed;
  assert(reason instanceof StartError);
  assert.equal(reason.exitCode, 78);
});

test("a taken port is named at once, before anything starts", async (t) => {
  const server = createServer();
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert(typeof address === "object" && address !== null);
  const { dataDir, start } = await prepare(t, { CLIPMILL_PORT: String(address.port) });
  await assert.rejects(start(), { message: new RegExp(`CLIPMILL_PORT: port ${address.port} .* is taken`) });
  await assert.rejects(stat(join(dataDir, "postgres")));
});

test("the secret is made once and kept unreadable to others", async (t) => {
  const { dataDir, start } = await prepare(t, { CLIPMILL_DATABASE_URL: "postgres://elsewhere/clipmill" });
  await (await start()).stop();
  const secret = await readFile(join(dataDir, "secret"), "utf8");
  assert.match(secret, /^[0-9a-f]{64}\n$/);
  assert.equal((await stat(join(dataDir, "secret"))).mode & 0o777, 0o600);
  await (await start()).stop();
  assert.equal(await readFile(join(dataDir, "secret"), "utf8"), secret);
});
