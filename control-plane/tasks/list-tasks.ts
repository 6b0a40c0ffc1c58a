// A page of an account's tasks, newest first.
import type { Sql } from "../../shared/db/connect.ts";
import { LIST_LIMITS } from "../../shared/limits.ts";
import { type Pagination, paginate } from "../../shared/pagination.ts";
import type { TaskListQuery } from "../../shared/schemas/list-query.ts";
import type { TaskKindName } from "../../shared/task-kinds.ts";
import { TASK_STATES } from "../../shared/task-states.ts";
import { selectTaskPage } from "../db/task-lists.ts";
import { selectTasksById, type TaskRow } from "../db/tasks.ts";

export interface TaskPage {
  readonly tasks: readonly TaskRow[];
  readonly pagination: Pagination;
}

/** A page of this account's tasks of some kinds. One beyond the last is empty. */
export async function listTasks(
  sql: Sql,
  accountId: string,
  kinds: readonly TaskKindName[],
  query: TaskListQuery,
): Promise<TaskPage> {
  const { page = 1, limit = LIST_LIMITS.pageItems.default, status } = query;
  const states = status === undefined ? TASK_STATES : [status];
  const { total, ids } = await selectTaskPage(sql, {
    accountId,
    kinds,
    states,
    offset: (page - 1) * limit,
    limit,
  });
  return { tasks: await selectTasksById(sql, ids), pagination: paginate(total, page, limit) };
}
