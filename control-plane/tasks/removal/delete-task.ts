// Removes an ended task's results, and what is kept of its source, at its owner's wish. The row stays, without output and
// result, and says so; it is written before any file goes, so that nobody is shown a link to what is gone, and notes the
// removal, which a sweep ends where this process does not.
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { taskPrefix } from "../../../shared/storage/task-keys.ts";
import { hashSource } from "../../../shared/tasks/source-hash.ts";
import type { TaskSurfaceName } from "../../../shared/tasks/task-kinds.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import { DELETED_TASKS, TRANSCRIPTS } from "../../db/expired-files.ts";
import { deleteTaskRow } from "../../db/tasks/task-deletions.ts";
import type { TaskRow } from "../../db/tasks/tasks.ts";
import { endTranscripts } from "../../db/transcripts.ts";
import { readTask } from "../read/read-task.ts";
import { refuseWhileNeeded } from "./refuse-while-needed.ts";
import { removeFilesOf } from "./remove-files.ts";

/** For the documents of the API. */
export const DELETE_DESCRIPTION =
  "At once and for good. The task stays, with its billing; its `output` is null, its `result` empty, and links to its files answer 404. May be repeated. After a 503 the removal goes on by itself.";

export interface DeletionServices {
  readonly sql: Sql;
  readonly storage: ObjectStorage;
}

/**
 * Transcripts of an address are kept for the sake of jobs, and go with any of them. Those of an upload go with it: it
 * is kept, and may be used again.
 */
async function endTask({ sql }: DeletionServices, accountId: string, taskId: string): Promise<string[]> {
  return await sql.begin(async (transaction) => {
    const deleted = await deleteTaskRow(transaction, taskId);
    if (deleted === undefined) throw new AppError("NOT_TERMINAL", "Cancel it first, or wait until it ends.");
    // What its clips are rendered from again goes with it.
    await refuseWhileNeeded(transaction, taskPrefix(taskId), "this one's files");
    const { source } = deleted;
    if (source?.kind !== "url") return [];
    return await endTranscripts(transaction, accountId, hashSource(source));
  });
}

/**
 * Removes the files of an ended task of this account, and returns the task. May be repeated.
 * @throws AppError NOT_FOUND; NOT_TERMINAL, also while its clips are rendered again; UNAVAILABLE where the storage
 *   takes too long, and the removal goes on
 */
export async function deleteTask(
  services: DeletionServices,
  accountId: string,
  surface: TaskSurfaceName,
  taskId: string,
): Promise<TaskRow> {
  const { sql } = services;
  const task = await readTask(sql, accountId, surface, taskId);
  const transcripts = await endTask(services, accountId, task.id);
  const remove = async (): Promise<void> => {
    await removeFilesOf(services, DELETED_TASKS, task.id);
    for (const storageKey of transcripts) await removeFilesOf(services, TRANSCRIPTS, storageKey);
  };
  await withTimeout(STORAGE_LIMITS.requestedRemovalMs, remove());
  return readTask(sql, accountId, surface, taskId);
}
