// What was used by time, as bars. A year has a bar for each week: 365 bars are thinner than a pixel on a phone.
import type { Usage } from "../../../../../shared/schemas/usage.ts";
import { type ChartData, DAY_MS, timesUpTo } from "../../ui/chart/chart-data.ts";
import { formatMoods } from "../../ui/format.ts";

export interface UsageRange {
  readonly value: string;
  readonly label: string;
  readonly bars: number;
  readonly daysOfBar: 1 | 7;
}

export const THIRTY_DAYS: UsageRange = { value: "30", label: "30 days", bars: 30, daysOfBar: 1 };

export const USAGE_RANGES: readonly UsageRange[] = [
  { value: "7", label: "7 days", bars: 7, daysOfBar: 1 },
  THIRTY_DAYS,
  { value: "90", label: "90 days", bars: 90, daysOfBar: 1 },
  { value: "365", label: "A year", bars: 52, daysOfBar: 7 },
];

/** Where the bars begin, oldest first; the last one ends with the present day (UTC). */
export function barTimes({ bars, daysOfBar }: UsageRange, nowMs: number): number[] {
  const days = timesUpTo(nowMs, bars * daysOfBar, DAY_MS);
  return days.filter((_, index) => index % daysOfBar === 0);
}

/** Days without an entry had nothing. @param nowMs of the same day as the usage was read for */
export function usageBars(
  usage: Pick<Usage, "by_day">,
  range: UsageRange,
  nowMs: number,
): { readonly moods: ChartData; readonly requests: ChartData } {
  const times = barTimes(range, nowMs);
  const byDay = new Map(usage.by_day.map((day) => [Date.parse(day.day), day]));
  const sum = (from: number, field: "charged_moods" | "requests"): number =>
    Array.from({ length: range.daysOfBar }, (_, day) => byDay.get(from + day * DAY_MS)?.[field] ?? 0).reduce(
      (total, value) => total + value,
    );
  const chart = (label: string, tone: "accent" | "blue", field: "charged_moods" | "requests"): ChartData => ({
    kind: "bars",
    zone: "UTC",
    times,
    series: [{ label, tone, values: times.map((from) => sum(from, field)), format: formatMoods }],
  });
  return {
    moods: chart("Moods charged", "accent", "charged_moods"),
    requests: chart("Requests", "blue", "requests"),
  };
}
