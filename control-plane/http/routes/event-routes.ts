// GET /jobs/{jobId}/events and the same for generation tasks: a task's progress as server-sent events. A client that
// reconnects with Last-Event-ID goes on where it stopped, at any control plane.
import { Type } from "typebox";
import type { Sql } from "../../../shared/db/connect.ts";
import { EVENT_LIMITS } from "../../../shared/limits/requests.ts";
import type { TaskSurfaceName } from "../../../shared/tasks/task-kinds.ts";
import { hasSeenEnd, taskEvents } from "../../tasks/events/task-events.ts";
import type { TaskWatch } from "../../tasks/events/task-watch.ts";
import { readTask } from "../../tasks/read/read-task.ts";
import type { ViewTask } from "../../tasks/read/task-view.ts";
import type { KeyRoute, Operation, Reply, Route } from "../route.ts";

export interface EventRoutesOptions {
  readonly sql: Sql;
  readonly watch: TaskWatch;
  readonly viewTask: ViewTask;
}

const CONTENT_TYPE = "text/event-stream";
/** Tells a client that reconnects by itself to stop: it has seen the end. */
const SEEN_END: Reply = { kind: "text", status: 204, contentType: CONTENT_TYPE, text: "" };

const DESCRIPTION =
  "`progress` with `{percent, stage, message, queue_position, status}` at once and at every change, then `finished` or `failed` with the whole task, and the stream ends. Every event has an `id` that only grows; a reconnect with `Last-Event-ID` does not repeat what was seen, and answers 204 when that was the end. A comment comes every 15 seconds. A stream ends within seconds once the key that opened it may no longer read.";

/**
 * A route of events for each surface of tasks. A stream is a reply that goes on: `close` ends its
 * subscription.
 */
export function eventRoutes(options: EventRoutesOptions): Route[] {
  return [
    eventRoute(options, {
      surface: "jobs",
      path: "/api/v1/jobs/:jobId/events",
      scope: "CLIPPING",
      id: "watchJob",
      tag: "Clipping",
      summary: "Watch a video job as server-sent events",
    }),
    eventRoute(options, {
      surface: "generation-tasks",
      path: "/api/v1/generation-tasks/:taskId/events",
      scope: "GENERATE",
      id: "watchGenerationTask",
      tag: "Generation",
      summary: "Watch a generation task as server-sent events",
    }),
  ];
}

interface WatchedSurface extends Pick<KeyRoute, "path" | "scope">, Pick<Operation, "id" | "tag" | "summary"> {
  readonly surface: TaskSurfaceName;
}

function eventRoute(
  { sql, watch, viewTask }: EventRoutesOptions,
  { surface, path, scope, ...operation }: WatchedSurface,
): KeyRoute {
  return {
    method: "GET",
    path,
    access: "key",
    scope,
    body: "none",
    operation: {
      ...operation,
      description: DESCRIPTION,
      reply: {
        status: 200,
        schema: Type.String({ description: "Server-sent events; the `data` of each is JSON." }),
        contentType: CONTENT_TYPE,
      },
      emptyReplies: { "204": "The client has seen the end: it should not connect again." },
      errors: ["NOT_FOUND"],
    },
    async handle(call, { accountId, callerId, credential }) {
      const { jobId, taskId = jobId ?? "" } = call.params;
      const task = await readTask(sql, accountId, surface, taskId);
      const lastEventId = call.headers["last-event-id"];
      if (hasSeenEnd(task, lastEventId)) return SEEN_END;
      const subscription = watch.open({ callerId, credential, scope }, task.id);
      return {
        kind: "events",
        status: 200,
        events: taskEvents(subscription, lastEventId, viewTask),
        close: () => subscription.close(),
        heartbeatMs: EVENT_LIMITS.heartbeatMs,
      };
    },
  };
}
