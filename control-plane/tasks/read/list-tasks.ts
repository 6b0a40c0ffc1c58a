// A page of an account's tasks, newest first, by its number or by a cursor. A cursor names the last task that was seen,
// so that reading on costs the same however far back it is, and nothing is shown twice when tasks come meanwhile; and the
// page's number, since every page of the API has one.
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

/** Where a cursor goes on: behind which task, as which page. */
interface CursorPlace {
  readonly beforeId: string;
  readonly page: number;
}

const CURSOR_TEXT = /^([1-9]\d{0,8}) (.+)$/;

/** As clients send it. */
export function cursorOf({ beforeId, page }: CursorPlace): string {
  return Buffer.from(`${page} ${beforeId}`).toString("base64url");
}

/** @throws AppError INVALID_REQUEST */
function readCursor(cursor: string): CursorPlace {
  const [, page, beforeId = ""] = CURSOR_TEXT.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  const place = { beforeId, page: Number(page) };
  if (isId("task", beforeId) && cursorOf(place) === cursor) return place;
  throw invalidRequest([
    {
      path: "/cursor",
      message: "is not a cursor of this service: send pagination.cursor of the page before, unchanged",
    },
  ]);
}

/** A page and its number. @throws AppError INVALID_REQUEST */
function placeOf(query: TaskListQuery, total: number): TaskPagePlace & { readonly page: number } {
  const { page = 1, limit = LIST_LIMITS.pageItems.default, cursor } = query;
  if (cursor !== undefined) {
    if (query.page !== undefined)
      throw invalidRequest([{ path: "/page", message: "must not be sent with a cursor" }]);
    return { ...readCursor(cursor), offset: 0, limit };
  }
  const offset = (page - 1) * limit;
  if (offset < total && offset > LIST_LIMITS.offset) {
    const message = `begins more than ${LIST_LIMITS.offset} items behind the first: send pagination.cursor of the page before as cursor instead`;
    throw invalidRequest([{ path: "/page", message }]);
  }
  return { beforeId: null, offset, limit, page };
}

/** Whether it is the last is told by one task more: a list that is read by cursor is shorter than its total. */
async function readPage(sql: Sql, filter: TaskFilter, place: TaskPagePlace) {
  const ids = await selectTaskPage(sql, filter, { ...place, limit: place.limit + 1 });
  const listed = await selectListedTasks(sql, ids.slice(0, place.limit));
  return { tasks: await withQueuePositions(sql, listed), isLast: ids.length <= place.limit };
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
  const { tasks, isLast } =
    place.offset < total ? await readPage(sql, filter, place) : { tasks: [], isLast: true };
  const beforeId = isLast ? undefined : tasks.at(-1)?.id;
  const cursor = beforeId === undefined ? null : cursorOf({ beforeId, page: place.page + 1 });
  return { tasks, pagination: { ...paginate(total, place, LIST_LIMITS.offset), cursor } };
}
