// Reading a video job for its owner.
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { isId } from "../../shared/ids.ts";
import { isTaskKind, TASK_KINDS } from "../../shared/task-kinds.ts";
import { selectTask, type TaskRow } from "../db/tasks.ts";

/** A video job of this account. A malformed, unknown or foreign id is answered alike. @throws AppError NOT_FOUND */
export async function readJob(sql: Sql, accountId: string, jobId: string): Promise<TaskRow> {
  const task = isId("task", jobId) ? await selectTask(sql, accountId, jobId) : undefined;
  const isJob = task !== undefined && isTaskKind(task.kind) && TASK_KINDS[task.kind].event === "job";
  if (!isJob) throw new AppError("NOT_FOUND", "There is no such job.");
  return task;
}
