// Conditions by which the planner prunes partitions. Plans are generic (see connect.ts), and a generic plan leaves out a
// partition before opening it only if its key is compared with a parameter, not with a list of ids or with an id from another
// table.
import type { Queryable } from "./connect.ts";

/**
 * A column of a partitioned table lies between the first and the last of these ids, which leaves out all partitions but
 * theirs. For subqueries that look one row up for each of another table: where the planner may choose, it might read all
 * that lies in between.
 */
export function isWithinIdRange(sql: Queryable, column: string, ids: readonly string[]) {
  const sorted = ids.toSorted();
  return sql`${sql(column)} >= ${sorted[0] ?? ""} and ${sql(column)} <= ${sorted.at(-1) ?? ""}`;
}

/** A column of a partitioned table is one of these ids. */
export function isOneOf(sql: Queryable, column: string, ids: readonly string[]) {
  return sql`${sql(column)} = any (${ids as string[]}::text[]) and ${isWithinIdRange(sql, column, ids)}`;
}
