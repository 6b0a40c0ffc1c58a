// Reading a generation task for its owner.
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { isId } from "../../shared/ids.ts";
import { selectTask, type TaskRow } from "../db/tasks.ts";

/**
 * A generation task of this account. A malformed, unknown or foreign id, and a video job's, are answered alike.
 * @throws AppError NOT_FOUND
 */
export async function readGenerationTask(sql: Sql, accountId: string, taskId: string): Promise<TaskRow> {
  const task = isId("task", taskId) ? await selectTask(sql, accountId, taskId) : undefined;
  if (task?.kind !== "generation") throw new AppError("NOT_FOUND", "There is no such generation task.");
  return task;
}
