// Books with entries of long ago, for tests of the ledger's archives.
import type { TestContext } from "node:test";
import type { ArchiveServices } from "../../../control-plane/billing/archive-ledger.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { accountDatabase } from "./account-database.ts";
import { makePastPeriod, type PastPeriod } from "./periods.ts";
import { createTestAccount } from "./test-account.ts";

const QUICK = { lockTimeoutMs: 50, tries: 2, pauseMs: 1 };

/** A ledger of long ago in a database, and a folder for its archives. */
export interface ArchiveBooks {
  readonly sql: Sql;
  readonly storage: ObjectStorage;
  readonly services: ArchiveServices;
  readonly accounts: readonly [string, string];
  /** Three periods, one after the other; the first two with entries. */
  readonly periods: readonly [PastPeriod, PastPeriod, PastPeriod];
}

/** Writes an entry of long ago, and what it does to the account's totals. */
export async function enterLongAgo(
  sql: Sql,
  accountId: string,
  kind: string,
  moods: string,
  at: Date,
): Promise<void> {
  const isUse = kind === "charge" || kind === "refund";
  const taskId = isUse ? newId("task", at.getTime()) : null;
  await sql`
    insert into ledger_entries (account_id, kind, moods, task_id, note, created_at)
    values (${accountId}, ${kind}, ${moods}, ${taskId}, ${isUse ? null : 'for "tests"\n'}, ${at})`;
  const signed = kind === "refund" ? sql`-${moods}::numeric` : sql`${moods}::numeric`;
  if (isUse) await sql`update accounts set moods_used = moods_used + ${signed} where id = ${accountId}`;
  else await sql`update accounts set moods_granted = moods_granted + ${signed} where id = ${accountId}`;
}

/** Of two accounts, with eight entries of long ago beside what the accounts began with. */
export async function openArchiveBooks(t: TestContext): Promise<ArchiveBooks> {
  const { sql, account } = await accountDatabase(t, "100");
  const other = await createTestAccount(sql, { moods: "5" });
  const storage = createFileStorage(await temporaryFolder(t));
  const periods = [
    await makePastPeriod(sql, 200, 170),
    await makePastPeriod(sql, 170, 140),
    await makePastPeriod(sql, 140, 110),
  ] as const;
  for (const { startsAt, endsAt } of periods.slice(0, 2)) {
    await enterLongAgo(sql, account.id, "grant", "10.5", startsAt);
    await enterLongAgo(sql, other.id, "adjustment", "-0.0001", startsAt);
    await enterLongAgo(sql, account.id, "charge", "3.0003", startsAt);
    await enterLongAgo(sql, account.id, "refund", "1.0001", new Date(endsAt.getTime() - 1));
  }
  const services = { sql, storage, lockWaits: QUICK };
  return { sql, storage, services, accounts: [account.id, other.id], periods };
}

/** How many entries are in the database. */
export async function entriesHere(sql: Sql): Promise<number> {
  return (await sql`select from ledger_entries`).length;
}
