import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Counter, Registry } from "prom-client";
import { startStatusServer } from "../../../media-node/worker/status-server.ts";
import { localServer } from "../../support/local-server.ts";

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

test("a process that cannot work is healthy but not ready, and does not say why", async (t) => {
  const url = await start(t, () => Promise.reject(new Error("postgres://secret")));
  const answer = await fetch(`${url}/readyz`);
  assert.deepEqual([answer.status, await answer.text()], [503, "not ready\n"]);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});

test("metrics are in Prometheus' format", async (t) => {
  const answer = await fetch(`${await start(t)}/metrics`);
  assert.match(answer.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  assert.match(await answer.text(), /^tests_total 3$/m);
});

test("nothing else is found", async (t) => {
  const url = await start(t);
  for (const path of ["/", "/metrics/", "/../etc/passwd"])
    assert.equal((await fetch(url + path)).status, 404);
});

test("a taken port is an error that names it", async (t) => {
  const { port } = await localServer(t, (_request, response) => response.end());
  const options = { host: "127.0.0.1", port, registry: new Registry(), isReady: async () => undefined };
  await assert.rejects(startStatusServer(options), { code: "EADDRINUSE", port });
});
