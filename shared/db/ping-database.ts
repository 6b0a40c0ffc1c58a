// The cheapest question that only a working database answers.
import type { Queryable } from "./connect.ts";

/** @throws the driver's error when the database does not answer */
export async function pingDatabase(sql: Queryable): Promise<void> {
  await sql`select 1`;
}
