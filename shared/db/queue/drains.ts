// SQL of nodes that operators drain. Control planes and operators' commands write, nodes read.
import type { Queryable } from "../connect.ts";

/** Whether an operator drains this node, or its machine. */
export async function isDrainAsked(
  sql: Queryable,
  { id, host }: { readonly id: string; readonly host: string },
): Promise<boolean> {
  const rows = await sql`select from drains where node in (${id}, ${host})`;
  return rows.length > 0;
}
