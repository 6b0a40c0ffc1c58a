// `npm run bench -- --quick`: all areas one after the other, each in a process of its own, so that none measures what another
// has left in memory, and one that crashes or hangs costs the others nothing.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { defaultOptions, listAreas, loadArea } from "./areas.ts";
import type { BenchDefinition } from "./harness.ts";
import { alignColumns } from "./report.ts";

const RUN_FILE = fileURLToPath(new URL("../run.ts", import.meta.url));
/** Of one area: many times what any takes. */
const TIMEOUT_MS = 5 * 60_000;
/** How long an area that was told to end may clean up. */
const KILL_GRACE_MS = 20_000;

interface AreaEnd {
  readonly area: string;
  readonly outcome: "measured" | "failed" | "left out";
  /** How long it took, or why nothing was measured. */
  readonly told: string;
}

/** Measures one area. @returns why it failed; undefined where it did not */
async function measureArea(
  area: string,
  options: Readonly<Record<string, string>>,
  interrupted: AbortSignal,
): Promise<string | undefined> {
  const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(process.execPath, ["--import", "tsx", RUN_FILE, area, "--quick", ...given], {
    stdio: "inherit",
  });
  const overdue = AbortSignal.timeout(TIMEOUT_MS);
  const ending = AbortSignal.any([overdue, interrupted]);
  let killer: NodeJS.Timeout | undefined;
  const end = (): void => {
    child.kill("SIGTERM");
    killer = setTimeout(() => child.kill("SIGKILL"), KILL_GRACE_MS);
  };
  ending.addEventListener("abort", end, { once: true });
  try {
    const [exitCode, exitSignal] = await once(child, "close");
    if (overdue.aborted) return `it took more than ${TIMEOUT_MS / 1_000} s`;
    return exitCode === 0 ? undefined : `it ended with ${exitCode ?? exitSignal}`;
  } finally {
    clearTimeout(killer);
    ending.removeEventListener("abort", end);
  }
}

/** How one area is measured: in a process of its own, unless a test says otherwise. */
export type MeasureArea = typeof measureArea;

async function runArea(
  definition: BenchDefinition,
  given: Readonly<Record<string, string>>,
  { measure, interrupted }: Run,
): Promise<AreaEnd> {
  const { name: area, quick } = definition;
  const reason = await quick.leftOut?.({ ...defaultOptions(definition, true), ...given });
  if (reason !== undefined) return { area, outcome: "left out", told: reason };
  const startedAt = performance.now();
  const failure = await measure(area, given, interrupted);
  const took = `${Math.round((performance.now() - startedAt) / 1_000)} s`;
  return failure === undefined
    ? { area, outcome: "measured", told: took }
    : { area, outcome: "failed", told: `${failure}, after ${took}` };
}

/** What is given for one area: options that no other has, since others mean something else in each. */
function readOptions(definitions: readonly BenchDefinition[], args: readonly string[]) {
  const names = definitions.flatMap(({ options = {} }) => Object.keys(options));
  const own = names.filter((name) => names.indexOf(name) === names.lastIndexOf(name));
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(own.map((name) => [name, { type: "string" } as const])),
      quick: { type: "boolean" },
    },
  });
  const given = Object.entries(values).filter(([, value]) => typeof value === "string");
  return ({ options = {} }: BenchDefinition): Record<string, string> =>
    Object.fromEntries(given.flatMap(([name, value]) => (name in options ? [[name, String(value)]] : [])));
}

export interface Run {
  readonly measure: MeasureArea;
  readonly interrupted: AbortSignal;
  readonly print: (line: string) => void;
}

/** Measures areas quickly, one after the other. @returns the exit status: 1 where one failed */
export async function measureAreas(
  definitions: readonly BenchDefinition[],
  args: readonly string[],
  run: Run,
): Promise<number> {
  const { interrupted, print } = run;
  const optionsOf = readOptions(definitions, args);
  const startedAt = performance.now();
  const ends: AreaEnd[] = [];
  for (const definition of definitions) {
    interrupted.throwIfAborted();
    print(`== ${definition.name}: ${definition.description}`);
    const end = await runArea(definition, optionsOf(definition), run);
    print(`== ${end.area}: ${end.outcome}, ${end.told}\n`);
    ends.push(end);
  }
  const took = Math.round((performance.now() - startedAt) / 1_000);
  const rows = ends.map(({ area, outcome, told }) => [area, outcome, told]);
  print([...alignColumns([["area", "outcome", ""], ...rows]), `${took} s in all`].join("\n"));
  return ends.some(({ outcome }) => outcome === "failed") ? 1 : 0;
}

/** Measures every area that there is. */
export async function measureAllAreas(args: readonly string[], interrupted: AbortSignal): Promise<number> {
  const definitions = await Promise.all((await listAreas()).map(loadArea));
  return measureAreas(definitions, args, { measure: measureArea, interrupted, print: console.log });
}
