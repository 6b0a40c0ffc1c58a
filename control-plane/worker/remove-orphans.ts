// Removes stored files that no row names, once a day in one control plane. Only what is older than any row would keep
// it goes: a database that is not the storage's own, or an old copy of it, knows few of the files and costs none of
// those that the right one keeps. Outputs are kept for years: only those of about a month are looked at, when they have
// just become old enough.
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import { outputStretches } from "../../shared/storage/task-keys.ts";
import type { FileRetention } from "../db/expired-files.ts";
import { claimOrphanSearch, putOffOrphanSearch, selectOrphans } from "../db/orphaned-files.ts";
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

/** The folders that are searched: everything below some, and outputs by the time of their tasks. */
function searchedPrefixes(ageMs: number): string[] {
  const { outputSearchMs } = STORAGE_LIMITS;
  const newest = Date.now() - ageMs;
  return [...PREFIXES, ...outputStretches(new Date(newest - outputSearchMs), new Date(newest))];
}

/** Groups of keys below a prefix that are old enough. */
async function* oldKeys(
  { storage, stopped }: ExpiryServices,
  prefix: string,
  ageMs: number,
): AsyncGenerator<string[]> {
  const oldest = Date.now() - ageMs;
  let keys: string[] = [];
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    if (stopped.aborted) return;
    if (modifiedAt.getTime() < oldest) keys.push(key);
    if (keys.length < STORAGE_LIMITS.orphansPerStatement) continue;
    yield keys;
    keys = [];
  }
  if (keys.length > 0) yield keys;
}

/**
 * One search where it is due. Returns how many files were removed; one that cannot be is found again the next time. A
 * search that fails or is stopped is made again when its claim has run out.
 */
export async function removeOrphans(services: ExpiryServices, fileRetention: FileRetention): Promise<number> {
  const { sql, stopped, logger } = services;
  const { orphanClaimMs, orphanSearchMs } = STORAGE_LIMITS;
  if (!(await claimOrphanSearch(sql))) return 0;
  const ageMs = orphanAgeMs(fileRetention);
  let removed = 0;
  for (const prefix of searchedPrefixes(ageMs)) {
    for await (const keys of oldKeys(services, prefix, ageMs)) {
      for (const key of await selectOrphans(sql, keys)) {
        if (await removeFiles(services, ORPHANS, { subject: key, attempts: 1 })) removed += 1;
      }
      await putOffOrphanSearch(sql, orphanClaimMs);
    }
  }
  if (!stopped.aborted) await putOffOrphanSearch(sql, orphanSearchMs);
  if (removed > 0) logger.warn({ removed }, "files that nothing names removed");
  return removed;
}
