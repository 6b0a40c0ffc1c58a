// The control plane with years of use behind it: a database of ten million tasks and fifty million ledger entries beside
// an empty one, in one run. What is read, created and waited for must not cost more because much is there.

import { startEmbeddedPostgres } from "../deploy/postgres/embedded-postgres.ts";
import { createLogger } from "../shared/logger.ts";
import type { BenchContext, BenchDefinition, Comparison } from "./measuring/harness.ts";
import { alignColumns } from "./measuring/report.ts";
import { BOUNDS } from "./scale/bounds.ts";
import { CASES, type CaseMaker, type ScaleSetting } from "./scale/cases.ts";
import { EMPTY, FIGURE_HEAD, FULL, figureRows } from "./scale/figures.ts";
import { fillDatabases, type KeptDatabases, openFolder } from "./scale/kept-databases.ts";
import { openSubject, type Subject } from "./scale/subject.ts";

/** Enough for the busiest account to have a page of each list: a reply of nothing costs less whatever the table holds. */
const EMPTY_ROWS = 10_000;
/** Long enough for the largest; a run of one size takes minutes. */
const TIMEOUT_MS = 30 * 60_000;

function readCount(context: BenchContext, option: string): number {
  const count = Number(context.options[option]);
  if (!Number.isInteger(count) || count < 0) throw new Error(`--${option} must be a whole number.`);
  return count;
}

type NamedCase = readonly [name: string, make: CaseMaker];

function chooseCases(only: string): NamedCase[] {
  const cases = Object.entries(CASES);
  const names = cases.map(([name]) => name);
  if (only === "") return cases;
  const chosen = only.split(",");
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no case "${unknown}"; there are: ${names.join(", ")}.`);
  return cases.filter(([name]) => chosen.includes(name));
}

async function compareAll(
  context: BenchContext,
  cases: readonly NamedCase[],
  setting: ScaleSetting,
): Promise<void> {
  const rows = [FIGURE_HEAD];
  const failed: string[] = [];
  for (const [name, make] of cases) {
    if (context.signal.aborted) break;
    const comparison: Comparison = { name, warmUps: 0, timeoutMs: TIMEOUT_MS, ...make(setting) };
    try {
      rows.push(...figureRows(await context.compare(comparison), BOUNDS[name]));
    } catch (error) {
      // What the other cases show is not worth less.
      console.error(`${name}:`, error);
      failed.push(name);
    }
  }
  console.log(alignColumns(rows).join("\n"));
  if (failed.length > 0) throw new Error(`Not measured: ${failed.join(", ")}.`);
}

async function measureAll(
  context: BenchContext,
  kept: KeptDatabases,
  cases: readonly NamedCase[],
): Promise<void> {
  const { folder, filled } = kept;
  const database = await startEmbeddedPostgres({
    dataDir: folder,
    logger: createLogger("bench", "error"),
    settings: { max_wal_size: "4GB", checkpoint_timeout: "15min" },
  });
  const subjects: Subject[] = [];
  try {
    for (const { name, ...content } of filled)
      subjects.push(await openSubject(content, { name, folder, serverUrl: database.databaseUrl }));
    const [empty, full] = subjects;
    if (empty === undefined) throw new Error("There is no database to measure.");
    await compareAll(context, cases, {
      empty,
      full,
      postgresPid: database.pid,
      tasks: readCount(context, "tasks"),
      waiting: readCount(context, "waiting"),
      crowd: readCount(context, "crowd"),
    });
  } finally {
    for (const { sql } of subjects) await sql.end({ timeout: 5 });
    await database.stop();
  }
}

const definition: BenchDefinition = {
  name: "scale",
  description: "a database of ten million tasks and fifty million ledger entries beside an empty one",
  options: { rows: "10000000", tasks: "5000", waiting: "300000", crowd: "100000", only: "", keep: "" },
  repeats: 2,
  quick: {
    options: { rows: "20000", only: "reads,usage" },
  },
  format: (result) => alignColumns([FIGURE_HEAD, ...figureRows(result, BOUNDS[result.name])]).join("\n"),
  run: async (context) => {
    const cases = chooseCases(context.options.only ?? "");
    const rows = readCount(context, "rows");
    const wanted = [{ name: EMPTY, rows: EMPTY_ROWS }, ...(rows > 0 ? [{ name: FULL, rows }] : [])];
    await using folder = await openFolder(context.options.keep ?? "");
    const kept = await fillDatabases(folder.path, wanted, context.signal);
    await measureAll(context, kept, cases);
  },
};

export default definition;
