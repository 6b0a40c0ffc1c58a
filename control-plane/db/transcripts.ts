// SQL of kept transcripts on this plane: media nodes keep and find them, and their time may be ended here.
import type { Queryable } from "../../shared/db/connect.ts";

/** Ends the time of an account's transcripts of a source: no job finds them from now on. Returns where they lie. */
export async function endTranscripts(
  sql: Queryable,
  accountId: string,
  sourceHash: Buffer,
): Promise<string[]> {
  const rows = await sql<{ storage_key: string }[]>`
    update transcripts set expires_at = least(expires_at, now())
    where account_id = ${accountId} and source_hash = ${sourceHash}
    returning storage_key`;
  return rows.map((row) => row.storage_key);
}
