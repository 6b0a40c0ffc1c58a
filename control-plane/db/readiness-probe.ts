// SQL that only a database which can write answers.
import type { Queryable } from "../../shared/db/connect.ts";

/** Writes and commits one row, always the same. @throws the driver's error when the database cannot */
export async function writeProbe(sql: Queryable): Promise<void> {
  await sql`
    insert into readiness_probe (id, written_at) values (true, now())
    on conflict (id) do update set written_at = excluded.written_at`;
}
