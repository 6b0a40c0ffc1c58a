// Removes files that nobody needs any more: the intermediate files of ended tasks soon (a node clears its own at once;
// what a cancelled task or a lost node leaves is cleared here), results and uploads when they were kept long enough,
// announcements that were never followed by content, transcripts when their time is up, and files of templates that no
// template names any more. The tasks stay, and so do templates. Each kind is swept by itself, so that a slow one holds up no other.
import type { Sql } from "../../shared/db/connect.ts";
import { joinSignals } from "../../shared/join-signals.ts";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import type { Logger } from "../../shared/logger.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { unlessAborted } from "../../shared/unless-aborted.ts";
import { countRemovals } from "../db/expired-files.ts";
import { type DueFiles, type ExpiryKind, hastenRemovals, type RemovalKind } from "../db/expiry-kind.ts";
import { selectUploadByStorageKey } from "../db/uploads.ts";
import { type RemovedKind, removeFilesOf } from "../tasks/removal/remove-files.ts";
import { settleUpload } from "../tasks/uploads/settle-upload.ts";
import type { ExpiryMetrics } from "./expiry-metrics.ts";

export interface ExpiryServices {
  readonly sql: Sql;
  readonly storage: ObjectStorage;
  readonly logger: Logger;
  readonly metrics: ExpiryMetrics;
  /** Fires when the sweeps are to end. */
  readonly stopped: AbortSignal;
}

/** Settles like `work`, unless that takes too long or is to stop: a disk that hangs ends no call by itself. */
export async function unlessStuck<T>(work: Promise<T>, stopped: AbortSignal): Promise<T> {
  const late = new AbortController();
  const giveUp = (): void => late.abort(new Error("The storage takes too long."));
  const timer = setTimeout(giveUp, STORAGE_LIMITS.removalTimeoutMs);
  const { signal, release } = joinSignals(stopped, late.signal);
  try {
    return await unlessAborted(work, signal);
  } finally {
    clearTimeout(timer);
    release();
  }
}

/** Removes one thing's files and then marks it. Whether they are gone; a failure is told, and tried again later. */
export async function removeFiles(
  services: ExpiryServices,
  kind: RemovedKind & { readonly name: RemovalKind | "orphans" },
  due: DueFiles,
): Promise<boolean> {
  const { sql, storage, logger, metrics, stopped } = services;
  try {
    await unlessStuck(removeFilesOf({ sql, storage }, kind, due.subject), stopped);
    metrics.count(kind.name, "removed");
    return true;
  } catch (error) {
    if (stopped.aborted) return false;
    metrics.count(kind.name, "failed");
    logger.warn(
      { err: error, target: kind.targets(due.subject).join(" "), attempts: due.attempts },
      "files not removed; tried again later",
    );
    return false;
  }
}

/** Whether what a subject announced has come all the same, at the storage itself; then it is kept. */
async function hasCome(services: ExpiryServices, kind: ExpiryKind, { subject }: DueFiles): Promise<boolean> {
  const { sql, storage, logger, stopped } = services;
  if (kind.announcedKey === undefined || !storage.servesClients) return false;
  try {
    const upload = await selectUploadByStorageKey(sql, kind.announcedKey(subject));
    if (upload === undefined) return false;
    const stored = await unlessStuck(settleUpload({ sql, storage }, upload), stopped);
    if (stored === undefined) return false;
    await kind.release(sql, subject);
    return true;
  } catch (error) {
    // Nothing is removed that could not be looked at; the claim runs out, and it is tried again.
    logger.warn({ err: error, subject }, "an announced upload could not be looked for; tried again later");
    return true;
  }
}

interface Removals {
  readonly removed: number;
  readonly failed: number;
}

/** Claims a few things and removes their files. Undefined when nothing is due. */
async function removeSome(services: ExpiryServices, kind: ExpiryKind): Promise<Removals | undefined> {
  const { removalsPerClaim, firstRemovalRetryMs, removalTimeoutMs } = STORAGE_LIMITS;
  // What has not begun by then may be another's when it ends.
  const beginUntilMs = performance.now() + firstRemovalRetryMs - removalTimeoutMs;
  const claimed = await kind.claim(services.sql, removalsPerClaim);
  if (claimed.length === 0) return undefined;
  let [removed, failed] = [0, 0];
  for (const due of claimed) {
    if (services.stopped.aborted || performance.now() > beginUntilMs) break;
    if (await hasCome(services, kind, due)) continue;
    if (await removeFiles(services, kind, due)) removed += 1;
    else failed += 1;
  }
  return { removed, failed };
}

/**
 * Removes what is due of one kind until nothing is, nothing can be removed, or the sweep is told to stop. Returns how many
 * things.
 */
export async function expireKind(services: ExpiryServices, kind: ExpiryKind): Promise<number> {
  const { sql, logger, metrics, stopped } = services;
  const hastened = await hastenRemovals(sql, kind.name);
  if (hastened > 0)
    logger.warn({ kind: kind.name, hastened }, "removals waited for a time that the clock was set back from");
  let total = 0;
  let failedInARow = 0;
  // Where the storage is away, all that is due would come to wait for another try, and each claim goes through what waits.
  const work = async (): Promise<void> => {
    while (!stopped.aborted && failedInARow < STORAGE_LIMITS.removalsPerClaim) {
      const some = await removeSome(services, kind);
      if (some === undefined) return;
      total += some.removed;
      failedInARow = some.removed > 0 ? 0 : failedInARow + some.failed;
    }
  };
  await Promise.all(Array.from({ length: STORAGE_LIMITS.removalsAtOnce }, work));
  if (!stopped.aborted) metrics.setPending(kind.name, await countRemovals(sql, kind.name));
  if (total > 0) logger.info({ kind: kind.name, removed: total }, "files removed after their time");
  return total;
}
