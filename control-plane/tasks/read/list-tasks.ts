// A page of an account's tasks, newest first, by its number or by a cursor. A cursor names the last task that was seen,
// so that reading on costs the same however far back it is, and nothing is shown twice when tasks come meanwhile.
import type { Sql } from "../../../shared/db/connect.ts";
import { isId } from "../../../shared/ids.ts";
import { LIST_LIMITS } from "../../../shared/limits/requests.ts";
import { type CursorPagination, paginate } from "../../../shared/pagination.ts";
import type { TaskListQuery } from "../../../shared/schemas/list-query.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import type { TaskKindName } from "../../../shared/tasks/task-kinds.ts";
import { TASK_STATES } from "../../../shared/tasks/task-states.ts";
import {
  countTasks,
  selectTaskPage,
  type TaskFilter,
  type TaskPagePlace,
} from "../../db/tasks/task-lists.ts";
import { selectListedTasks, type TaskRow } from "../../db/tasks/tasks.ts";
import { withQueuePositions } from "./queue-positions.ts";

export interface TaskPage {
  readonly tasks: readonly TaskRow[];
  readonly pagination: CursorPagination;
}

function cursorOf(taskId: string): string {
  return Buffer.from(taskId).toString("base64url");
}

/** The task behind which a cursor goes on. @throws AppError INVALID_REQUEST */
function readCursor({ cursor, page }: TaskListQuery): string | null {
  if (cursor === undefined) return null;
  if (page !== undefined)
    throw invalidRequest([{ path: "/page", message: "must not be sent with a cursor" }]);
  const taskId = Buffer.from(cursor, "base64url").toString();
  if (isId("task", taskId)) return taskId;
  throw invalidRequest([
    {
      path: "/cursor",
      message: "is not a cursor of this service: send pagination.cursor of the page before, unchanged",
    },
  ]);
}

function placeOf(query: TaskListQuery, total: number): TaskPagePlace {
  const { page = 1, limit = LIST_LIMITS.pageItems.default } = query;
  const beforeId = readCursor(query);
  const offset = beforeId === null ? (page - 1) * limit : 0;
  if (offset < total && offset > LIST_LIMITS.offset) {
    const message = `begins more than ${LIST_LIMITS.offset} items behind the first: send pagination.cursor of the page before as cursor instead`;
    throw invalidRequest([{ path: "/page", message }]);
  }
  return { beforeId, offset, limit };
}

async function readPage(sql: Sql, filter: TaskFilter, place: TaskPagePlace): Promise<TaskRow[]> {
  return withQueuePositions(sql, await selectListedTasks(sql, await selectTaskPage(sql, filter, place)));
}

/**
 * A page of this account's tasks of some kinds, without outputs and deliveries. One beyond the last is empty.
 * @throws AppError INVALID_REQUEST for a cursor that is none, and a page that lies too far back
 */
export async function listTasks(
  sql: Sql,
  accountId: string,
  kinds: readonly TaskKindName[],
  query: TaskListQuery,
): Promise<TaskPage> {
  const states = query.status === undefined ? TASK_STATES : [query.status];
  const filter = { accountId, kinds, states };
  const total = await countTasks(sql, filter);
  const place = placeOf(query, total);
  const tasks = place.offset < total ? await readPage(sql, filter, place) : [];
  const last = tasks.length === place.limit ? tasks.at(-1) : undefined;
  const page = place.beforeId === null ? (query.page ?? 1) : null;
  const pagination = paginate(total, page, place.limit, LIST_LIMITS.offset);
  return { tasks, pagination: { ...pagination, cursor: last === undefined ? null : cursorOf(last.id) } };
}
