// An account's ledger as it is read in the console: newest first, page by page, as far back as it is not archived; for its
// people with what they know its tasks by.
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { readIsoTime } from "../../shared/iso-time.ts";
import { LEDGER_LIMITS } from "../../shared/limits/database.ts";
import { type EntryPlace, type LedgerEntry, selectNewestEntries } from "../db/ledger-archives.ts";
import { type NamedTask, selectNamedTasks } from "../db/tasks/task-lists.ts";

export interface EntriesPage {
  readonly entries: readonly LedgerEntry[];
  /** Names the last entry where there are older ones. */
  readonly next: string | null;
}

export interface LedgerPage extends EntriesPage {
  /** Those of its tasks that are still kept, by their ids. */
  readonly tasks: ReadonlyMap<string, NamedTask>;
}

function placeOf({ created_at: at, id }: LedgerEntry): string {
  return `${at.toISOString()}_${id}`;
}

/** @throws AppError INVALID_REQUEST */
function readPlace(text: string): EntryPlace {
  const [at = "", id = ""] = text.split("_");
  const createdAt = readIsoTime(at);
  if (createdAt === null || !/^\d{1,18}$/.test(id)) {
    throw new AppError("INVALID_REQUEST", "`before` is not the `next` of a page of the ledger.");
  }
  return { createdAt, id };
}

/** @param before `next` of the page before; null for the newest entries. @throws AppError INVALID_REQUEST */
export async function readEntries(
  sql: Queryable,
  accountId: string,
  before: string | null,
): Promise<EntriesPage> {
  const { pageEntries } = LEDGER_LIMITS;
  const place = before === null ? null : readPlace(before);
  const found = await selectNewestEntries(sql, accountId, place, pageEntries + 1);
  const entries = found.slice(0, pageEntries);
  const last = entries.at(-1);
  return { entries, next: found.length > pageEntries && last !== undefined ? placeOf(last) : null };
}

/** The same with its tasks. @throws AppError INVALID_REQUEST */
export async function readLedgerPage(
  sql: Queryable,
  accountId: string,
  before: string | null,
): Promise<LedgerPage> {
  const page = await readEntries(sql, accountId, before);
  const taskIds = new Set(page.entries.flatMap(({ task_id: id }) => id ?? []));
  const tasks = await selectNamedTasks(sql, accountId, [...taskIds]);
  return { ...page, tasks: new Map(tasks.map((task) => [task.id, task])) };
}
