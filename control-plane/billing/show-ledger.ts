// An account's ledger entries for an operator or an auditor, from the archives and from the database alike.
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { LEDGER_LIMITS } from "../../shared/limits/database.ts";
import type { OpenStorage } from "../../shared/storage/object-storage.ts";
import {
  countAccounts,
  type EntryRange,
  type LedgerEntry,
  selectAccountEntries,
  selectArchivesOf,
} from "../db/ledger-archives.ts";
import { readArchive } from "./ledger-archive-file.ts";

function tooMany(): AppError {
  return new AppError(
    "INVALID_REQUEST",
    `These are more than ${LEDGER_LIMITS.shownEntries} entries: ask for a shorter time with --from and --to.`,
  );
}

/**
 * An account's entries in a range, oldest first. The database is read first: what is archived meanwhile is then found in
 * its archive, and shown once.
 * @throws AppError NOT_FOUND for an account that does not exist, INVALID_REQUEST for too many entries; DamagedArchive
 */
export async function showLedger(
  sql: Sql,
  storage: OpenStorage,
  accountId: string,
  range: EntryRange,
): Promise<LedgerEntry[]> {
  if ((await countAccounts(sql, accountId)) === 0) {
    throw new AppError("NOT_FOUND", `There is no account ${accountId}.`);
  }
  const { shownEntries } = LEDGER_LIMITS;
  const here = await selectAccountEntries(sql, accountId, range, shownEntries + 1);
  const entries = new Map<string, LedgerEntry>();
  const add = (entry: LedgerEntry): void => {
    entries.set(entry.id, entry);
    if (entries.size > shownEntries) throw tooMany();
  };
  for (const { storage_key: key } of await selectArchivesOf(sql, accountId, range)) {
    await readArchive(await storage(), key, (entry) => {
      const isAsked = entry.created_at >= range.from && entry.created_at < range.to;
      if (entry.account_id === accountId && isAsked) add(entry);
    });
  }
  for (const entry of here) add(entry);
  return [...entries.values()];
}
