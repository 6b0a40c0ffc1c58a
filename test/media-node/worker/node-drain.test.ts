// How a node that was told to stop waits for its jobs, and which signals end the wait.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PROCESS_LIMITS } from "../../../shared/limits/processes.ts";
import { until } from "../../support/until.ts";

const FILE = fileURLToPath(new URL("../fixtures/draining-process.ts", import.meta.url));

interface Draining {
  readonly child: ChildProcess;
  readonly said: () => string;
  /** Its exit code and signal. */
  readonly closed: Promise<unknown[]>;
}

/** A node that is ready, with a job. */
async function startNode(
  t: TestContext,
  channel: "ignore" | "ipc",
  ...args: readonly string[]
): Promise<Draining> {
  const child = spawn(process.execPath, ["--import", "tsx", FILE, ...args], {
    stdio: ["pipe", "pipe", "inherit", channel],
  });
  t.after(() => child.kill("SIGKILL"));
  const closed = once(child, "close");
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const said = (): string => output;
  await until("the node to be ready", () => said().includes("ready\n"), 60_000);
  return { child, said, closed };
}

async function beginDrain({ child, said }: Draining, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await until("the drain to begin", () => said().includes("1 jobs are left"));
}

async function endJob({ child, said, closed }: Draining): Promise<void> {
  child.stdin?.end();
  assert.deepEqual(await closed, [0, null]);
  assert.match(said(), /no jobs are left/);
}

test("a Ctrl-C that npm or a supervisor passes on as well lets jobs end", async (t) => {
  const node = await startNode(t, "ignore", "timeless");
  await beginDrain(node, "SIGINT");
  node.child.kill("SIGINT");
  node.child.kill("SIGTERM");
  await pause(PROCESS_LIMITS.sameSignalMs);
  await endJob(node);
});

test("a second signal ends the wait", async (t) => {
  const node = await startNode(t, "ignore");
  await beginDrain(node, "SIGTERM");
  await pause(PROCESS_LIMITS.sameSignalMs + 100);
  node.child.kill("SIGTERM");
  assert.deepEqual(await node.closed, [0, null]);
  assert.match(node.said(), /1 jobs are given back to the queue/);
});

test("a supervisor's signal behind the terminal's is none of its own, however late it comes", async (t) => {
  const node = await startNode(t, "ipc");
  await beginDrain(node, "SIGINT");
  await pause(PROCESS_LIMITS.sameSignalMs + 100);
  node.child.kill("SIGTERM");
  await pause(PROCESS_LIMITS.sameSignalMs);
  await endJob(node);
});

test("a closed terminal stops a node in order", async (t) => {
  const node = await startNode(t, "ignore");
  await beginDrain(node, "SIGHUP");
  await endJob(node);
});
