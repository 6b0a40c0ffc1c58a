// Runs a plan's test files under node's own runner and tells of all of them in one report.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import type { TestGroup, TestPlan } from "./test-plan.ts";

export interface PlanOptions {
  readonly root: string;
  /** For the files that stand for groups. */
  readonly workFolder: string;
  /** Of node, for the processes of test files. */
  readonly nodeOptions: readonly string[];
  /** Of each test; a process has as much for each of its files. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface TestEvent {
  readonly type: string;
  readonly data: {
    readonly nesting?: number;
    readonly file?: string;
    readonly todo?: string | boolean;
    readonly counts?: Readonly<Record<string, number>>;
  };
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

/** Under the names that node's own report uses. */
const TOLD_COUNTS: readonly (readonly [count: string, name: string])[] = [
  ["tests", "tests"],
  ["suites", "suites"],
  ["passed", "pass"],
  ["failed", "fail"],
  ["cancelled", "cancelled"],
  ["skipped", "skipped"],
  ["todo", "todo"],
];

function isFailure({ type, data }: TestEvent): boolean {
  return type === "test:fail" && (data.todo === undefined || data.todo === false);
}

/** What the runner says of itself when all files have ended. */
function isOfRunner({ data }: TestEvent): boolean {
  return data.file === undefined && (data.nesting ?? 0) === 0;
}

/** Adds up what is counted, and passes on what else is told, a process's events at once. */
class Report {
  readonly events = new PassThrough({ objectMode: true });
  readonly #counts = new Map<string, number>();
  readonly #startedAt = performance.now();
  hasFailed = false;

  async follow(events: AsyncIterable<TestEvent>): Promise<void> {
    const ofProcess: TestEvent[] = [];
    const passOn = (): void => {
      for (const event of ofProcess.splice(0)) this.events.write(event);
    };
    for await (const event of events) {
      const { type, data } = event;
      if (isFailure(event)) this.hasFailed = true;
      if (!isOfRunner(event)) ofProcess.push(event);
      else if (type === "test:summary") this.#add(data.counts ?? {});
      if (type === "test:summary") passOn();
    }
    passOn();
  }

  #add(counts: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(counts))
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  end(): void {
    const tell = (name: string, value: number): boolean =>
      this.events.write({ type: "test:diagnostic", data: { nesting: 0, message: `${name} ${value}` } });
    for (const [count, name] of TOLD_COUNTS) tell(name, this.#counts.get(count) ?? 0);
    tell("duration_ms", Math.round(performance.now() - this.#startedAt));
    this.events.end();
  }
}

/** Resolves to whether every test has passed. */
export async function runPlan({ groups, concurrency }: TestPlan, options: PlanOptions): Promise<boolean> {
  const report = new Report();
  const printed = new Promise((resolve) => {
    report.events.compose(spec).on("end", resolve).pipe(process.stdout);
  });
  const files = await Promise.all(groups.map((group, index) => entryOf(group, `group-${index}`, options)));
  const { nodeOptions, timeoutMs, signal } = options;
  const execArgv = [`--test-timeout=${timeoutMs}`, ...nodeOptions];
  const longest = Math.max(...groups.map((group) => group.length));
  await report.follow(run({ files, concurrency, timeout: longest * timeoutMs, execArgv, signal }));
  report.end();
  await printed;
  return !report.hasFailed;
}
