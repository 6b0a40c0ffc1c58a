// The real `npm start` command for end-to-end tests: its own process group, data folder and free ports, and a client
// with a key made by the operator's command. What it leaves running is killed when the test ends.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type ApiClient, createApiClient, type Job } from "../../../deploy/demo-client.ts";
import { cleanUp } from "../clean-up.ts";
import { runAdminHere } from "./admin.ts";

const START_TIMEOUT_MS = 120_000;

export interface Standalone {
  readonly url: string;
  readonly process: ChildProcess;
  /** Orderly, as an operator would: SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** What a power cut does: every process of the group at once. */
  killGroup(): Promise<void>;
}

function environment(dataDir: string): NodeJS.ProcessEnv {
  const { CLIPMILL_TEST_DATABASE_URL: _, ...inherited } = process.env;
  return {
    ...inherited,
    CLIPMILL_DATA_DIR: dataDir,
    CLIPMILL_PORT: "0",
    CLIPMILL_MEDIA_PORT: "0",
    CLIPMILL_LOG_LEVEL: process.env.CLIPMILL_LOG_LEVEL ?? "error",
    CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8",
  };
}

/** Starts an appliance on a data folder and waits for the address that it prints. */
export async function startStandalone(
  t: TestContext,
  dataDir: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<Standalone> {
  const child = spawn(process.execPath, ["--import", "tsx", "deploy/standalone.ts"], {
    env: { ...environment(dataDir), ...settings },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const killGroup = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await exited;
  };
  cleanUp(t, killGroup);
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => void killGroup(), START_TIMEOUT_MS);
  const [line] = (await Promise.race([once(lines, "line"), once(child, "exit").then(() => [""])])) as [
    string,
  ];
  clearTimeout(timer);
  const url = /^Clipmill is running: (http:\S+)$/.exec(line)?.[1];
  assert.ok(url !== undefined, `the appliance must print its address, not "${line}"`);
  return {
    url,
    process: child,
    killGroup,
    stop: async () => {
      const exited = once(child, "exit") as Promise<[number | null]>;
      child.kill("SIGTERM");
      return (await exited)[0];
    },
  };
}

/** Runs an operator's command against the appliance of this data folder and returns what it printed as JSON. */
export async function admin(dataDir: string, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runAdminHere(environment(dataDir), ...args, "--json");
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Makes an approved account with ten moods and a key. */
export async function createClientKey(dataDir: string): Promise<{ accountId: string; key: string }> {
  const account = await admin(
    dataDir,
    "account",
    "create",
    "--email",
    "e2e@localhost",
    "--approve",
    "--grant",
    "10",
  );
  // Tests poll far more often than a client should.
  const key = await admin(dataDir, "key", "create", String(account.id), "--per-minute", "100000");
  return { accountId: String(account.id), key: String(key.key) };
}

export function clientOf(t: TestContext, url: string, key: string): ApiClient {
  const controller = new AbortController();
  cleanUp(t, () => controller.abort());
  return createApiClient(url, key, controller.signal);
}

/** Polls a job until it satisfies a condition. The bound is for one that never does, on a machine that is busy with others. */
export async function pollJob(
  client: ApiClient,
  jobId: string,
  until: (job: Job) => boolean,
  timeoutMs = 300_000,
): Promise<Job> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const job = await client.readJob(jobId);
    if (until(job)) return job;
    assert.ok(performance.now() < deadline, `the job must get there in time: ${JSON.stringify(job)}`);
    await pause(200);
  }
}

export function hasEnded(job: Job): boolean {
  return job.status === "finished" || job.status === "failed";
}
