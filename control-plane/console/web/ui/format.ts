// Numbers as people read them: short where they stand in lists, with their unit.

const COUNT = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const MOODS = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 });
const PERCENT = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const BYTE_UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
const KILO = 1024;
const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** 12,345 */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** 1 request, 12,345 requests */
export function formatCountOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Moods, with the decimals that they have. Strings as the database writes them are taken too. */
export function formatMoods(moods: number | string): string {
  return MOODS.format(Number(moods));
}

/** 1 mood, 2.5 moods */
export function formatMoodsOf(moods: number): string {
  return `${formatMoods(moods)} mood${moods === 1 ? "" : "s"}`;
}

/** @param share of 1 */
export function formatPercent(share: number): string {
  return PERCENT.format(share);
}

/** 1.4 GiB */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(KILO)));
  const amount = bytes / KILO ** step;
  const digits = step > 0 && amount < 100 ? 1 : 0;
  const text = new Intl.NumberFormat(undefined, { maximumFractionDigits: digits }).format(amount);
  return inUnit(text, BYTE_UNITS[step] ?? "");
}

/** A number with its unit, which stay on one line. */
function inUnit(number: number | string, unit: string): string {
  return `${number}\u00a0${unit}`;
}

/** A duration in whole seconds, by its two largest units. */
function formatWhole(seconds: number): string {
  const [minutes, hours, days] = [MINUTE_S, HOUR_S, DAY_S].map((unit) => Math.floor(seconds / unit));
  if (hours === 0) return `${inUnit(minutes ?? 0, "min")} ${inUnit(seconds % MINUTE_S, "s")}`;
  if (days === 0)
    return `${inUnit(hours ?? 0, "h")} ${inUnit(Math.floor((seconds % HOUR_S) / MINUTE_S), "min")}`;
  return `${inUnit(days ?? 0, "d")} ${inUnit(Math.floor((seconds % DAY_S) / HOUR_S), "h")}`;
}

/** 340 ms, 8.2 s, 4 min 10 s, 2 h 5 min, 3 d 4 h */
export function formatDuration(durationMs: number): string {
  if (Math.round(durationMs) < SECOND_MS) return inUnit(Math.round(durationMs), "ms");
  const seconds = durationMs / SECOND_MS;
  if (Math.round(seconds * 10) < 100) return inUnit(seconds.toFixed(1), "s");
  const whole = Math.round(seconds);
  return whole < MINUTE_S ? inUnit(whole, "s") : formatWhole(whole);
}

/** A place in a video: 1:02:03.4, or 4:05. */
export function formatTimecode(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor((tenths % 36_000) / 600)];
  const rest = (tenths % 600) / 10;
  const second = (rest < 10 ? "0" : "") + (Number.isInteger(rest) ? String(rest) : rest.toFixed(1));
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${second}` : `${minutes}:${second}`;
}

/** A place on a time axis: 14 Nov, or 14 Nov 13:05 where it is no midnight. @param zone the reader's where missing */
export function formatTick(time: number, zone?: string): string {
  const timeZone = zone === undefined ? {} : { timeZone: zone };
  const clock = new Date(time).toLocaleTimeString(undefined, {
    ...timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  });
  const day = new Date(time).toLocaleDateString(undefined, { ...timeZone, day: "numeric", month: "short" });
  return /^(00|24):00$/.test(clock) ? day : `${day} ${clock}`;
}
