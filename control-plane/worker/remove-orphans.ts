// Removes stored files that no row names, once a day in one control plane. Only what is older than any row would keep
// it goes: a database that is not the storage's own, or an old copy of it, knows few of the files and costs none of
// those that the right one keeps. Outputs are kept for years: only those of about a month are looked at, when they have
// just become old enough.
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import { outputStretches } from "../../shared/storage/task-keys.ts";
import type { FileRetention } from "../db/expired-files.ts";
import {
  advanceOrphanSearch,
  claimOrphanSearch,
  endOrphanSearch,
  selectOrphans,
} from "../db/orphaned-files.ts";
import { type ExpiryServices, removeFiles } from "./expire-files.ts";

const ORPHANS = {
  name: "orphans",
  targets: (key: string) => [key],
  markGone: () => Promise.resolve(),
} as const;
const PREFIXES = ["uploads/", "tasks/", "transcripts/", "templates/"] as const;

/** How old a file is at least that no row names any more. */
function orphanAgeMs({ uploadsMs, resultsMs }: FileRetention): number {
  const { orphanKeptMs, orphanMarginMs } = STORAGE_LIMITS;
  return Math.max(orphanKeptMs, uploadsMs + orphanMarginMs, resultsMs + orphanMarginMs);
}

/** The folders that are searched, in the order of their keys: everything below some, and outputs by the time of their tasks. */
function searchedPrefixes(ageMs: number): string[] {
  const { outputSearchMs } = STORAGE_LIMITS;
  const newest = Date.now() - ageMs;
  return [...PREFIXES, ...outputStretches(new Date(newest - outputSearchMs), new Date(newest))].sort();
}

/** What a stretch of a listing has. */
interface Stretch {
  /** The keys that are old enough. */
  readonly old: string[];
  /** The last one of all. */
  readonly last: string;
}

/** What lies below a prefix and behind a key, in stretches. */
async function* stretchesOf(
  { storage, stopped }: ExpiryServices,
  prefix: string,
  { after, ageMs }: { readonly after: string; readonly ageMs: number },
): AsyncGenerator<Stretch> {
  const oldest = Date.now() - ageMs;
  let [old, listed, last]: [string[], number, string] = [[], 0, ""];
  for await (const { key, modifiedAt } of storage.list(
    prefix,
    after.startsWith(prefix) ? after : undefined,
  )) {
    if (stopped.aborted) return;
    if (modifiedAt.getTime() < oldest) old.push(key);
    last = key;
    listed += 1;
    if (listed < STORAGE_LIMITS.orphansPerStatement) continue;
    yield { old, last };
    [old, listed] = [[], 0];
  }
  if (listed > 0) yield { old, last };
}

/** Removes those of the keys that no row names. How many. */
async function removeUnnamed(services: ExpiryServices, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0;
  let removed = 0;
  for (const key of await selectOrphans(services.sql, keys)) {
    if (await removeFiles(services, ORPHANS, { subject: key, attempts: 1 })) removed += 1;
  }
  return removed;
}

/**
 * One search where it is due. Returns how many files were removed; one that cannot be is found again the next time. A
 * search that fails or is stopped goes on where it was when its claim has run out: a bucket of millions may take longer
 * than a process lives.
 */
export async function removeOrphans(services: ExpiryServices, fileRetention: FileRetention): Promise<number> {
  const { sql, stopped, logger } = services;
  const search = await claimOrphanSearch(sql);
  if (search === undefined) return 0;
  const { after } = search;
  const ageMs = orphanAgeMs(fileRetention);
  const left = searchedPrefixes(ageMs).filter((prefix) => prefix > after || after.startsWith(prefix));
  let removed = 0;
  for (const prefix of left) {
    for await (const { old, last } of stretchesOf(services, prefix, { after, ageMs })) {
      removed += await removeUnnamed(services, old);
      // What was left out for a stop is found by whoever goes on.
      if (!stopped.aborted) await advanceOrphanSearch(sql, last);
    }
  }
  if (!stopped.aborted) await endOrphanSearch(sql);
  if (removed > 0) logger.warn({ removed }, "files that nothing names removed");
  return removed;
}
