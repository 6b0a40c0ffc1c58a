// Removes files that nobody needs any more: the intermediate files of ended tasks soon (a node clears its own at once;
// what a cancelled task or a lost node leaves is cleared here), results and uploads after 30 days, transcripts when
// their time is up, and files of templates that no template names any more. The tasks stay, and so do templates.
import type { Sql } from "../../shared/db/connect.ts";
import { PREVIEW_LIMITS, STORAGE_LIMITS } from "../../shared/limits.ts";
import type { Logger } from "../../shared/logger.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { taskPrefix, workPrefix } from "../../shared/storage/task-keys.ts";
import { deleteDueDiscardedFiles } from "../db/discarded-files.ts";
import {
  deleteExpiredTranscripts,
  markFilesRemoved,
  markUploadsRemoved,
  markWorkRemoved,
} from "../db/expired-files.ts";

/** One sweep, bounded; what is left over comes with the next. Returns how many things lost their files. */
export async function expireFiles(sql: Sql, storage: ObjectStorage, logger: Logger): Promise<number> {
  const { workKeptMs, fileKeptMs, expiredPerSweep } = STORAGE_LIMITS;
  const worked = await markWorkRemoved(sql, workKeptMs, expiredPerSweep);
  for (const taskId of worked) await storage.remove(workPrefix(taskId));
  const expired = await markFilesRemoved(sql, fileKeptMs, expiredPerSweep);
  for (const taskId of expired) await storage.remove(taskPrefix(taskId));
  const uploads = await markUploadsRemoved(sql, fileKeptMs, expiredPerSweep);
  for (const storageKey of uploads) await storage.remove(storageKey);
  const transcripts = await deleteExpiredTranscripts(sql, expiredPerSweep);
  for (const storageKey of transcripts) await storage.remove(storageKey);
  const discarded = await deleteDueDiscardedFiles(sql, PREVIEW_LIMITS.discardedKeptMs, expiredPerSweep);
  for (const storageKey of discarded) await storage.remove(storageKey);
  if (expired.length + uploads.length > 0) {
    logger.info({ tasks: expired.length, uploads: uploads.length }, "files removed after their time");
  }
  return worked.length + expired.length + uploads.length + transcripts.length + discarded.length;
}
