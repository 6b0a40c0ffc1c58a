// Statements that wait for a lock, in the test's own database: others of the cluster are other tests'.
import type { Queryable } from "../../../shared/db/connect.ts";

export async function statementsThatWait(sql: Queryable): Promise<number> {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length;
}
