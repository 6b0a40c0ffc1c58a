// SQL of lists of tasks. The page and the total come from one statement, so that they are of one moment, and from one
// index (tasks_account_kind_idx) that holds all that they ask for: the table's rows are read for the page alone.
// Where several kinds are asked for, each brings its newest, and the newest of those are the page; one scan over all
// kinds could not use the index's order.
import type { Queryable } from "../../shared/db/connect.ts";

export interface TaskPageFilter {
  readonly accountId: string;
  readonly kinds: readonly string[];
  readonly states: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

/** The ids of a page, newest first, and how many tasks all pages have. */
export async function selectTaskPage(
  sql: Queryable,
  filter: TaskPageFilter,
): Promise<{ total: number; ids: string[] }> {
  const { accountId, offset, limit } = filter;
  const kinds = filter.kinds as string[];
  const states = filter.states as string[];
  const [row] = await sql<{ total: number; ids: string[] }[]>`
    select
      (select count(*)::int from tasks
        where account_id = ${accountId} and kind = any (${kinds}) and state = any (${states})) as total,
      array(select newest.id from unnest(${kinds}::text[]) asked (kind) cross join lateral (
          select id, created_at from tasks where account_id = ${accountId} and kind = asked.kind and state = any (${states})
          order by created_at desc, id desc limit ${offset + limit}
        ) newest order by newest.created_at desc, newest.id desc offset ${offset} limit ${limit}) as ids`;
  return row ?? { total: 0, ids: [] };
}
