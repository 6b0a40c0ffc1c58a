// SQL of an account's ledger entries as its people read them: newest first, from behind a known entry on.
import type { Queryable } from "../../shared/db/connect.ts";
import type { LedgerEntry } from "./ledger-archives.ts";

export interface EntryPlace {
  readonly createdAt: Date;
  readonly id: string;
}

/** @param before only entries that are older than this one; null from the newest on */
export async function selectNewestEntries(
  sql: Queryable,
  accountId: string,
  before: EntryPlace | null,
  limit: number,
): Promise<LedgerEntry[]> {
  const isBefore =
    before === null ? sql`` : sql`and (created_at, id) < (${before.createdAt}, ${before.id}::bigint)`;
  return sql<LedgerEntry[]>`
    select id, account_id, kind, moods, task_id, note, created_at from ledger_entries
    where account_id = ${accountId} ${isBefore}
    order by created_at desc, id desc limit ${limit}`;
}
