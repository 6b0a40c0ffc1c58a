// Runs a plan's test files under node's own runner, which tells of them.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { FailedProcesses } from "./failed-processes.ts";
import { LongestFiles } from "./longest-files.ts";
import type { TestGroup, TestPlan } from "./test-plan.ts";

export interface PlanOptions {
  readonly root: string;
  /** For the files that stand for groups. */
  readonly workFolder: string;
  /** Of node, for the processes of test files. */
  readonly nodeOptions: readonly string[];
  /** Of each test. */
  readonly timeoutMs: number;
  /** Of each process with all its files: one that something keeps from ending fails then, and the others run on. */
  readonly processTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** One that cannot be loaded fails as a test of its own, and the others run. */
const ENTRY = `import { test } from "node:test";
for (const file of FILES) {
  try {
    await import(file);
  } catch (error) {
    test(\`\${file} is loaded\`, () => {
      throw error;
    });
  }
}
`;

/** A group of several files becomes a file that imports them in their order. */
async function entryOf(group: TestGroup, name: string, { root, workFolder }: PlanOptions): Promise<string> {
  const paths = group.map((file) => join(root, file));
  const [only] = paths;
  if (only !== undefined && paths.length === 1) return only;
  const entry = join(workFolder, `${name}.test.mjs`);
  const urls = paths.map((path) => pathToFileURL(path).href);
  await writeFile(entry, ENTRY.replace("FILES", JSON.stringify(urls)));
  return entry;
}

/** With fewer processes it is plain where the time goes. */
const MIN_GROUPS_TOLD = 10;

/** Resolves to whether every test has passed. */
export async function runPlan({ groups, concurrency }: TestPlan, options: PlanOptions): Promise<boolean> {
  const files = await Promise.all(groups.map((group, index) => entryOf(group, `group-${index}`, options)));
  const { nodeOptions, timeoutMs, processTimeoutMs, signal } = options;
  const execArgv = ["--import=tsx", `--test-timeout=${timeoutMs}`, ...nodeOptions];
  const longest = new LongestFiles(options.root);
  const failed = new FailedProcesses();
  let hasFailed = false;
  const events = run({ files, concurrency, timeout: processTimeoutMs, execArgv, signal });
  events.on("test:pass", (ended) => longest.add(ended));
  events.on("test:fail", (ended) => {
    const { todo } = ended;
    longest.add(ended);
    failed.addFailure(ended);
    if (todo === undefined || todo === false) hasFailed = true;
  });
  events.on("test:diagnostic", (told) => failed.addMessage(told));
  await pipeline(events, new spec(), process.stdout, { end: false });
  process.stdout.write(failed.describe((entry) => groups[files.indexOf(entry)] ?? [entry]));
  if (groups.length >= MIN_GROUPS_TOLD) process.stdout.write(`\n${longest}`);
  return !hasFailed;
}
