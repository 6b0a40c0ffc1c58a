// Reading a task for its owner. What may be read depends on the surface: jobs and generation tasks have paths of
// their own, and neither shows the other's.
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { isId } from "../../../shared/ids.ts";
import {
  isTaskKind,
  TASK_KINDS,
  TASK_SURFACES,
  type TaskSurfaceName,
} from "../../../shared/tasks/task-kinds.ts";
import { selectTask, type TaskRow } from "../../db/tasks/tasks.ts";
import { withQueuePositions } from "./queue-positions.ts";

/**
 * A task of this account. A malformed, unknown or foreign id is answered alike.
 * @param surface null for whichever shows it
 * @throws AppError NOT_FOUND
 */
export async function readTask(
  sql: Sql,
  accountId: string,
  surface: TaskSurfaceName | null,
  taskId: string,
): Promise<TaskRow> {
  const task = isId("task", taskId) ? await selectTask(sql, accountId, taskId) : undefined;
  const isShown =
    task !== undefined &&
    isTaskKind(task.kind) &&
    (surface === null || TASK_KINDS[task.kind].surface === surface);
  if (!isShown) {
    throw new AppError(
      "NOT_FOUND",
      surface === null ? "There is no such task." : TASK_SURFACES[surface].unknown,
    );
  }
  const [placed = task] = await withQueuePositions(sql, [task]);
  return placed;
}
