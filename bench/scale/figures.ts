// Figures of the empty and the filled database side by side, with what is asked of them.

import { MIB } from "../../shared/limits/units.ts";
import type { CaseResult, ComparisonResult } from "../measuring/harness.ts";
import { formatNumber } from "../measuring/report.ts";

/** What is asked of a measure; each part that is there must hold. */
export interface Bound {
  readonly max?: number;
  readonly min?: number;
  /** Of the filled over the empty database's figure. */
  readonly maxRatio?: number;
  /** At least this part of the same figure of what the case is measured against. */
  readonly ofReference?: number;
}

export const EMPTY = "empty";
export const FULL = "full";

/** What the harness measures of every case says nothing of servers in processes of their own. */
const LEFT_OUT = new Set(["timeMs", "cpuMs", "peakRssBytes"]);

function formatMedian(measure: string, median: number | undefined): string {
  if (median === undefined) return "";
  return measure.endsWith("Bytes") && median >= MIB / 10
    ? `${formatNumber(median / MIB)} MiB`
    : formatNumber(median);
}

interface Values {
  readonly empty: number | undefined;
  readonly full: number | undefined;
  readonly reference: number | undefined;
}

/** In words, and whether it is kept; a part for which there is no figure is not asked. */
function judge(bound: Bound, { empty, full, reference }: Values): string {
  const value = full ?? empty;
  if (value === undefined) return "";
  const parts: { asked: string; isKept: boolean }[] = [];
  const { max, min, maxRatio, ofReference } = bound;
  if (max !== undefined) parts.push({ asked: `≤ ${max}`, isKept: value <= max });
  if (min !== undefined) parts.push({ asked: `≥ ${min}`, isKept: value >= min });
  if (maxRatio !== undefined && full !== undefined && empty !== undefined)
    parts.push({ asked: `≤ ×${maxRatio}`, isKept: full <= maxRatio * empty });
  if (ofReference !== undefined && reference !== undefined)
    parts.push({ asked: `≥ ${ofReference} of the reference`, isKept: value >= ofReference * reference });
  const asked = parts.map((part) => part.asked).join(", ");
  return parts.every(({ isKept }) => isKept) ? `${asked}: kept` : `${asked}: MISSED`;
}

function findCase(result: ComparisonResult, name: string): CaseResult | undefined {
  return result.cases.find((one) => one.name === name);
}

/** A row for each measure: its name, both figures, their ratio, and what is asked. */
export function figureRows(
  result: ComparisonResult,
  bounds: Readonly<Record<string, Bound>> = {},
): string[][] {
  const [empty, full] = [findCase(result, EMPTY), findCase(result, FULL)];
  const reference = result.cases.find(({ name }) => name !== EMPTY && name !== FULL);
  const rows: string[][] = [];
  for (const measure of Object.keys(empty?.measures ?? {})) {
    if (LEFT_OUT.has(measure)) continue;
    const values = {
      empty: empty?.measures[measure]?.median,
      full: full?.measures[measure]?.median,
      reference: reference?.measures[measure]?.median,
    };
    const ratio =
      values.full === undefined || !values.empty ? "" : `×${formatNumber(values.full / values.empty)}`;
    const bound = bounds[measure];
    const asked = bound === undefined ? "" : judge(bound, values);
    rows.push([
      `${result.name}: ${measure}`,
      formatMedian(measure, values.empty),
      formatMedian(measure, values.full),
      ratio,
      asked,
    ]);
    if (reference !== undefined && values.reference !== undefined)
      rows.push([`  of ${reference.name}`, formatMedian(measure, values.reference), "", "", ""]);
  }
  return rows;
}

export const FIGURE_HEAD = ["figure (medians)", "empty", "full", "ratio", "asked"];
