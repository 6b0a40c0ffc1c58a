// SQL of the ledger's archives: which periods can be archived, their entries in pages, and the step that makes an
// archive count, in one transaction with the removal of the period's partition.
import type { Queryable, TransactionSql } from "../../shared/db/connect.ts";
import type { LedgerKind } from "../console/api-types/operator-accounts.ts";
import { lockArchive } from "./old-periods.ts";

/** A period of the ledger that is still in the database, and its partition. */
export interface LedgerPeriod {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly partition: string;
}

/** Periods of the ledger that are still here, oldest first. */
export async function selectLedgerPeriods(sql: Queryable): Promise<LedgerPeriod[]> {
  return sql<LedgerPeriod[]>`
    select starts_at, ends_at, period_partition('ledger_entries', starts_at) as partition from periods
    where to_regclass(period_partition('ledger_entries', starts_at)) is not null order by starts_at`;
}

export interface LedgerEntry {
  readonly id: string;
  readonly account_id: string;
  readonly kind: LedgerKind;
  /** An exact decimal with four places. */
  readonly moods: string;
  readonly task_id: string | null;
  readonly note: string | null;
  readonly created_at: Date;
}

/** A page of a period's entries, in the order of their times, behind those up to `after`. */
export async function selectPeriodEntries(
  sql: Queryable,
  period: LedgerPeriod,
  after: { readonly createdAt: Date; readonly id: string },
  limit: number,
): Promise<LedgerEntry[]> {
  return sql<LedgerEntry[]>`
    select id, account_id, kind, moods, task_id, note, created_at from ${sql(period.partition)}
    where (created_at, id) > (${after.createdAt}::timestamptz, ${after.id}::bigint)
    order by created_at, id limit ${limit}`;
}

/** An account's entries of one kind, summed. */
export interface LedgerSum {
  readonly account_id: string;
  readonly kind: string;
  readonly entries: number;
  readonly moods: string;
}

export interface LedgerArchive {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly storage_key: string;
  readonly sha256: string;
  readonly previous_sha256: string | null;
  readonly size_bytes: number;
  readonly entries: number;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

/** All archives, oldest first. */
export async function selectArchives(sql: Queryable): Promise<LedgerArchive[]> {
  return sql<LedgerArchive[]>`
    select starts_at, ends_at, storage_key, sha256, previous_sha256, size_bytes::float8 as size_bytes,
      entries::float8 as entries, first_id, last_id
    from ledger_archives order by starts_at`;
}

/** The sums of one archive. */
export async function selectArchiveSums(sql: Queryable, startsAt: Date): Promise<LedgerSum[]> {
  return sql<LedgerSum[]>`
    select account_id, kind, entries::float8 as entries, moods from ledger_archive_sums where starts_at = ${startsAt}`;
}

/**
 * Lets nobody else archive, and nobody write into this period's partition, until the transaction ends
 * (`share` mode; reads go on). False where another process archives, which is not waited for, or the
 * partition is gone.
 */
export async function lockPeriod(sql: TransactionSql, period: LedgerPeriod): Promise<boolean> {
  if (!(await lockArchive(sql))) return false;
  const [found] = await sql<{ isHere: boolean }[]>`
    select exists (select from pg_class where relname = ${period.partition}) as "isHere"`;
  if (found?.isHere !== true) return false;
  await sql`lock table ${sql(period.partition)} in share mode`;
  return true;
}

/** Records an archive. */
export async function insertArchive(sql: TransactionSql, archive: LedgerArchive): Promise<void> {
  await sql`insert into ledger_archives ${sql(
    archive,
    "starts_at",
    "ends_at",
    "storage_key",
    "sha256",
    "previous_sha256",
    "size_bytes",
    "entries",
    "first_id",
    "last_id",
  )}`;
}

/** Records some of the sums of an archive. */
export async function insertArchiveSums(
  sql: TransactionSql,
  startsAt: Date,
  sums: readonly LedgerSum[],
): Promise<void> {
  await sql`
    insert into ledger_archive_sums (account_id, starts_at, kind, entries, moods)
    select account_id, ${startsAt}, kind, entries, moods
    from unnest(${sums.map((sum) => sum.account_id)}::text[], ${sums.map((sum) => sum.kind)}::text[],
      ${sums.map((sum) => sum.entries)}::bigint[], ${sums.map((sum) => sum.moods)}::numeric[])
      as s (account_id, kind, entries, moods)`;
}

/** How many of a period's sums differ between its entries and its archive, in either direction. */
export async function countDifferences(sql: Queryable, period: LedgerPeriod): Promise<number> {
  const [row] = await sql<{ differences: number }[]>`
    with here as materialized (
      select account_id, kind, count(*) as entries, sum(moods) as moods from ${sql(period.partition)}
      group by account_id, kind
    ), archived as materialized (
      select account_id, kind, entries, moods from ledger_archive_sums where starts_at = ${period.starts_at}
    )
    select (select count(*) from (select * from here except select * from archived) a)::integer
      + (select count(*) from (select * from archived except select * from here) b)::integer as differences`;
  return row?.differences ?? 1;
}

/** An account whose totals differ from its entries and the sums of archives. */
export interface AccountDifference {
  readonly id: string;
  readonly moods_granted: string;
  readonly entries_granted: string;
  readonly moods_used: string;
  readonly entries_used: string;
}

/**
 * Compares totals with entries and archived sums, of one account or of all, in one statement: as of one moment. One
 * account has a statement of its own: a plan that serves both would read everyone's entries for it.
 */
export async function selectAccountDifferences(
  sql: Queryable,
  accountId: string | null,
): Promise<AccountDifference[]> {
  const ofAccount = accountId === null ? sql`true` : sql`account_id = ${accountId}`;
  return sql<AccountDifference[]>`
    with sums as (
      select account_id, coalesce(sum(moods) filter (where kind in ('grant', 'adjustment')), 0) as granted,
        coalesce(sum(case kind when 'charge' then moods when 'refund' then -moods end), 0) as used
      from (
        select account_id, kind, moods from ledger_entries where ${ofAccount}
        union all select account_id, kind, moods from ledger_archive_sums where ${ofAccount}
      ) entry
      group by account_id
    )
    select a.id, a.moods_granted, coalesce(s.granted, 0) as entries_granted, a.moods_used,
      coalesce(s.used, 0) as entries_used
    from accounts a left join sums s on s.account_id = a.id
    where ${accountId === null ? sql`true` : sql`a.id = ${accountId}`}
      and (a.moods_granted <> coalesce(s.granted, 0) or a.moods_used <> coalesce(s.used, 0))
    order by a.id`;
}

/** How many accounts there are, or whether there is this one. */
export async function countAccounts(sql: Queryable, accountId: string | null): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from accounts where ${accountId === null ? sql`true` : sql`id = ${accountId}`}`;
  return row?.count ?? 0;
}

/** A stretch of time, from inclusive, to exclusive. */
export interface EntryRange {
  readonly from: Date;
  readonly to: Date;
}

/** An account's entries that are still here, oldest first. */
export async function selectAccountEntries(
  sql: Queryable,
  accountId: string,
  range: EntryRange,
  limit: number,
): Promise<LedgerEntry[]> {
  return sql<LedgerEntry[]>`
    select id, account_id, kind, moods, task_id, note, created_at from ledger_entries
    where account_id = ${accountId} and created_at >= ${range.from} and created_at < ${range.to}
    order by created_at, id limit ${limit}`;
}

/** Archives that hold entries of an account in a range, oldest first. */
export async function selectArchivesOf(
  sql: Queryable,
  accountId: string,
  range: EntryRange,
): Promise<LedgerArchive[]> {
  return sql<LedgerArchive[]>`
    select starts_at, ends_at, storage_key, sha256, previous_sha256, size_bytes::float8 as size_bytes,
      entries::float8 as entries, first_id, last_id
    from ledger_archives a
    where starts_at < ${range.to} and ends_at > ${range.from} and exists (
      select from ledger_archive_sums s where s.account_id = ${accountId} and s.starts_at = a.starts_at)
    order by starts_at`;
}

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
