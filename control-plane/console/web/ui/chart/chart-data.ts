// What a chart is of.

export interface ChartSeries {
  readonly label: string;
  /** Of the page's colours. */
  readonly tone: "accent" | "green" | "amber" | "red" | "blue";
  /** One for each time; null where there is none. */
  readonly values: readonly (number | null)[];
  readonly format?: (value: number) => string;
}

export interface ChartData {
  readonly kind: "bars" | "lines";
  /** In which days begin: UTC for what the service counts by days, otherwise the reader's. */
  readonly zone?: "UTC";
  /** Milliseconds since 1970, rising. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The beginnings of hours or days up to the one in which a moment lies, oldest first: each has its place in a chart, those
 * of which nothing is known too.
 */
export function timesUpTo(atMs: number, count: number, stepMs: number): number[] {
  const last = Math.floor(atMs / stepMs) * stepMs;
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * stepMs);
}
