// Archives whole periods of the ledger: each is written into the storage, read back and compared, and only then taken
// out of the database, in the transaction that records it. A process that dies before that leaves at most a file, which
// has the same content the next time and so the same name. Periods go in their order, so that each archive can name the
// hash of the one before it. Nothing of the ledger is ever dropped otherwise.
import { finished } from "node:stream/promises";
import type { Sql, TransactionSql } from "../../shared/db/connect.ts";
import { type LockWaits, retryForLocks } from "../../shared/db/lock-waits.ts";
import { AppError, hasErrorCode } from "../../shared/errors.ts";
import { LEDGER_LIMITS, PERIOD_LIMITS } from "../../shared/limits/database.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import {
  countDifferences,
  insertArchive,
  insertArchiveSums,
  type LedgerArchive,
  type LedgerEntry,
  type LedgerPeriod,
  lockPeriod,
  selectArchives,
  selectLedgerPeriods,
  selectPeriodEntries,
} from "../db/ledger-archives.ts";
import { dropPartitions, setLongWorkTimeouts } from "../db/old-periods.ts";
import { type ArchiveFile, DamagedArchive, readArchive, writeArchive } from "./ledger-archive-file.ts";

export interface ArchiveServices {
  /** Whose answers are waited for as long as they take. */
  readonly sql: Sql;
  readonly storage: ObjectStorage;
  readonly lockWaits?: LockWaits;
}

async function* entriesOf(sql: Sql, period: LedgerPeriod): AsyncGenerator<LedgerEntry> {
  let after = { createdAt: period.starts_at, id: "0" };
  for (;;) {
    const entries = await selectPeriodEntries(sql, period, after, LEDGER_LIMITS.entriesPerPage);
    yield* entries;
    const last = entries.at(-1);
    if (last === undefined) return;
    after = { createdAt: last.created_at, id: last.id };
  }
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function keyOf({ starts_at: from, ends_at: to }: LedgerPeriod, sha256: string): string {
  return `ledger/${dayOf(from)}_${dayOf(to)}_${sha256.slice(0, 16)}.jsonl.gz`;
}

function cameMeanwhile({ starts_at: from }: LedgerPeriod, cause?: unknown): AppError {
  return new AppError(
    "UNAVAILABLE",
    `Entries came into the period from ${from.toISOString()} while it was archived. Nothing was changed: try again.`,
    { cause },
  );
}

/**
 * Sends a period to the storage and reads it back. The key needs the hash and the storage the size of what is sent, so
 * that the period is read once for these two and once to be sent: a month may be larger than the temporary folder, which
 * is memory in containers.
 */
async function storePeriod(
  { sql, storage }: ArchiveServices,
  period: LedgerPeriod,
  previousSha256: string | null,
): Promise<{ key: string; file: ArchiveFile }> {
  const head = {
    from: period.starts_at.toISOString(),
    to: period.ends_at.toISOString(),
    previousSha256,
  };
  const measured = writeArchive(head, entriesOf(sql, period));
  await finished(measured.content.resume());
  const written = measured.finish();
  const key = keyOf(period, written.sha256);
  const sent = writeArchive(head, entriesOf(sql, period));
  const isThere = await storage.putStream(key, sent.content, written.sizeBytes).catch((error: unknown) => {
    const isRefused = hasErrorCode(error, "INVALID_REQUEST");
    throw isRefused && sent.sizeBytes !== written.sizeBytes ? cameMeanwhile(period, error) : error;
  });
  if (!isThere) {
    throw new DamagedArchive(
      key,
      "something else lies there, to which no archive refers: remove it, and try again",
    );
  }
  const file = await readArchive(storage, key);
  if (JSON.stringify(file) !== JSON.stringify(written)) {
    throw new DamagedArchive(key, "it does not read as it was written: remove it, and try again");
  }
  return { key, file };
}

function archiveOf(period: LedgerPeriod, key: string, file: ArchiveFile): LedgerArchive {
  return {
    starts_at: period.starts_at,
    ends_at: period.ends_at,
    storage_key: key,
    sha256: file.sha256,
    previous_sha256: file.head.previousSha256,
    size_bytes: file.sizeBytes,
    entries: file.entries,
    first_id: file.firstId,
    last_id: file.lastId,
  };
}

/** Records the archive and takes the period out of the database, where both still agree. */
async function replacePeriod(
  { sql, lockWaits = PERIOD_LIMITS.locks }: ArchiveServices,
  period: LedgerPeriod,
  archive: LedgerArchive,
  sums: ArchiveFile["sums"],
): Promise<void> {
  await sql.begin(async (transaction) => {
    await setLongWorkTimeouts(transaction, lockWaits.lockTimeoutMs);
    const inTurn = <T>(work: (attempt: TransactionSql) => Promise<T>) =>
      retryForLocks(`The archive of ${period.partition}`, lockWaits, undefined, () =>
        transaction.savepoint(work),
      );
    if (!(await inTurn((attempt) => lockPeriod(attempt, period)))) {
      throw new AppError(
        "UNAVAILABLE",
        "Another process is archiving the ledger, or a backup is being made: try again after it.",
      );
    }
    await insertArchive(transaction, archive);
    for (let start = 0; start < sums.length; start += LEDGER_LIMITS.sumsPerStatement) {
      const some = sums.slice(start, start + LEDGER_LIMITS.sumsPerStatement);
      await insertArchiveSums(transaction, period.starts_at, some);
    }
    if ((await countDifferences(transaction, period)) > 0) {
      throw cameMeanwhile(period);
    }
    await inTurn((attempt) => dropPartitions(attempt, [period.partition]));
  });
}

/** The whole periods before a time. @throws AppError INVALID_REQUEST where there are none */
function choosePeriods(here: readonly LedgerPeriod[], before: Date): LedgerPeriod[] {
  if (before.getTime() > Date.now() - LEDGER_LIMITS.restMs) {
    throw new AppError(
      "INVALID_REQUEST",
      "--before must lie at least one day back: entries of the last day may still be written.",
    );
  }
  const whole = here.filter((period) => period.ends_at <= before);
  const [oldest] = here;
  if (whole.length > 0) return whole;
  throw new AppError(
    "INVALID_REQUEST",
    oldest === undefined
      ? "The ledger has no periods."
      : `No whole period of the ledger ends before ${dayOf(before)}: the oldest that is not archived goes from ${dayOf(oldest.starts_at)} to ${dayOf(oldest.ends_at)}.`,
  );
}

/**
 * Archives each whole period of the ledger that ended before this time, oldest first, and returns the archives. What was
 * archived before a failure stays archived; the same call goes on behind it.
 * @throws AppError INVALID_REQUEST where there is no whole period, UNAVAILABLE where another process archives;
 * DamagedArchive where what was stored does not read as it was written
 */
export async function archiveLedger(services: ArchiveServices, before: Date): Promise<LedgerArchive[]> {
  const { sql } = services;
  const periods = choosePeriods(await selectLedgerPeriods(sql), before);
  let previousSha256 = (await selectArchives(sql)).at(-1)?.sha256 ?? null;
  const archives: LedgerArchive[] = [];
  for (const period of periods) {
    const { key, file } = await storePeriod(services, period, previousSha256);
    const archive = archiveOf(period, key, file);
    await replacePeriod(services, period, archive, file.sums);
    previousSha256 = archive.sha256;
    archives.push(archive);
  }
  return archives;
}
