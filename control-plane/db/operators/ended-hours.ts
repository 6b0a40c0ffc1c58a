// SQL of how many tasks end in an hour, and how long they had waited: counted where they end, and read for operators.
import type { Queryable } from "../../../shared/db/connect.ts";
import { ENDED_HOURS_LIMITS } from "../../../shared/limits/admin.ts";

/** A task that has just ended. */
export interface TimedEnd {
  readonly kind: string;
  readonly state: "finished" | "failed";
  /** Since it was created. */
  readonly age_s: number;
  /** Until its first run began. */
  readonly waited_s: number;
}

interface EndCount {
  readonly kind: string;
  readonly waitedUpToS: number;
  finished: number;
  failed: number;
  waitedMs: number;
  workedMs: number;
}

/** The first bound that holds a wait; -1 beyond all of them. */
function boundOf(waitedS: number): number {
  return ENDED_HOURS_LIMITS.waitedUpToS.find((bound) => waitedS <= bound) ?? -1;
}

function countEnds(ended: readonly TimedEnd[]): EndCount[] {
  const counts = new Map<string, EndCount>();
  for (const { kind, state, age_s, waited_s } of ended) {
    const waitedUpToS = boundOf(waited_s);
    const name = `${kind} ${waitedUpToS}`;
    const none = { kind, waitedUpToS, finished: 0, failed: 0, waitedMs: 0, workedMs: 0 };
    const count = counts.get(name) ?? none;
    count[state] += 1;
    count.waitedMs += waited_s * 1_000;
    count.workedMs += Math.max(0, age_s - waited_s) * 1_000;
    counts.set(name, count);
  }
  return [...counts.values()];
}

/**
 * Counts tasks that this transaction ends. Rows are locked in the order of their keys, since several processes write the
 * same ones: call it last, so that nobody waits for these locks longer than a commit takes.
 */
export async function countEndedTasks(sql: Queryable, ended: readonly TimedEnd[]): Promise<void> {
  if (ended.length === 0) return;
  const counts = countEnds(ended);
  await sql`
    insert into ended_hours as h (hour, kind, waited_up_to_s, finished, failed, waited_ms, worked_ms)
    select date_trunc('hour', now(), 'UTC'), kind, bound, finished, failed, waited_ms, worked_ms
    from unnest(${counts.map((count) => count.kind)}::text[], ${counts.map((count) => count.waitedUpToS)}::int[],
      ${counts.map((count) => count.finished)}::int[], ${counts.map((count) => count.failed)}::int[],
      ${counts.map((count) => count.waitedMs)}::float8[], ${counts.map((count) => count.workedMs)}::float8[])
      as c (kind, bound, finished, failed, waited_ms, worked_ms)
    order by kind, bound
    on conflict (hour, kind, waited_up_to_s) do update
      set finished = h.finished + excluded.finished, failed = h.failed + excluded.failed,
        waited_ms = h.waited_ms + excluded.waited_ms, worked_ms = h.worked_ms + excluded.worked_ms`;
}

export interface EndedHourRow {
  readonly hour: Date;
  readonly kind: string;
  readonly waited_up_to_s: number;
  readonly finished: number;
  readonly failed: number;
  readonly waited_ms: number;
  readonly worked_ms: number;
}

/** The last so many hours, the one that goes on included, the oldest first. */
export async function selectEndedHours(sql: Queryable, hours: number): Promise<EndedHourRow[]> {
  return sql<EndedHourRow[]>`
    select hour, kind, waited_up_to_s, finished::float8 as finished, failed::float8 as failed, waited_ms, worked_ms
    from ended_hours where hour > now() - ${hours} * interval '1 hour' order by hour, kind, waited_up_to_s`;
}

/** Forgets hours that nobody looks at any more. */
export async function deleteOldEndedHours(sql: Queryable): Promise<void> {
  await sql`
    delete from ended_hours where hour < now() - ${ENDED_HOURS_LIMITS.keptDays} * interval '1 day'`;
}
