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
