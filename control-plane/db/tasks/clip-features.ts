// SQL that finds clips by their ids, for fitting the virality model. A clip's id has the time of its task's, so that the
// few tasks of that millisecond are read by their ids: there is no index on clips inside outputs, and most of those lie
// in the storage.
import type { Queryable } from "../../../shared/db/connect.ts";

export interface ClipTask {
  readonly id: string;
  /** What its run reported; null where it lies in the storage, or where there is none. */
  readonly output: { readonly clips?: unknown } | null;
  readonly output_key: string | null;
}

/**
 * The tasks of some kinds with an output that may have made clips with these digits of the time (see shared/ids.ts).
 * Digits sort before "~", whatever follows them.
 */
export async function selectClipTasks(
  sql: Queryable,
  kinds: readonly string[],
  timeDigits: readonly string[],
): Promise<ClipTask[]> {
  return sql<ClipTask[]>`
    select t.id, t.output, t.output_key from unnest(${timeDigits as string[]}::text[]) as d (digits)
    cross join lateral (
      -- The offset keeps this a look of its own for each: as a join, the planner may read all tasks.
      select id, output, output_key from tasks
      where id >= 'task_' || d.digits and id < 'task_' || d.digits || '~'
        and kind = any (${kinds as string[]}) and (output is not null or output_key is not null)
      offset 0
    ) t
    order by t.id`;
}
