// How many tasks end in an hour and how long they had waited, from the hours' counts.
import { ENDED_HOURS_LIMITS } from "../../../shared/limits/admin.ts";
import type { EndedHourRow } from "../../db/operators/ended-hours.ts";
import type { EndedHour, ThroughputView, WaitingTimes } from "../api-types/operator.ts";

function endedOf({ finished, failed }: EndedHourRow): number {
  return finished + failed;
}

function sum(rows: readonly EndedHourRow[], read: (row: EndedHourRow) => number): number {
  return rows.reduce((total, row) => total + read(row), 0);
}

/** The bound below which this share of the tasks waited; null beyond the last one, or without tasks. */
function boundOfShare(rows: readonly EndedHourRow[], share: number): number | null {
  const wanted = share * sum(rows, endedOf);
  let counted = 0;
  for (const bound of ENDED_HOURS_LIMITS.waitedUpToS) {
    counted += sum(
      rows.filter((row) => row.waited_up_to_s === bound),
      endedOf,
    );
    if (counted > 0 && counted >= wanted) return bound;
  }
  return null;
}

function seconds(totalMs: number, tasks: number): number {
  return tasks === 0 ? 0 : Math.round(totalMs / tasks) / 1_000;
}

function waitingOf(kind: string, rows: readonly EndedHourRow[]): WaitingTimes {
  const ended = sum(rows, endedOf);
  return {
    kind,
    ended,
    failed: sum(rows, (row) => row.failed),
    meanWaitS: seconds(
      sum(rows, (row) => row.waited_ms),
      ended,
    ),
    meanWorkS: seconds(
      sum(rows, (row) => row.worked_ms),
      ended,
    ),
    medianWaitUpToS: boundOfShare(rows, 0.5),
    p95WaitUpToS: boundOfShare(rows, 0.95),
  };
}

/** @param rows by hour, kind and wait, the oldest first */
export function viewThroughput(rows: readonly EndedHourRow[]): ThroughputView {
  const hours = new Map<string, EndedHour>();
  for (const { hour, kind, finished, failed } of rows) {
    const at = hour.toISOString();
    const before = hours.get(`${at} ${kind}`) ?? { hour: at, kind, finished: 0, failed: 0 };
    const total = { finished: before.finished + finished, failed: before.failed + failed };
    hours.set(`${at} ${kind}`, { hour: at, kind, ...total });
  }
  const byKind = Map.groupBy(rows, (row) => row.kind);
  const waiting = [...byKind].map(([kind, ofKind]) => waitingOf(kind, ofKind));
  return { hours: [...hours.values()], waiting: waiting.toSorted((a, b) => b.ended - a.ended) };
}
