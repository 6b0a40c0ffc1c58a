// `npm test -- [options] [files, folders or globs]`: runs the test files under node's own runner beside one throw-away
// PostgreSQL cluster, which is stopped whatever happens, and fails where a test does. Without files, all of test/ runs;
// with --fast, of those only what starts no program, no thread and no model. Other options go to node, in the processes
// of the test files, and are written with `=` (--test-name-pattern=refund).
import "../shared/process/check-node.ts";
import { globSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startTestCluster } from "./support/database/postgres-cluster.ts";
import { endLeft, RUN_VARIABLE } from "./support/runner/end-left.ts";
import { runPlan } from "./support/runner/run-plan.ts";
import { planTests } from "./support/runner/test-plan.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ALL_TESTS = "test/**/*.test.ts";
const TEST_TIMEOUT_MS = 10 * 60_000;
/** Of up to forty files, one after the other, on a machine that does other work as well. */
const PROCESS_TIMEOUT_MS = 25 * 60_000;
const EXIT_INTERRUPTED = 130;
/** Beside the number of cores: some tests always wait for a time to pass, a disk or the database. */
const WAITING_PROCESSES = 2;

interface Selection {
  readonly files: readonly string[];
  readonly fast: boolean;
  readonly concurrency: number;
  readonly nodeOptions: readonly string[];
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
  const own = /^--fast$|^--test-concurrency=(\d+)$/;
  const concurrency = options.map((option) => own.exec(option)?.[1]).find((value) => value !== undefined);
  return {
    files: [...files].sort(),
    fast: options.includes("--fast"),
    concurrency: concurrency === undefined ? availableParallelism() + WAITING_PROCESSES : Number(concurrency),
    nodeOptions: options.filter((option) => !own.test(option)),
  };
}

async function runTests(selection: Selection, workFolder: string, signal: AbortSignal): Promise<number> {
  const { files, fast, concurrency, nodeOptions } = selection;
  const plan = planTests(ROOT, files, { fast, concurrency });
  const passed = await runPlan(plan, {
    root: ROOT,
    workFolder,
    nodeOptions,
    timeoutMs: TEST_TIMEOUT_MS,
    processTimeoutMs: PROCESS_TIMEOUT_MS,
    signal,
  });
  if (signal.aborted) return EXIT_INTERRUPTED;
  return passed ? 0 : 1;
}

async function main(): Promise<number> {
  const selection = selectTests(process.argv.slice(2));
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => interrupted.abort());
  const given = process.env.CLIPMILL_TEST_DATABASE_URL;
  const cluster = given ? undefined : await startTestCluster(interrupted.signal);
  process.env.CLIPMILL_TEST_DATABASE_URL = given || cluster?.adminUrl;
  const workFolder = await mkdtemp(join(tmpdir(), "clipmill-test-run-"));
  // Tests load ONNX Runtime through other packages too; none of them reports anything either.
  process.env.ORT_DISABLE_TELEMETRY = "1";
  process.env[RUN_VARIABLE] = workFolder;
  try {
    return await runTests(selection, workFolder, interrupted.signal);
  } finally {
    if (interrupted.signal.aborted) await endLeft(workFolder);
    await cluster?.stop();
    await rm(workFolder, { recursive: true, force: true });
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
