// Conditions by which statements say in which partitions they look. Their plans are kept (see connect.ts), and such a plan
// leaves a partition out before it is opened only where its key is compared with a parameter: neither for a list of
// ids, nor for an id that another table brings.
import type { Queryable } from "./connect.ts";

/**
 * A column of a partitioned table lies between the first and the last of these ids, which leaves out all partitions but
 * theirs. For subqueries that look one row up for each of another table: where the planner may choose, it might read all
 * that lies in between.
 */
export function liesAmong(sql: Queryable, column: string, ids: readonly string[]) {
  const sorted = ids.toSorted();
  return sql`${sql(column)} >= ${sorted[0] ?? ""} and ${sql(column)} <= ${sorted.at(-1) ?? ""}`;
}

/** A column of a partitioned table is one of these ids. */
export function isOneOf(sql: Queryable, column: string, ids: readonly string[]) {
  return sql`${sql(column)} = any (${ids as string[]}::text[]) and ${liesAmong(sql, column, ids)}`;
}
