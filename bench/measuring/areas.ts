// The areas: what there is to measure, and what each is told. An area is a file `NAME.bench.ts` beside `run.ts` whose default
// export is its definition.
import { readdir } from "node:fs/promises";
import { parseArgs } from "node:util";
import { UsageError } from "../../shared/process/usage-error.ts";
import type { BenchDefinition } from "./harness.ts";

const FOLDER = new URL("../", import.meta.url);
const SUFFIX = ".bench.ts";
const REPEATS = { default: 5, min: 1, max: 1_000 };

function isDefinition(value: unknown): value is BenchDefinition {
  return typeof value === "object" && value !== null && "run" in value && "description" in value;
}

/** @throws where there is no such file, or none with a definition */
export async function loadArea(area: string): Promise<BenchDefinition> {
  const module: unknown = await import(new URL(`${area}${SUFFIX}`, FOLDER).href);
  const isModule = typeof module === "object" && module !== null && "default" in module;
  if (isModule && isDefinition(module.default)) return module.default;
  throw new Error(`bench/${area}${SUFFIX} has no definition as its default export.`);
}

/** The names of all areas, in the order of the alphabet. */
export async function listAreas(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .sort();
}

export interface AreaWords {
  readonly isQuick: boolean;
  readonly repeats: number;
  readonly options: Readonly<Record<string, string>>;
}

/** What an area's options are where nothing is given. */
export function defaultOptions({ options = {}, quick }: BenchDefinition, isQuick: boolean) {
  return isQuick ? { ...options, ...quick.options } : options;
}

/** The words behind an area's name: `--quick`, `--repeats`, and the options that it names itself. */
export function readAreaWords(definition: BenchDefinition, args: readonly string[]): AreaWords {
  const isQuick = args.includes("--quick");
  const own = Object.entries(defaultOptions(definition, isQuick));
  const usual = isQuick ? 1 : (definition.repeats ?? REPEATS.default);
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(own.map(([name, value]) => [name, { type: "string", default: value } as const])),
      repeats: { type: "string", default: String(usual) },
      quick: { type: "boolean" },
    },
  });
  const given: Readonly<Record<string, unknown>> = values;
  const repeats = Number(values.repeats);
  if (!Number.isInteger(repeats) || repeats < REPEATS.min || repeats > REPEATS.max) {
    throw new UsageError(`--repeats must be a whole number from ${REPEATS.min} to ${REPEATS.max}.`);
  }
  const options = Object.fromEntries(own.map(([name]) => [name, String(given[name])]));
  return { isQuick, repeats, options };
}
