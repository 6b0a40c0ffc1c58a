// SQL of the windows in which tries to sign in are counted. Rows are locked in the order of their names, so that two
// statements never wait for each other crosswise.
import type { Queryable } from "../../../shared/db/connect.ts";
import { MINUTE } from "../../../shared/limits/units.ts";

/** Of two statements at once the one that began first may come last: much longer than any takes. */
const BEGUN_EARLIER_MS = MINUTE;

export interface WindowToCount {
  readonly name: string;
  readonly windowMs: number;
}

export interface CountedWindow {
  readonly name: string;
  readonly tries: number;
  /** Until it ends. */
  readonly left_ms: number;
}

/**
 * Counts a try in each window, restarting those that are over. One that ends well after one that begins now is of a time
 * that the clock was set back from, and is over, too.
 */
export async function countTries(
  sql: Queryable,
  windows: readonly WindowToCount[],
): Promise<CountedWindow[]> {
  const names = windows.map(({ name }) => name);
  const lengths = windows.map(({ windowMs }) => windowMs);
  const isOver = sql`(w.ends_at <= now() or w.ends_at > excluded.ends_at + ${BEGUN_EARLIER_MS} * interval '1 millisecond')`;
  return sql<CountedWindow[]>`
    insert into sign_in_windows as w (name, tries, ends_at)
    select n.name, 1, now() + n.window_ms * interval '1 millisecond'
    from unnest(${names}::text[], ${lengths}::float8[]) as n (name, window_ms) order by n.name
    on conflict (name) do update set
      tries = case when ${isOver} then 1 else w.tries + 1 end,
      ends_at = case when ${isOver} then excluded.ends_at else w.ends_at end
    returning name, tries, extract(epoch from ends_at - now())::float8 * 1000 as left_ms`;
}

/** Takes a try back in each window, never below 0. Rows are locked by name, as `countTries` does. */
export async function giveTriesBack(sql: Queryable, names: readonly string[]): Promise<void> {
  await sql`
    with held as (
      select name from sign_in_windows where name = any (${names}::text[]) order by name for update
    )
    update sign_in_windows w set tries = greatest(w.tries - 1, 0) from held where w.name = held.name`;
}

/** Removes windows that are over, at most `limit`; those that somebody counts in are left (`skip locked`). */
export async function deleteEndedWindows(sql: Queryable, limit: number): Promise<void> {
  await sql`
    delete from sign_in_windows where name in (
      select name from sign_in_windows where ends_at <= now() order by ends_at limit ${limit} for update skip locked)`;
}
