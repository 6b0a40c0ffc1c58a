// A real control plane and a real media node at work and at rest: how many connections they hold to PostgreSQL, and that
// they do their work through a PgBouncer that has fewer of them than they have.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ApiClient } from "../../deploy/demo-client.ts";
import { SESSION_SETTINGS } from "../../shared/db/pooler-settings.ts";
import { CONNECTION_LIMITS } from "../../shared/limits/database.ts";
import {
  type ApiReply,
  type ApiRequest,
  CLIP_BODY,
  callApi,
  type TestControlPlane,
  testControlPlane,
} from "../support/control-plane/control-plane.ts";
import { clientOf, hasEnded, pollJob } from "../support/control-plane/standalone.ts";
import { NO_PGBOUNCER, startPgBouncer } from "../support/database/pgbouncer.ts";
import { keptLog, type LogLine } from "../support/kept-log.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { makeMedia } from "../support/media/media-fixture.ts";
import { mediaAddress, mediaProcess } from "../support/media-node/media-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const SAMPLE = fileURLToPath(new URL("../../deploy/sample/sample.mp4", import.meta.url));
/** Of each key at once. */
const ROUNDS = 8;
const REST_TIMEOUT_MS = 4 * CONNECTION_LIMITS.idleMs;
const { controlPlane: PLANE_POOLS, mediaNode: NODE_POOLS } = CONNECTION_LIMITS;

after(assertNoChildren);

/** Open connections by the names that their pools gave them. */
async function connectionsOf({ sql }: TestControlPlane): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; connections: number }[]>`
    select application_name as name, count(*)::int as connections from pg_stat_activity
    where datname = current_database() and application_name like 'clipmill %' group by application_name`;
  return new Map(rows.map((row) => [row.name, row.connections]));
}

function countOf(connections: ReadonlyMap<string, number>, prefix: string): number {
  let total = 0;
  for (const [name, count] of connections) if (name.startsWith(`clipmill ${prefix}`)) total += count;
  return total;
}

/** A call as a client makes it: again where the service had no time for it, as on a machine that is busy with others. */
function callPatiently(
  plane: TestControlPlane,
  method: string,
  path: string,
  request: ApiRequest,
): Promise<ApiReply> {
  const call = async (): Promise<ApiReply | undefined> => {
    const reply = await callApi(plane, method, path, request);
    return reply.status === 503 ? undefined : reply;
  };
  return until(`${method} ${path} to be answered`, call, 60_000);
}

/** Creates, reads, lists and cancels at once, as several clients would. */
async function burst(plane: TestControlPlane, keys: readonly string[]): Promise<void> {
  const round = async (key: string): Promise<void> => {
    const created = await callPatiently(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
    assert.equal(created.status, 201, created.text);
    const path = `/api/v1/jobs/${String(created.body.data?.task_id)}`;
    const replies = await Promise.all([
      callPatiently(plane, "GET", path, { key }),
      callPatiently(plane, "GET", "/api/v1/jobs", { key }),
      callPatiently(plane, "GET", "/api/v1/balance", { key }),
      callPatiently(plane, "POST", `${path}/cancel`, { key }),
    ]);
    for (const reply of replies) assert.ok(reply.status < 500, reply.text);
  };
  await Promise.all(keys.flatMap((key) => Array.from({ length: ROUNDS }, () => round(key))));
}

/** A short transcription from the upload to its end. */
async function transcribe(
  t: TestContext,
  client: ApiClient,
  plane: TestControlPlane,
  key: string,
): Promise<void> {
  const film = join(await temporaryFolder(t), "film.mp4");
  await makeMedia("-i", SAMPLE, "-t", "6", "-map", "0:v", "-map", "0:a", "-c", "copy", film);
  const body = { s3_key: await client.upload(film) };
  const created = await callApi(plane, "POST", "/api/v1/transcriptions", { key, body });
  assert.equal(created.status, 201, created.text);
  const job = await pollJob(client, String(created.body.data?.task_id), hasEnded);
  assert.equal(job.status, "finished", JSON.stringify(job.error));
}

/** A new appliance says how one becomes its operator. */
function isWelcome(line: LogLine): boolean {
  return "setupUrl" in line;
}

const PATIENT = { CLIPMILL_RATE_PER_MINUTE: "1000000" };

test("pools keep to their bounds under load, and at rest a control plane holds 10 at most, a media node 4", async (t) => {
  const plane = await testControlPlane(t, { env: PATIENT });
  await mediaProcess(t, plane, { CLIPMILL_DATABASE_URL: await mediaAddress(plane) });
  const accounts = await Promise.all([1, 2, 3].map(() => plane.account()));
  const peaks = new Map<string, number>();
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const now = await connectionsOf(plane);
      for (const [name, count] of now) peaks.set(name, Math.max(peaks.get(name) ?? 0, count));
      await pause(10);
    }
  };
  const watching = watch();
  const keys = accounts.map(({ key }) => key);
  await burst(plane, keys);
  const [key = ""] = keys;
  await transcribe(t, clientOf(t, plane.url, key), plane, key);
  isOver = true;
  await watching;
  t.diagnostic(`under load: ${JSON.stringify([...peaks])}`);
  for (const [pool, bound] of Object.entries(PLANE_POOLS)) {
    assert.ok((peaks.get(`clipmill control-plane ${pool}`) ?? 0) <= bound, pool);
  }
  for (const [pool, bound] of Object.entries(NODE_POOLS)) {
    assert.ok((peaks.get(`clipmill media-node ${pool}`) ?? 0) <= bound, pool);
  }
  assert.equal(peaks.get("clipmill control-plane reads"), PLANE_POOLS.reads, "the burst was one");
  let now = new Map<string, number>();
  const isAtRest = async (): Promise<boolean> => {
    now = await connectionsOf(plane);
    const areIdle = ["reads", "writes", "creates"].every(
      (pool) => !now.has(`clipmill control-plane ${pool}`),
    );
    return areIdle && countOf(now, "control-plane") <= 10 && countOf(now, "media-node") <= 4;
  };
  try {
    await until("connections that nobody uses to be closed", isAtRest, REST_TIMEOUT_MS);
  } finally {
    t.diagnostic(`at rest: ${JSON.stringify([...now])}`);
  }
});

/** A statement that had no answer, or no lock, in time, and is tried again. */
function isTooLate({ err }: LogLine): boolean {
  const code = typeof err === "object" && err !== null && "code" in err ? err.code : undefined;
  return code === "ETIMEDOUT" || code === "55P03";
}

test("a task is created, run and finished through a pooler with fewer connections, and admission keeps its limits", {
  skip: NO_PGBOUNCER,
}, async (t) => {
  const poolSize = 4;
  const { logger, lines } = keptLog("warn");
  let nodeSettings = {};
  const envFor = async (databaseUrl: string): Promise<Record<string, string>> => {
    const nodeUrl = await mediaAddress({ databaseUrl });
    const databaseUrls = [databaseUrl, nodeUrl];
    const pooler = await startPgBouncer(t, { databaseUrls, poolSize, connectQuery: SESSION_SETTINGS });
    const settingsOf = (url: string): Record<string, string> => ({
      CLIPMILL_DATABASE_URL: pooler.through(url),
      CLIPMILL_DATABASE_SESSION_URL: url,
    });
    nodeSettings = settingsOf(nodeUrl);
    return settingsOf(databaseUrl);
  };
  const plane = await testControlPlane(t, { logger, env: PATIENT, envFor });
  await mediaProcess(t, plane, nodeSettings);
  const account = await plane.account();
  await burst(plane, [account.key]);
  await transcribe(t, clientOf(t, plane.url, account.key), plane, account.key);
  const connections = await connectionsOf(plane);
  t.diagnostic(JSON.stringify([...connections]));
  assert.ok(
    (connections.get("clipmill control-plane") ?? 0) <= poolSize,
    "what goes through the pooler has one name",
  );
  const direct = [...connections.keys()].filter((name) =>
    / (?:admission|creates|reads|writes|work|expiry|runs|lease)$/.test(name),
  );
  assert.deepEqual(direct, [], "what is not the queue goes through the pooler");
  const limited = await plane.key(account.id, { perMinute: 10 });
  const calls = Array.from({ length: 40 }, () =>
    callApi(plane, "GET", "/api/v1/balance", { key: limited.key }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  assert.ok(statuses.filter((status) => status === 200).length <= 20, "a minute may end in between");
  assert.ok(statuses.filter((status) => status === 429).length >= 20);
  const warnings = lines.filter((line) => !isTooLate(line) && !isWelcome(line));
  assert.deepEqual(warnings, [], "nothing to warn of but a busy machine");
});
