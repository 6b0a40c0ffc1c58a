// When keys were used last: their rate windows know it to the minute.
import type { Queryable } from "../../shared/db/connect.ts";

/** The last minute in which each of these keys was used; keys that were never used are left out. */
export async function selectKeyUses(sql: Queryable, keyIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await sql<{ key_id: string; minute_start: Date }[]>`
    select key_id, minute_start from rate_windows where key_id = any (${keyIds as string[]}::text[])`;
  return new Map(rows.map((row) => [row.key_id, row.minute_start]));
}
