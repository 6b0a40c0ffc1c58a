// `npm run bench -- NAME [--repeats N]`: runs one area's benchmark, or lists the areas. An area is a file
// `NAME.bench.ts` beside this one whose default export is its definition; it may name options of its own.
import "../media-node/threads/no-telemetry.ts";
import "../shared/process/check-node.ts";
import { readdir } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type BenchDefinition, type ComparisonResult, compareCases } from "./measuring/harness.ts";
import { formatTable, writeResults } from "./measuring/report.ts";
import { readSurroundings } from "./measuring/surroundings.ts";

const SUFFIX = ".bench.ts";
const REPEATS = { default: 5, min: 1, max: 1_000 };

function isDefinition(value: unknown): value is BenchDefinition {
  return typeof value === "object" && value !== null && "run" in value && "description" in value;
}

async function loadDefinition(area: string): Promise<BenchDefinition> {
  const module: unknown = await import(new URL(`${area}${SUFFIX}`, import.meta.url).href);
  const isModule = typeof module === "object" && module !== null && "default" in module;
  if (isModule && isDefinition(module.default)) return module.default;
  throw new Error(`bench/${area}${SUFFIX} has no definition as its default export.`);
}

async function listAreas(): Promise<string[]> {
  const files = await readdir(new URL(".", import.meta.url));
  return files
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .sort();
}

async function printAreas(areas: readonly string[]): Promise<void> {
  console.log("npm run bench -- NAME [--repeats N], where NAME is one of:");
  for (const area of areas) console.log(`  ${area}: ${(await loadDefinition(area)).description}`);
}

interface AreaRun {
  readonly repeats: number;
  readonly options: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

async function runArea(definition: BenchDefinition, { repeats, options, signal }: AreaRun): Promise<void> {
  const surroundings = await readSurroundings();
  const results: ComparisonResult[] = [];
  const format = definition.format ?? formatTable;
  let written = "";
  await definition.run({
    repeats,
    options,
    signal,
    compare: async (comparison) => {
      const result = await compareCases(comparison, repeats, signal);
      results.push(result);
      console.log(`${format(result)}\n`);
      // At once: a run that is broken off later has measured this all the same.
      written = await writeResults(definition.name, surroundings, results);
      return result;
    },
  });
  if (results.length > 0) console.log(`Written to ${written}`);
}

/** The words of an area, behind its name: `--repeats` and the options that it names itself. */
function readWords(definition: BenchDefinition, args: readonly string[]): Omit<AreaRun, "signal"> {
  const own = Object.entries(definition.options ?? {});
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(own.map(([name, value]) => [name, { type: "string", default: value } as const])),
      repeats: { type: "string", default: String(definition.repeats ?? REPEATS.default) },
    },
  });
  const given: Readonly<Record<string, unknown>> = values;
  const repeats = Number(values.repeats);
  if (!Number.isInteger(repeats) || repeats < REPEATS.min || repeats > REPEATS.max) {
    throw new Error(`--repeats must be a whole number from ${REPEATS.min} to ${REPEATS.max}.`);
  }
  return { repeats, options: Object.fromEntries(own.map(([name]) => [name, String(given[name])])) };
}

async function main(): Promise<number> {
  const areas = await listAreas();
  const [area, ...args] = process.argv.slice(2);
  if (area === undefined) {
    await printAreas(areas);
    return 0;
  }
  if (!areas.includes(area))
    throw new Error(`There is no benchmark "${area}"; there are: ${areas.join(", ")}.`);
  const definition = await loadDefinition(area);
  const words = readWords(definition, args);
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort(new Error("Interrupted.")));
  process.once("SIGTERM", () => interrupted.abort(new Error("Interrupted.")));
  await runArea(definition, { ...words, signal: interrupted.signal });
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
