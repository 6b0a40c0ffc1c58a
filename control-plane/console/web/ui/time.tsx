// Times in the reader's zone; on hover, and for those who ask the element, in UTC.
import { useEffect, useState } from "preact/hooks";
import { formatDuration } from "./format.ts";

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const SHORT = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });
const STEPS = [
  { unit: "second", ms: 1_000, below: 60_000 },
  { unit: "minute", ms: 60_000, below: 3_600_000 },
  { unit: "hour", ms: 3_600_000, below: 86_400_000 },
  { unit: "day", ms: 86_400_000, below: Number.POSITIVE_INFINITY },
] as const;
const REFRESH_MS = 20_000;

/** "5 min. ago", "in 2 days" */
function formatAgo(time: number, now: number): string {
  const distance = time - now;
  const step = STEPS.find(({ below }) => Math.abs(distance) < below) ?? STEPS[3];
  return RELATIVE.format(Math.round(distance / step.ms), step.unit);
}

function utcOf(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function useNow(isWanted: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isWanted]);
  return now;
}

/** How long something took; null, before it began, draws a dash. */
export function Duration({ ms }: { ms: number | null }) {
  if (ms === null) return <span class="faint">–</span>;
  return <span class="nowrap">{formatDuration(ms)}</span>;
}

export interface TimeProps {
  /** ISO 8601; null draws a dash. */
  readonly at: string | null | undefined;
  /** `ago` is relative, `short` without the year, `day` without the hour. */
  readonly kind?: "full" | "short" | "day" | "ago";
}

/** A time as text: `full`, `short`, its `day` alone, or how long `ago`, which then keeps up with the clock. */
export function Time({ at, kind = "full" }: TimeProps) {
  const now = useNow(kind === "ago");
  if (at == null) return <span class="faint">–</span>;
  const date = new Date(at);
  const texts = {
    full: () => FULL.format(date),
    short: () => SHORT.format(date),
    day: () => DAY.format(date),
    ago: () => formatAgo(date.getTime(), now),
  };
  const title = kind === "full" ? utcOf(date) : `${FULL.format(date)} · ${utcOf(date)}`;
  return (
    <time class="numeric nowrap" dateTime={date.toISOString()} title={title}>
      {texts[kind]()}
    </time>
  );
}
