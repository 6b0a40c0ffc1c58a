// Checks that the books are right: each account's totals are the sums of its entries, here and in archives, and each
// archive is as it was when its period was taken out of the database.
import type { Sql } from "../../shared/db/connect.ts";
import { errorMessage } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import type { ObjectStorage, OpenStorage } from "../../shared/storage/object-storage.ts";
import {
  countAccounts,
  type LedgerArchive,
  type LedgerSum,
  selectAccountDifferences,
  selectArchiveSums,
  selectArchives,
} from "../db/ledger-archives.ts";
import { setLongWorkTimeouts } from "../db/old-periods.ts";
import { DamagedArchive, readArchive } from "./ledger-archive-file.ts";

export interface LedgerReport {
  readonly accounts: number;
  readonly archives: number;
  /** One sentence for each thing that is not right. */
  readonly differences: readonly string[];
}

function sortedText(sums: readonly LedgerSum[]): string {
  return JSON.stringify(
    sums.map(({ account_id, kind, entries, moods }) => `${account_id} ${kind} ${entries} ${moods}`).sort(),
  );
}

/** What is wrong with a stored archive, or undefined. */
async function findFault(
  sql: Sql,
  storage: ObjectStorage,
  archive: LedgerArchive,
  previous: LedgerArchive | undefined,
): Promise<string | undefined> {
  const { starts_at, ends_at, storage_key, previous_sha256 } = archive;
  try {
    const file = await readArchive(storage, storage_key);
    if (file.sha256 !== archive.sha256) return "its SHA-256 is not the one that was recorded";
    const { from, to, previousSha256 } = file.head;
    if (from !== starts_at.toISOString() || to !== ends_at.toISOString()) return "it is of another period";
    const named = [previousSha256, previous_sha256];
    if (named.some((sha256) => sha256 !== (previous?.sha256 ?? null))) {
      return "it names another archive before it than there is";
    }
    const { entries, first_id, last_id } = archive;
    const recorded = JSON.stringify([entries, first_id, last_id]);
    if (recorded !== JSON.stringify([file.entries, file.firstId, file.lastId])) {
      return "its entries are not those that were recorded";
    }
    const sums = await selectArchiveSums(sql, starts_at);
    return sortedText(sums) === sortedText(file.sums)
      ? undefined
      : "its sums are not those that were recorded";
  } catch (error) {
    return error instanceof DamagedArchive ? error.fault : errorMessage(error);
  }
}

async function checkArchives(sql: Sql, storage: ObjectStorage): Promise<{ count: number; faults: string[] }> {
  const archives = await selectArchives(sql);
  const faults: string[] = [];
  for (const [index, archive] of archives.entries()) {
    const fault = await findFault(sql, storage, archive, archives[index - 1]);
    if (fault !== undefined) faults.push(`The archive ${archive.storage_key} is not right: ${fault}.`);
  }
  return { count: archives.length, faults };
}

/**
 * Checks one account's totals, or those of all, and all archives.
 * @param sql whose answers are waited for as long as they take
 * @throws AppError NOT_FOUND for an account that does not exist
 */
export async function checkLedger(
  sql: Sql,
  storage: OpenStorage,
  accountId: string | null,
): Promise<LedgerReport> {
  const { accounts, differing } = await sql.begin(async (transaction) => {
    await setLongWorkTimeouts(transaction, null);
    return {
      accounts: await countAccounts(transaction, accountId),
      differing: await selectAccountDifferences(transaction, accountId),
    };
  });
  if (accountId !== null && accounts === 0)
    throw new AppError("NOT_FOUND", `There is no account ${accountId}.`);
  const hasArchives = (await selectArchives(sql)).length > 0;
  const archives = hasArchives ? await checkArchives(sql, await storage()) : { count: 0, faults: [] };
  const totals = differing.map(
    (row) =>
      `Account ${row.id} was granted ${row.moods_granted} and has used ${row.moods_used} moods; its entries say ${row.entries_granted} and ${row.entries_used}.`,
  );
  return { accounts, archives: archives.count, differences: [...totals, ...archives.faults] };
}
