import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { nodeService } from "../../../deploy/processes/node-service.ts";
import type { Service } from "../../../deploy/processes/supervisor.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const never = new AbortController().signal;

after(() => assertNoChildren());

async function fakePlane(
  t: TestContext,
  behaviour: string,
  bounds: { readyTimeoutMs?: number; stopTimeoutMs?: number } = {},
): Promise<{ service: Service; log: string }> {
  const log = join(await temporaryFolder(t), "log");
  const env = { ...process.env, FAKE_PLANE: behaviour, FAKE_LOG: log, CLIPMILL_PORT: "4321" };
  const file = new URL("../fixtures/fake-plane.ts", import.meta.url);
  return { service: nodeService({ name: "plane", file, env, ...bounds }), log };
}

test("a child is ready when it says so, and tells its address", async (t) => {
  const { service, log } = await fakePlane(t, "steady");
  const running = await service.start(never);
  assert.equal(running.url, "http://127.0.0.1:4321");
  await running.stop();
  assert.deepEqual(await running.exited, { code: 0, signal: null });
  assert.equal(await readFile(log, "utf8"), "plane started\nplane stopping\nplane stopped\n");
});

test("a child that does not stop in time is killed", async (t) => {
  const { service } = await fakePlane(t, "stubborn", { stopTimeoutMs: 50 });
  const running = await service.start(never);
  await running.stop();
  assert.deepEqual(await running.exited, { code: null, signal: "SIGKILL" });
});

test("a child that is never ready is stopped and fails the start", async (t) => {
  const { service } = await fakePlane(t, "silent", { readyTimeoutMs: 500 });
  await assert.rejects(service.start(never), { message: /was not ready after 0.5 s/ });
});

test("a child that ends before it is ready fails the start with its exit code", async (t) => {
  const { service } = await fakePlane(t, "broken");
  await assert.rejects(service.start(never), { name: "StartError", message: /exit code 3/, exitCode: 1 });
});

test("a child's EX_CONFIG becomes the start's", async (t) => {
  const { service } = await fakePlane(t, "misconfigured");
  await assert.rejects(service.start(never), { name: "StartError", exitCode: 78 });
});

test("a supervisor without a file handle left fails to start its services, and lives on", {
  timeout: 60_000,
}, async () => {
  const fixture = fileURLToPath(new URL("../fixtures/without-handles.ts", import.meta.url));
  const script = `ulimit -n 64; exec "${process.execPath}" "${fixture}"`;
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", script], { cwd: root });
  const failures = ["plane", "database"].map(
    (name) => `StartError: The ${name} could not be started: .*EMFILE\\.\n`,
  );
  assert.match(stdout, new RegExp(`^${failures.join("")}$`));
});

test("a child whose parent is killed learns of it", async (t) => {
  const log = join(await temporaryFolder(t), "log");
  const env = { ...process.env, FAKE_LOG: log };
  const parent = spawn(
    process.execPath,
    [fileURLToPath(new URL("../fixtures/hold-plane.ts", import.meta.url))],
    { env, stdio: ["ignore", 2, 2, "ipc"] },
  );
  await once(parent, "message", { signal: AbortSignal.timeout(20_000) });
  parent.kill("SIGKILL");
  await until("the child to notice", async () => (await readFile(log, "utf8")).includes("plane orphaned"));
});
