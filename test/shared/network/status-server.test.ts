import assert from "node:assert/strict";
import { get } from "node:http";
import { type TestContext, test } from "node:test";
import { Counter, Registry } from "prom-client";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { pingDatabase } from "../../../shared/db/ping-database.ts";
import { AppError } from "../../../shared/errors.ts";
import { startStatusServer } from "../../../shared/network/status-server.ts";
import { timedAwake } from "../../support/awake-time.ts";
import { stoppablePostgres } from "../../support/database/stoppable-postgres.ts";
import { listProcesses } from "../../support/list-processes.ts";
import { localServer } from "../../support/local-server.ts";
import { until } from "../../support/until.ts";

async function start(t: TestContext, isReady: () => Promise<void> = async () => undefined): Promise<string> {
  const registry = new Registry();
  new Counter({ name: "tests_total", help: "Tests.", registers: [registry] }).inc(3);
  const server = await startStatusServer({ host: "127.0.0.1", port: 0, registry, isReady });
  t.after(() => server.close());
  return `http://127.0.0.1:${server.port}`;
}

test("the process is healthy and, while it can work, ready", async (t) => {
  const url = await start(t);
  for (const path of ["/healthz", "/readyz", "/readyz?verbose=1"])
    assert.equal((await fetch(url + path)).status, 200);
});

test("probes may ask with HEAD", async (t) => {
  const url = await start(t);
  for (const path of ["/healthz", "/readyz"]) {
    const answer = await fetch(url + path, { method: "HEAD" });
    assert.deepEqual([answer.status, await answer.text()], [200, ""]);
  }
});

test("a process that cannot work is healthy but not ready, and does not say why", async (t) => {
  const url = await start(t, () => Promise.reject(new Error("postgres://secret")));
  const answer = await fetch(`${url}/readyz`);
  assert.deepEqual([answer.status, await answer.text()], [503, "not ready\n"]);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});

test("what a node lacks is said to whoever asks whether it is ready", async (t) => {
  const url = await start(t, () => Promise.reject(new AppError("UNAVAILABLE", "not ready: no room")));
  const answer = await fetch(`${url}/readyz`);
  assert.deepEqual([answer.status, await answer.text()], [503, "not ready: no room\n"]);
});

const BOUND_MS = 5_000;

test("every page is answered in time by a node whose database hangs", { timeout: 60_000 }, async (t) => {
  const endless = new Promise<never>(() => undefined);
  let asked = 0;
  const url = await start(t, () => {
    asked += 1;
    return endless;
  });
  const times = ["/readyz", "/readyz", "/healthz", "/metrics"].map(async (path) => {
    const { value, awakeMs } = await timedAwake(() => fetch(url + path));
    return { status: value.status, isInTime: awakeMs < BOUND_MS };
  });
  assert.deepEqual(await Promise.all(times), [
    { status: 503, isInTime: true },
    { status: 503, isInTime: true },
    { status: 200, isInTime: true },
    { status: 200, isInTime: true },
  ]);
  assert.equal(asked, 1, "those who ask at once share one question");
});

test("a node is not ready while PostgreSQL is frozen, says so in time, and is ready again after", {
  timeout: 120_000,
}, async (t) => {
  let sql: Sql | undefined;
  const postgres = await stoppablePostgres(t, async () => sql?.end({ timeout: 1 }));
  sql = connectDatabase(postgres.databaseUrl, { applicationName: "test", connections: 10 });
  const ask = sql;
  const url = await start(t, () => pingDatabase(ask));
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  const rows = await listProcesses();
  const pids = rows.filter(({ pid, parentPid }) => pid === postgres.pid || parentPid === postgres.pid);
  for (const { pid } of pids) process.kill(pid, "SIGSTOP");
  try {
    const { value, awakeMs } = await timedAwake(() => fetch(`${url}/readyz`));
    assert.deepEqual([value.status, awakeMs < BOUND_MS], [503, true]);
  } finally {
    for (const { pid } of pids) process.kill(pid, "SIGCONT");
  }
  await until(
    "the node to be ready again",
    async () => (await fetch(`${url}/readyz`)).status === 200,
    30_000,
  );
});

test("metrics are in Prometheus' format", async (t) => {
  const answer = await fetch(`${await start(t)}/metrics`);
  assert.match(answer.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  assert.match(await answer.text(), /^tests_total 3$/m);
});

test("this machine's pages answer to no stranger's name that leads here, and others' do", async (t) => {
  const options = { port: 0, registry: new Registry(), isReady: async () => undefined };
  const ask = (port: number, host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get({ host: "127.0.0.1", port, path: "/metrics", headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on("error", reject);
    });
  for (const [listening, answer] of [
    ["127.0.0.1", 403],
    ["0.0.0.0", 200],
  ] as const) {
    const server = await startStatusServer({ ...options, host: listening });
    t.after(() => server.close());
    assert.equal(await ask(server.port, `evil.example:${server.port}`), answer);
    assert.equal(await ask(server.port, `localhost:${server.port}`), 200);
  }
});

test("paths other than the status pages answer 404", async (t) => {
  const url = await start(t);
  for (const path of ["/", "/metrics/", "/../etc/passwd"])
    assert.equal((await fetch(url + path)).status, 404);
});

test("a taken port is an error that names it", async (t) => {
  const { port } = await localServer(t, (_request, response) => response.end());
  const options = { host: "127.0.0.1", port, registry: new Registry(), isReady: async () => undefined };
  await assert.rejects(startStatusServer(options), { code: "EADDRINUSE", port });
});
