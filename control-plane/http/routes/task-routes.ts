// Tasks, as video jobs (`/jobs`) and as generation tasks: list, read, cancel, remove files, send the webhook again. The two
// surfaces differ only in words and scope.
import type { Sql } from "../../../shared/db/connect.ts";
import { WEBHOOK_LIMITS } from "../../../shared/limits/webhooks.ts";
import type { Logger } from "../../../shared/logger.ts";
import { JobListQuery, TaskListQuery } from "../../../shared/schemas/list-query.ts";
import { Task, Tasks } from "../../../shared/schemas/task.ts";
import { compileQuery } from "../../../shared/schemas/validate.ts";
import { WebhookDelivery } from "../../../shared/schemas/webhook-delivery.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { kindsOn, type TaskSurfaceName } from "../../../shared/tasks/task-kinds.ts";
import { cancelTask } from "../../tasks/end/cancel-task.ts";
import { retryWebhook } from "../../tasks/end/retry-webhook.ts";
import { listTasks } from "../../tasks/read/list-tasks.ts";
import { readTask } from "../../tasks/read/read-task.ts";
import type { TaskViews } from "../../tasks/read/task-view.ts";
import { DELETE_DESCRIPTION, deleteTask } from "../../tasks/removal/delete-task.ts";
import { jsonReply, type KeyRoute, listReply, type Operation } from "../route.ts";

export interface TaskRoutesOptions extends Pick<TaskViews, "viewTask" | "viewListedTask"> {
  /** For reads and lists. */
  readonly reads: Sql;
  /** For cancellations and removals. */
  readonly writes: Sql;
  readonly storage: ObjectStorage;
  readonly logger: Logger;
  /** Called once a delivery was made due. */
  readonly onDeliveriesDue: () => void;
}

type Words = Pick<Operation, "id" | "summary" | "description">;

interface SurfaceWords {
  readonly scope: KeyRoute["scope"];
  readonly tag: Operation["tag"];
  /** The name of a task's id in paths. */
  readonly idParam: string;
  /** As messages begin: "Job", and "Jobs" of several. */
  readonly noun: string;
  readonly listQuery: typeof JobListQuery | typeof TaskListQuery;
  readonly list: Words;
  readonly read: Words;
  readonly cancel: Words;
  readonly remove: Words;
  readonly retry: Words;
}

const CANCELLED =
  "ends `failed` with `error.code` `CANCELLED`. Its charge comes back in full when no run had started; what it had made by then is removed.";

function retryWords(id: string, noun: string): Words {
  return {
    id,
    summary: "Queue a new webhook delivery",
    description: `For a ${noun} that has ended and has a \`callback_url\`. Replies with the fresh delivery. A ${noun} has ${WEBHOOK_LIMITS.deliveriesOfTask} deliveries at most; beyond them the answer is 400, since waiting does not help.`,
  };
}

const SURFACES: Readonly<Record<TaskSurfaceName, SurfaceWords>> = {
  jobs: {
    scope: "CLIPPING",
    tag: "Clipping",
    idParam: "jobId",
    noun: "Job",
    listQuery: JobListQuery,
    list: { id: "listJobs", summary: "List video jobs, newest first" },
    read: {
      id: "readJob",
      summary: "Read a clip, highlight or transcription job",
      description: "`output` is filled once the job is `finished`. Poll every 15 to 30 seconds.",
    },
    cancel: { id: "cancelJob", summary: "Cancel a video job", description: `The job ${CANCELLED}` },
    remove: {
      id: "deleteJob",
      summary: "Remove the footage and results of a video job",
      description: `${DELETE_DESCRIPTION} What was transcribed of an address goes too; what was transcribed of an upload goes with the upload. While a clip of it is rendered again the answer is 409, and names those renders.`,
    },
    retry: retryWords("retryJobWebhook", "job"),
  },
  "generation-tasks": {
    scope: "GENERATE",
    tag: "Generation",
    idParam: "taskId",
    noun: "Generation task",
    listQuery: TaskListQuery,
    list: { id: "listGenerationTasks", summary: "List generation tasks, newest first" },
    read: {
      id: "readGenerationTask",
      summary: "Read a generation task",
      description: "`result` holds the files once the task is `finished`. Poll every 3 to 5 seconds.",
    },
    cancel: {
      id: "cancelGenerationTask",
      summary: "Cancel a generation task",
      description: `The task ${CANCELLED}`,
    },
    remove: {
      id: "deleteGenerationTask",
      summary: "Remove the results of a generation task",
      description: DELETE_DESCRIPTION,
    },
    retry: retryWords("retryGenerationTaskWebhook", "task"),
  },
};

/** A surface with what its routes need. */
interface Served extends TaskRoutesOptions, SurfaceWords {
  readonly surface: TaskSurfaceName;
  readonly path: string;
}

const TASK_REPLY = { status: 200, schema: Task };

function shared({ scope }: Served) {
  return { access: "key", scope, body: "none" } as const;
}

function pathOfOne({ path, idParam }: Served): string {
  return `${path}/:${idParam}`;
}

function listRoute(served: Served): KeyRoute {
  const { surface, path, noun, tag, list, listQuery, reads, viewListedTask } = served;
  const parse = compileQuery<typeof JobListQuery | typeof TaskListQuery>(listQuery);
  const reply = { status: 200, schema: Tasks, paginated: true } as const;
  return {
    ...shared(served),
    method: "GET",
    path,
    operation: { ...list, tag, query: listQuery, reply, errors: ["INVALID_REQUEST"] },
    async handle(call, { accountId }) {
      const query = parse(call.query);
      const kinds = "kind" in query && query.kind !== undefined ? [query.kind] : kindsOn(surface);
      const { tasks, pagination } = await listTasks(reads, accountId, kinds, query);
      return listReply(`${noun}s listed`, tasks.map(viewListedTask), pagination);
    },
  };
}

function readRoute(served: Served): KeyRoute {
  const { surface, idParam, noun, tag, read, reads, viewTask } = served;
  return {
    ...shared(served),
    method: "GET",
    path: pathOfOne(served),
    operation: { ...read, tag, reply: TASK_REPLY, errors: ["NOT_FOUND"] },
    async handle({ params }, { accountId }) {
      const task = await readTask(reads, accountId, surface, params[idParam] ?? "");
      return jsonReply(200, `${noun} read`, await viewTask(task));
    },
  };
}

function cancelRoute(served: Served): KeyRoute {
  const { surface, idParam, noun, tag, cancel, writes: sql, logger, onDeliveriesDue, viewTask } = served;
  return {
    ...shared(served),
    method: "POST",
    path: `${pathOfOne(served)}/cancel`,
    operation: { ...cancel, tag, reply: TASK_REPLY, errors: ["NOT_FOUND", "ALREADY_TERMINAL"] },
    async handle({ params }, { accountId }) {
      const task = await cancelTask({ sql, logger }, accountId, surface, params[idParam] ?? "");
      if (task.callback_url !== null) onDeliveriesDue();
      return jsonReply(200, `${noun} cancelled`, await viewTask(task));
    },
  };
}

function removeRoute(served: Served): KeyRoute {
  const { surface, idParam, noun, tag, remove, writes: sql, storage, viewTask } = served;
  return {
    ...shared(served),
    method: "DELETE",
    path: pathOfOne(served),
    operation: { ...remove, tag, reply: TASK_REPLY, errors: ["NOT_FOUND", "NOT_TERMINAL"] },
    async handle({ params }, { accountId }) {
      const task = await deleteTask({ sql, storage }, accountId, surface, params[idParam] ?? "");
      return jsonReply(200, `${noun}'s files removed`, await viewTask(task));
    },
  };
}

function retryWebhookRoute(served: Served): KeyRoute {
  const { surface, idParam, tag, retry, writes, onDeliveriesDue } = served;
  return {
    ...shared(served),
    method: "POST",
    path: `${pathOfOne(served)}/webhooks/retry`,
    operation: {
      ...retry,
      tag,
      reply: { status: 201, schema: WebhookDelivery },
      errors: ["NOT_FOUND", "INVALID_REQUEST", "NOT_TERMINAL", "NO_CALLBACK_URL"],
    },
    async handle({ params }, { accountId }) {
      const delivery = await retryWebhook(writes, accountId, surface, params[idParam] ?? "");
      onDeliveriesDue();
      return jsonReply(201, "Webhook delivery queued", delivery);
    },
  };
}

/** The routes of one surface. Creates have routes of their own (create-routes.ts). */
export function taskRoutes(options: TaskRoutesOptions, surface: TaskSurfaceName): KeyRoute[] {
  const served = { ...options, ...SURFACES[surface], surface, path: `/api/v1/${surface}` };
  return [
    listRoute(served),
    readRoute(served),
    cancelRoute(served),
    removeRoute(served),
    retryWebhookRoute(served),
  ];
}
