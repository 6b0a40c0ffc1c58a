import assert from "node:assert/strict";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import {
  type Appliance,
  type ApplianceOptions,
  startAppliance,
} from "../../../deploy/appliance/appliance.ts";
import { readApplianceFile } from "../../../deploy/appliance/appliance-file.ts";
import { findFreePort } from "../../../deploy/processes/free-port.ts";
import { connectDatabase } from "../../../shared/db/connect.ts";
import { createLogger } from "../../../shared/logger.ts";
import { StartError } from "../../../shared/process/start-error.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const logger = createLogger("test", "silent");
const policy = { firstPauseMs: 20, maxPauseMs: 100, steadyAfterMs: 60_000 };

const ELSEWHERE = {
  CLIPMILL_DATABASE_URL: "postgres://elsewhere/clipmill",
  CLIPMILL_MEDIA_DATABASE_URL: "postgres://node@elsewhere/clipmill",
};

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
      controlPlane: new URL("../fixtures/fake-control-plane.ts", import.meta.url),
      mediaNode: new URL("../fixtures/fake-media-node.ts", import.meta.url),
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
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  try {
    return (await sql`select 1 as one`)[0]?.one;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

test("a misspelt setting of the media node ends the start before anything is started or made", async (t) => {
  const { dataDir, start } = await prepare(t, { CLIPMILL_RENDER_THREADS: "many" });
  await assert.rejects(start(), { name: "SettingError", message: /^CLIPMILL_RENDER_THREADS / });
  assert.deepEqual(await readdir(dataDir), []);
});

test("the parts start in order, tell their address, and stop in the reverse order", async (t) => {
  const { dataDir, start, readLog } = await prepare(t);
  const appliance = await start();
  assert.match(appliance.url, /^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
  const told = await readApplianceFile(dataDir);
  assert.deepEqual(
    [told?.pid, told?.databaseUrl, told?.url],
    [process.pid, appliance.databaseUrl, appliance.url],
  );
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

test("the operator's command line is told of the appliance before the first plane is ready", async (t) => {
  // As whoever starts it: where root does, the planes' own user may not read that file.
  const env = { FAKE_SHOW_FILE: "appliance.json", CLIPMILL_USER: "root" };
  const { dataDir, start, readLog } = await prepare(t, env);
  await start();
  const [, shown = "{}"] = (await readLog())[0]?.split("control-plane found ") ?? [];
  assert.deepEqual(JSON.parse(shown), await readApplianceFile(dataDir));
});

test("no plane finds a secret in its environment, and the media node is given none but its own address", async (t) => {
  const secret = "a-secret-that-is-given-to-npm-start";
  const { start, readLog } = await prepare(t, {
    ...ELSEWHERE,
    CLIPMILL_SECRET: secret,
    FAKE_SHOW_SETTINGS: "1",
  });
  await start();
  const log = await readLog();
  const given = (plane: string): unknown =>
    JSON.parse(
      log.find((line) => line.startsWith(`${plane} given `))?.slice(`${plane} given `.length) ?? "null",
    );
  assert.deepEqual(given("control-plane"), {
    CLIPMILL_DATABASE_URL: ELSEWHERE.CLIPMILL_DATABASE_URL,
    CLIPMILL_SECRET: secret,
  });
  assert.deepEqual(given("media-node"), { CLIPMILL_DATABASE_URL: ELSEWHERE.CLIPMILL_MEDIA_DATABASE_URL });
  for (const plane of ["control-plane", "media-node"]) {
    const environment = log.find((line) => line.startsWith(`${plane} environment `)) ?? "";
    assert.match(environment, /CLIPMILL_DATA_DIR/);
    assert.doesNotMatch(environment, new RegExp(`${secret}|elsewhere`));
  }
});

test("behind a pooler the control plane gets both addresses, the media node and operators the direct one", async (t) => {
  const direct = ELSEWHERE.CLIPMILL_DATABASE_URL;
  const pooled = "postgres://pooler/clipmill";
  const { start, readLog } = await prepare(t, {
    ...ELSEWHERE,
    CLIPMILL_DATABASE_URL: pooled,
    CLIPMILL_DATABASE_SESSION_URL: direct,
    CLIPMILL_SECRET: "a-secret-that-is-given-to-npm-start",
    FAKE_SHOW_SETTINGS: "1",
  });
  assert.equal((await start()).databaseUrl, direct);
  const given = (await readLog()).find((line) => line.startsWith("control-plane given ")) ?? "";
  assert.deepEqual(JSON.parse(given.slice("control-plane given ".length)), {
    CLIPMILL_DATABASE_URL: pooled,
    CLIPMILL_DATABASE_SESSION_URL: direct,
    CLIPMILL_SECRET: "a-secret-that-is-given-to-npm-start",
  });
});

test("a direct address without a pooled one beside it is a mistake", async (t) => {
  const { start } = await prepare(t, { CLIPMILL_DATABASE_SESSION_URL: ELSEWHERE.CLIPMILL_DATABASE_URL });
  await assert.rejects(start(), {
    name: "SettingError",
    message: /^CLIPMILL_DATABASE_SESSION_URL is the direct/,
  });
});

test("a PostgreSQL that dies is back at the same address", async (t) => {
  const { dataDir, start } = await prepare(t);
  const appliance = await start();
  const readPid = async (): Promise<string | undefined> =>
    (await readFile(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8")).split("\n")[0];
  const pid = await readPid();
  process.kill(Number(pid), "SIGQUIT");
  await until("PostgreSQL to be back", async () => {
    const now = await readPid().catch(() => "");
    return now !== "" && now !== pid && (await queryOne(appliance.databaseUrl).catch(() => 0)) === 1;
  });
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
    ...ELSEWHERE,
  });
  const appliance = await start();
  assert.equal(appliance.databaseUrl, "postgres://elsewhere/clipmill");
  const reason = await appliance.failed;
  assert(reason instanceof StartError);
  assert.equal(reason.exitCode, 78);
});

test("an appliance stops in order where the file that tells of it was spoiled", async (t) => {
  const { dataDir, start, readLog } = await prepare(t, ELSEWHERE);
  const appliance = await start();
  await writeFile(join(dataDir, "appliance.json"), "{");
  await appliance.stop();
  assert.equal((await readLog()).at(-1), "control-plane stopped");
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

test("an address that the machine does not have is named at once, not the port", async (t) => {
  // Of a network that is kept for documentation (RFC 5737).
  const host = "192.0.2.1";
  for (const port of ["0", "8080"]) {
    const { start } = await prepare(t, { ...ELSEWHERE, CLIPMILL_HOST: host, CLIPMILL_PORT: port });
    await assert.rejects(start(), {
      message: `CLIPMILL_HOST: this machine has no address ${host} (EADDRNOTAVAIL); set one of its own.`,
      exitCode: 78,
    });
  }
});

test("a second appliance on the same folder and port is told of the first", async (t) => {
  const port = await findFreePort("127.0.0.1");
  const { dataDir, start } = await prepare(t, { ...ELSEWHERE, CLIPMILL_PORT: String(port) });
  const { url } = await start();
  // The fake planes do not listen.
  const server = createServer();
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await assert.rejects(start(), {
    message: `An appliance runs on ${dataDir} already (pid ${process.pid}): see ${url}.`,
  });
});

test("the secret is made once and kept unreadable to others", async (t) => {
  const { dataDir, start } = await prepare(t, ELSEWHERE);
  await (await start()).stop();
  const secret = await readFile(join(dataDir, "secret"), "utf8");
  assert.match(secret, /^[0-9a-f]{64}\n$/);
  assert.equal((await stat(join(dataDir, "secret"))).mode & 0o777, 0o600);
  await (await start()).stop();
  assert.equal(await readFile(join(dataDir, "secret"), "utf8"), secret);
});
