// What an open task needs is not removed: the answer names the tasks, so that its owner may cancel them first.
import type { TransactionSql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";
import { isTaskKind, TASK_KINDS } from "../../../shared/tasks/task-kinds.ts";
import { selectTasksThatNeed } from "../../db/uploads.ts";

/**
 * To be called in the transaction that removes the object, once its row is written: a create that holds that
 * row (`holdUpload`, `holdTask`) has then been waited for, and its task is seen here.
 * @param needed names it in the message, such as "this upload"
 * @throws AppError NOT_TERMINAL, which names tasks that need it
 */
export async function refuseWhileNeeded(
  transaction: TransactionSql,
  storageKey: string,
  needed: string,
): Promise<void> {
  const tasks = await selectTasksThatNeed(transaction, storageKey, STORAGE_LIMITS.namedTasks);
  if (tasks.length === 0) return;
  const details = tasks.map(({ id, kind }) => ({
    path: `/${isTaskKind(kind) ? TASK_KINDS[kind].surface : "jobs"}/${id}`,
    message: `has not ended yet and needs ${needed}`,
  }));
  throw new AppError("NOT_TERMINAL", `A task that has not ended yet needs ${needed}.`, { details });
}
