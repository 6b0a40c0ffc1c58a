// Draws with uPlot, in the page's colours. Loaded only where a chart is shown.
import uPlot from "uplot";
import { formatTick } from "../format.ts";
import "./chart.css";
import type { ChartData } from "./chart-data.ts";

const HEIGHT = 220;
const FILL_SHARE = "26";

function colourOf(name: string): string {
  // The variables hold both themes; the browser says which one counts here.
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function seriesOf({ series, kind }: ChartData): uPlot.Series[] {
  return series.map(({ label, tone, format }): uPlot.Series => {
    const stroke = colourOf(tone);
    const bars = kind === "bars" ? uPlot.paths.bars?.({ size: [0.66, 48], radius: 0.2 }) : undefined;
    return {
      label,
      stroke,
      fill: stroke + (bars === undefined ? FILL_SHARE : "d9"),
      width: bars === undefined ? 2 : 0,
      points: { show: false },
      value: (_, value) => (value == null ? "–" : (format ?? String)(value)),
      ...(bars === undefined ? {} : { paths: bars }),
    };
  });
}

/** Bars stand in the middle of their time: the first and the last need room at the sides. */
function widen({ kind, times }: ChartData, min: number, max: number): [number, number] {
  const step = times.length < 2 ? 86_400 : ((times[1] ?? 0) - (times[0] ?? 0)) / 1_000;
  return kind === "bars" ? [min - step * 0.6, max + step * 0.6] : [min, max];
}

function optionsOf(data: ChartData, width: number): uPlot.Options {
  const axis = {
    stroke: colourOf("text-soft"),
    font: "12px Inter Variable, sans-serif",
    ticks: { show: false },
  };
  const grid = { stroke: colourOf("line"), width: 1 };
  const format = data.series[0]?.format ?? String;
  return {
    width,
    height: HEIGHT,
    cursor: { points: { show: data.kind !== "bars" }, y: false },
    legend: { live: true },
    scales: {
      x: { time: true, range: (_, min, max) => widen(data, min, max) },
      y: { range: (_, _min, max) => [0, Math.max(1, (max ?? 0) * 1.12)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        // As wide as a day with its hour.
        space: 92,
        // So far from the line of 0 that the first day does not touch its number.
        gap: 9,
        values: (_, splits) => splits.map((split) => formatTick(split * 1_000, data.zone)),
      },
      { ...axis, grid, size: 56, values: (_, splits) => splits.map((split) => format(split)) },
    ],
    series: [
      { label: "Time", value: (_, time) => (time == null ? "–" : formatTick(time * 1_000, data.zone)) },
      ...seriesOf(data),
    ],
    ...(data.zone === undefined
      ? {}
      : { tzDate: (time: number) => uPlot.tzDate(new Date(time * 1_000), "Etc/UTC") }),
  };
}

/** Draws into an element, as wide as it is. Returns what takes the drawing away. */
export function drawChart(place: HTMLElement, data: ChartData): () => void {
  const times = data.times.map((time) => time / 1_000);
  const values = [times, ...data.series.map(({ values }) => [...values])] as uPlot.AlignedData;
  let plot = new uPlot(optionsOf(data, place.clientWidth), values, place);
  const redraw = (): void => {
    plot.destroy();
    plot = new uPlot(optionsOf(data, place.clientWidth), values, place);
  };
  const resizes = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT }));
  resizes.observe(place);
  const themes = new MutationObserver(redraw);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", redraw);
  return () => {
    resizes.disconnect();
    themes.disconnect();
    system.removeEventListener("change", redraw);
    plot.destroy();
  };
}
