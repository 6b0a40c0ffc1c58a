// Turns results into a table for the screen and a file for machines.
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { MIB } from "../../shared/limits/units.ts";
import type { ComparisonResult, Summary } from "./harness.ts";
import type { Surroundings } from "./surroundings.ts";

const RESULTS = new URL("../results/", import.meta.url);

/** With as many digits as a figure of a measurement is worth. */
export function formatNumber(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

/** Bytes are shown as MiB; every other measure's name carries its unit. */
function formatSummary(measure: string, { median, min, max }: Summary): string {
  const divisor = measure.endsWith("Bytes") ? MIB : 1;
  const [middle, low, high] = [median, min, max].map((value) => formatNumber(value / divisor));
  return `${middle}${divisor === MIB ? " MiB" : ""} (${low}–${high})`;
}

/** Rows of cells as lines of text in which each column begins at the same place. */
export function alignColumns(table: readonly (readonly string[])[]): string[] {
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** One comparison as lines of text: a row per case and measure, with the median, the range and the ratio. */
export function formatTable(result: ComparisonResult): string {
  const rows = result.cases.flatMap((one) =>
    Object.entries(one.measures).map(([measure, summary]) => {
      const ratio = one.ratios[measure];
      const ratioText = one.isReference ? "reference" : ratio === undefined ? "" : `×${formatNumber(ratio)}`;
      return [one.name, measure, formatSummary(measure, summary), ratioText];
    }),
  );
  const lines = alignColumns([["case", "measure", "median (min–max)", "ratio"], ...rows]);
  return [result.name, ...lines.map((line) => `  ${line}`)].join("\n");
}

/** Writes the area's results and returns the file's path. */
export async function writeResults(
  area: string,
  surroundings: Surroundings,
  comparisons: readonly ComparisonResult[],
): Promise<string> {
  const file = new URL(`${area}.json`, RESULTS);
  await mkdir(RESULTS, { recursive: true });
  await writeFile(file, `${JSON.stringify({ area, ...surroundings, comparisons }, null, 2)}\n`);
  return fileURLToPath(file);
}
