// SQL of lists of tasks. A page is read by one index (tasks_list_idx): each kind and state brings its newest, and the
// newest of those are the page, so that no filter reads more than the page and what lies before it. Totals are sums of
// counters that the statements keep which change tasks; counting would read them all.
import type { Queryable } from "../../../shared/db/connect.ts";
import { isOneOf } from "../../../shared/db/partition-pruning.ts";

export interface TaskFilter {
  readonly accountId: string;
  readonly kinds: readonly string[];
  readonly states: readonly string[];
}

export interface TaskPagePlace {
  /** Only tasks that are older than this one; null from the newest on. */
  readonly beforeId: string | null;
  readonly offset: number;
  readonly limit: number;
}

/** How many tasks there are, exactly. */
export async function countTasks(sql: Queryable, filter: TaskFilter): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select coalesce(sum(tasks), 0)::float8 as total from task_counts
    where account_id = ${filter.accountId} and kind = any (${filter.kinds as string[]})
      and state = any (${filter.states as string[]})`;
  return row?.total ?? 0;
}

/** The ids of a page, newest first. */
export async function selectTaskPage(
  sql: Queryable,
  { accountId, kinds, states }: TaskFilter,
  { beforeId, offset, limit }: TaskPagePlace,
): Promise<string[]> {
  // Once for the index, once for leaving out partitions.
  const isBefore =
    beforeId === null
      ? sql``
      : sql`and id collate "POSIX" < ${beforeId} collate "POSIX" and id < ${beforeId}`;
  const rows = await sql<{ id: string }[]>`
    select newest.id from unnest(${kinds as string[]}::text[]) as k (kind)
    cross join unnest(${states as string[]}::text[]) as s (state)
    cross join lateral (
      select id from tasks where account_id = ${accountId} and kind = k.kind and state = s.state ${isBefore}
      order by id collate "POSIX" desc limit ${offset + limit}
    ) newest
    order by newest.id desc offset ${offset} limit ${limit}`;
  return rows.map((row) => row.id);
}

/** What people know a task by. */
export interface NamedTask {
  readonly id: string;
  readonly kind: string;
  readonly name: string | null;
}

/** Those of these tasks that are the account's and still kept. */
export async function selectNamedTasks(
  sql: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<NamedTask[]> {
  if (ids.length === 0) return [];
  return sql<NamedTask[]>`
    select id, kind, name from tasks where ${isOneOf(sql, "id", ids)} and account_id = ${accountId}`;
}
