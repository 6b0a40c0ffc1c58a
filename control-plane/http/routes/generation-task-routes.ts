// Generation tasks: read, list, cancel, remove what they made.
import type { Sql } from "../../../shared/db/connect.ts";
import { TaskListQuery } from "../../../shared/schemas/list-query.ts";
import { Task, Tasks } from "../../../shared/schemas/task.ts";
import { compileQuery } from "../../../shared/schemas/validate.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { kindsOn, type TaskSurfaceName } from "../../../shared/tasks/task-kinds.ts";
import { cancelTask } from "../../tasks/end/cancel-task.ts";
import { listTasks } from "../../tasks/read/list-tasks.ts";
import { readTask } from "../../tasks/read/read-task.ts";
import type { TaskViews } from "../../tasks/read/task-view.ts";
import { DELETE_DESCRIPTION, deleteTask } from "../../tasks/removal/delete-task.ts";
import { jsonReply, type KeyRoute, listReply } from "../route.ts";

const SURFACE: TaskSurfaceName = "generation-tasks";
const GENERATE = { access: "key", scope: "GENERATE", body: "none" } as const;

export interface GenerationTaskRoutesOptions extends Pick<TaskViews, "viewTask" | "viewListedTask"> {
  /** For reads and lists. */
  readonly reads: Sql;
  /** For cancellations and removals. */
  readonly writes: Sql;
  readonly storage: ObjectStorage;
}

export function generationTaskRoutes(options: GenerationTaskRoutesOptions): KeyRoute[] {
  const { reads, writes, storage, viewTask, viewListedTask } = options;
  const parse = compileQuery(TaskListQuery);
  return [
    {
      ...GENERATE,
      method: "GET",
      path: "/api/v1/generation-tasks/:taskId",
      operation: {
        id: "readGenerationTask",
        tag: "Generation",
        summary: "Read a generation task",
        description: "`result` holds the files once the task is `finished`. Poll every 3 to 5 seconds.",
        reply: { status: 200, schema: Task },
        errors: ["NOT_FOUND"],
      },
      async handle(call, { accountId }) {
        const task = await readTask(reads, accountId, SURFACE, call.params.taskId ?? "");
        return jsonReply(200, "Generation task read", await viewTask(task));
      },
    },
    {
      ...GENERATE,
      method: "GET",
      path: "/api/v1/generation-tasks",
      operation: {
        id: "listGenerationTasks",
        tag: "Generation",
        summary: "List generation tasks, newest first",
        query: TaskListQuery,
        reply: { status: 200, schema: Tasks, paginated: true },
        errors: ["INVALID_REQUEST"],
      },
      async handle(call, { accountId }) {
        const { tasks, pagination } = await listTasks(reads, accountId, kindsOn(SURFACE), parse(call.query));
        const data = tasks.map(viewListedTask);
        return listReply("Generation tasks listed", data, pagination);
      },
    },
    {
      ...GENERATE,
      method: "POST",
      path: "/api/v1/generation-tasks/:taskId/cancel",
      operation: {
        id: "cancelGenerationTask",
        tag: "Generation",
        summary: "Cancel a generation task",
        description:
          "The task ends `failed` with `error.code` `CANCELLED`. Its charge comes back in full when no run had started.",
        reply: { status: 200, schema: Task },
        errors: ["NOT_FOUND", "ALREADY_TERMINAL"],
      },
      async handle(call, { accountId }) {
        const task = await cancelTask(writes, accountId, SURFACE, call.params.taskId ?? "");
        return jsonReply(200, "Generation task cancelled", await viewTask(task));
      },
    },
    {
      ...GENERATE,
      method: "DELETE",
      path: "/api/v1/generation-tasks/:taskId",
      operation: {
        id: "deleteGenerationTask",
        tag: "Generation",
        summary: "Remove the results of a generation task",
        description: DELETE_DESCRIPTION,
        reply: { status: 200, schema: Task },
        errors: ["NOT_FOUND", "NOT_TERMINAL"],
      },
      async handle(call, { accountId }) {
        const services = { sql: writes, storage };
        const task = await deleteTask(services, accountId, SURFACE, call.params.taskId ?? "");
        return jsonReply(200, "Generation task's files removed", await viewTask(task));
      },
    },
  ];
}
