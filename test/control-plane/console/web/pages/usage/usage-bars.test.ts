// The bars of the page of usage: by day, and by week where days would be too many.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  barTimes,
  USAGE_RANGES,
  type UsageRange,
  usageBars,
} from "../../../../../../control-plane/console/web/pages/usage/usage-bars.ts";

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse("2026-11-30T15:00:00Z");

function rangeOf(value: string): UsageRange {
  const range = USAGE_RANGES.find((each) => each.value === value);
  assert.ok(range !== undefined);
  return range;
}

function usageOf(...days: [day: string, moods: number, requests: number][]) {
  return { by_day: days.map(([day, charged_moods, requests]) => ({ day, charged_moods, requests })) };
}

test("no time has more bars than a phone has room for", () => {
  // A chart on a phone is some 250 pixels wide, and a bar two thirds of its place.
  for (const range of USAGE_RANGES) assert.ok(barTimes(range, NOW_MS).length <= 120, range.label);
});

test("thirty days have a bar for each day, to the present one", () => {
  const { moods } = usageBars(usageOf(["2026-11-30", 2, 9], ["2026-11-28", 1, 3]), rangeOf("30"), NOW_MS);
  const values = moods.series[0]?.values ?? [];
  assert.equal(values.length, 30);
  assert.deepEqual(values.slice(-3), [1, 0, 2]);
  assert.equal(moods.times.at(-1), Date.parse("2026-11-30"));
});

test("a year has a bar for each seven days, the last of which ends with the present one, and loses nothing", () => {
  const year = rangeOf("365");
  const usage = usageOf(
    ["2026-11-30", 2, 9],
    ["2026-11-24", 1, 3],
    ["2026-11-23", 5, 50],
    ["2025-12-02", 4, 4],
  );
  const { moods, requests } = usageBars(usage, year, NOW_MS);
  assert.equal(moods.times.at(-1), Date.parse("2026-11-24"));
  assert.equal(moods.times[0], Date.parse("2025-12-02"), "364 days");
  for (const [index, time] of moods.times.slice(1).entries()) {
    assert.equal(time - (moods.times[index] ?? 0), 7 * DAY_MS);
  }
  assert.deepEqual(moods.series[0]?.values.slice(-2), [5, 3]);
  assert.deepEqual(requests.series[0]?.values.slice(-2), [50, 12]);
  assert.equal(moods.series[0]?.values[0], 4);
});
