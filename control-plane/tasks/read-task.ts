// Reading a task for its owner. What may be read depends on the surface: jobs and generation tasks have paths of
// their own, and neither shows the other's.
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { isId } from "../../shared/ids.ts";
import { isTaskKind, TASK_KINDS, type TaskKind } from "../../shared/task-kinds.ts";
import { selectTask, type TaskRow } from "../db/tasks.ts";

export type TaskSurface = TaskKind["event"];

const UNKNOWN: Readonly<Record<TaskSurface, string>> = {
  job: "There is no such job.",
  generation: "There is no such generation task.",
};

/** A task of this account. A malformed, unknown or foreign id is answered alike. @throws AppError NOT_FOUND */
export async function readTask(
  sql: Sql,
  accountId: string,
  surface: TaskSurface,
  taskId: string,
): Promise<TaskRow> {
  const task = isId("task", taskId) ? await selectTask(sql, accountId, taskId) : undefined;
  const isShown = task !== undefined && isTaskKind(task.kind) && TASK_KINDS[task.kind].event === surface;
  if (!isShown) throw new AppError("NOT_FOUND", UNKNOWN[surface]);
  return task;
}
