// The query parameters of lists of tasks.
import { type Static, Type } from "typebox";
import { LIST_LIMITS } from "../limits/requests.ts";
import { kindsOn } from "../tasks/task-kinds.ts";
import { TASK_STATES } from "../tasks/task-states.ts";

const { pageItems } = LIST_LIMITS;

export const TaskListQuery = Type.Object({
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIST_LIMITS.page,
      default: 1,
      description: `Page number. Pages that begin more than ${LIST_LIMITS.offset} items behind the first are read by cursor.`,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: pageItems.min,
      maximum: pageItems.max,
      default: pageItems.default,
      description: "Items on a page.",
    }),
  ),
  status: Type.Optional(Type.Enum([...TASK_STATES], { description: "Only tasks in this state." })),
  cursor: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        "`pagination.cursor` of the page before, in place of `page`: reads on behind it, however far back that is.",
    }),
  ),
});
export type TaskListQuery = Static<typeof TaskListQuery>;

export const JobListQuery = Type.Object({
  ...TaskListQuery.properties,
  kind: Type.Optional(Type.Enum([...kindsOn("jobs")], { description: "Only jobs of this kind." })),
});
export type JobListQuery = Static<typeof JobListQuery>;
