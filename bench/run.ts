// `npm run bench -- NAME [--repeats N]` runs one area's benchmark, `npm run bench -- --quick` all of them with short settings,
// and without words the areas are listed. An area may name options of its own.
import "../media-node/threads/no-telemetry.ts";
import "../shared/process/check-node.ts";
import { EXIT_USAGE, isUsageError, UsageError } from "../shared/process/usage-error.ts";
import { type AreaWords, listAreas, loadArea, readAreaWords } from "./measuring/areas.ts";
import { type BenchDefinition, type ComparisonResult, compareCases } from "./measuring/harness.ts";
import { formatTable, writeResults } from "./measuring/report.ts";
import { measureAllAreas } from "./measuring/run-all.ts";
import { readSurroundings } from "./measuring/surroundings.ts";

async function printAreas(areas: readonly string[]): Promise<void> {
  console.log("npm run bench -- --quick measures all areas, with short settings.");
  console.log("npm run bench -- NAME [--repeats N] [--quick] measures one, where NAME is one of:");
  for (const area of areas) console.log(`  ${area}: ${(await loadArea(area)).description}`);
}

async function runArea(
  definition: BenchDefinition,
  { isQuick, repeats, options }: AreaWords,
  signal: AbortSignal,
): Promise<void> {
  const surroundings = await readSurroundings();
  const results: ComparisonResult[] = [];
  const format = definition.format ?? formatTable;
  // Figures of short settings stand beside the others, and not in their place.
  const name = isQuick ? `${definition.name}.quick` : definition.name;
  let written = "";
  await definition.run({
    repeats,
    options,
    signal,
    compare: async (comparison) => {
      const result = await compareCases(comparison, { repeats, isCold: isQuick }, signal);
      results.push(result);
      console.log(`${format(result)}\n`);
      // At once: a run that is broken off later has measured this all the same.
      written = await writeResults(name, surroundings, results);
      return result;
    },
  });
  if (results.length > 0) console.log(`Written to ${written}`);
}

async function main(): Promise<number> {
  const areas = await listAreas();
  const words = process.argv.slice(2);
  const [area, ...args] = words;
  if (area === undefined || words.includes("--help")) {
    await printAreas(areas);
    return 0;
  }
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort(new Error("Interrupted.")));
  process.once("SIGTERM", () => interrupted.abort(new Error("Interrupted.")));
  if (area.startsWith("-") && words.includes("--quick")) return measureAllAreas(words, interrupted.signal);
  if (!areas.includes(area))
    throw new UsageError(`There is no benchmark "${area}"; there are: ${areas.join(", ")}.`);
  const definition = await loadArea(area);
  await runArea(definition, readAreaWords(definition, args), interrupted.signal);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return isUsageError(error) ? EXIT_USAGE : 1;
});
