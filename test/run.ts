// `npm test -- [node --test options] [files, folders or globs]`: runs the test files under node's own runner beside one
// throw-away PostgreSQL cluster, which is stopped whatever happens, and exits as the runner does. Options are written
// with `=` (--test-name-pattern=refund); without files, all of test/ runs.
import "../shared/check-node.ts";
import { spawn } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startTestCluster } from "./support/postgres-cluster.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ALL_TESTS = "test/**/*.test.ts";
const TEST_TIMEOUT_MS = 10 * 60_000;
const EXIT_INTERRUPTED = 130;

interface Selection {
  readonly options: readonly string[];
  readonly files: readonly string[];
}

/** A folder stands for all tests below it. */
function globOf(pattern: string): string {
  const isFolder = statSync(join(ROOT, pattern), { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? join(pattern, "**/*.test.ts") : pattern;
}

function selectTests(args: readonly string[]): Selection {
  const options = args.filter((arg) => arg.startsWith("-"));
  const patterns = args.filter((arg) => !arg.startsWith("-"));
  const files = new Set<string>();
  for (const pattern of patterns.length === 0 ? [ALL_TESTS] : patterns) {
    const found = globSync(globOf(pattern), { cwd: ROOT });
    if (found.length === 0) throw new Error(`No test file matches ${pattern}.`);
    for (const file of found) files.add(file);
  }
  return { options, files: [...files].sort() };
}

/** Resolves to the runner's exit code; a signal to this process is passed on to it. */
function runNode(args: readonly string[], databaseUrl: string, signal: AbortSignal): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: "inherit",
    // Tests load ONNX Runtime through other packages too; none of them reports anything either.
    env: { ...process.env, CLIPMILL_TEST_DATABASE_URL: databaseUrl, ORT_DISABLE_TELEMETRY: "1" },
  });
  signal.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? EXIT_INTERRUPTED));
  });
}

async function main(): Promise<number> {
  const { options, files } = selectTests(process.argv.slice(2));
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => interrupted.abort());
  const given = process.env.CLIPMILL_TEST_DATABASE_URL;
  const cluster = given ? undefined : await startTestCluster(interrupted.signal);
  try {
    const runner = [
      "--import",
      "tsx",
      "--test",
      "--test-reporter=spec",
      "--test-reporter-destination=stdout",
    ];
    const bounds = [`--test-concurrency=${availableParallelism()}`, `--test-timeout=${TEST_TIMEOUT_MS}`];
    const args = [...runner, ...bounds, ...options, ...files];
    return await runNode(args, given || (cluster?.adminUrl ?? ""), interrupted.signal);
  } finally {
    await cluster?.stop();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
