// Removes an upload, or what has come of one, at its owner's wish. One that an open task needs stays: the answer names the
// tasks. As with tasks, the row says so first, and a sweep ends what this process does not.
import { AppError } from "../../../shared/errors.ts";
import { isId } from "../../../shared/ids.ts";
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";
import { hashSource } from "../../../shared/tasks/source-hash.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import { DELETED_UPLOADS, TRANSCRIPTS } from "../../db/expired-files.ts";
import { endTranscripts } from "../../db/transcripts.ts";
import { type DeletedUpload, deleteUploadRow } from "../../db/uploads.ts";
import type { DeletionServices } from "./delete-task.ts";
import { refuseWhileNeeded } from "./refuse-while-needed.ts";
import { removeFilesOf } from "./remove-files.ts";

const UNKNOWN = "This account has no such upload.";

/**
 * Removes an upload of this account, complete or not, with what was transcribed of it. May be repeated.
 * @throws AppError NOT_FOUND; NOT_TERMINAL, which names the tasks that need it; UNAVAILABLE where the storage takes too
 * long, and the removal goes on
 */
export async function deleteUpload(
  services: DeletionServices,
  accountId: string,
  uploadId: string,
): Promise<DeletedUpload> {
  const { sql } = services;
  if (!isId("upload", uploadId)) throw new AppError("NOT_FOUND", UNKNOWN);
  const { deleted, transcripts } = await sql.begin(async (transaction) => {
    const row = await deleteUploadRow(transaction, accountId, uploadId);
    if (row === undefined) throw new AppError("NOT_FOUND", UNKNOWN);
    await refuseWhileNeeded(transaction, row.storage_key, "this upload");
    const sourceHash = hashSource({ kind: "upload", storageKey: row.storage_key });
    const keys = await endTranscripts(transaction, accountId, sourceHash);
    return { deleted: row, transcripts: keys };
  });
  const remove = async (): Promise<void> => {
    await removeFilesOf(services, DELETED_UPLOADS, deleted.subject);
    for (const storageKey of transcripts) await removeFilesOf(services, TRANSCRIPTS, storageKey);
  };
  if (deleted.removed_at === null) await withTimeout(STORAGE_LIMITS.requestedRemovalMs, remove());
  return deleted;
}
