// POST …/webhooks/retry of tasks of either surface: queues one fresh delivery.
import type { Sql } from "../../../shared/db/connect.ts";
import { WebhookDelivery } from "../../../shared/schemas/webhook-delivery.ts";
import type { TaskSurfaceName } from "../../../shared/tasks/task-kinds.ts";
import { retryWebhook } from "../../tasks/end/retry-webhook.ts";
import { jsonReply, type KeyRoute, type Operation } from "../route.ts";

interface SurfaceWords extends Pick<Operation, "id" | "tag"> {
  readonly scope: KeyRoute["scope"];
  /** The name of a task's id in paths. */
  readonly idParam: string;
  readonly noun: string;
}

const SURFACES: Readonly<Record<TaskSurfaceName, SurfaceWords>> = {
  jobs: { id: "retryJobWebhook", tag: "Clipping", scope: "CLIPPING", idParam: "jobId", noun: "job" },
  "generation-tasks": {
    id: "retryGenerationTaskWebhook",
    tag: "Generation",
    scope: "GENERATE",
    idParam: "taskId",
    noun: "task",
  },
};

/** @param options.onDeliveriesDue called once a delivery was made due */
export function webhookRoutes(
  options: { sql: Sql; onDeliveriesDue: () => void },
  surface: TaskSurfaceName,
): KeyRoute[] {
  const { sql, onDeliveriesDue } = options;
  const { id, tag, scope, idParam, noun } = SURFACES[surface];
  return [
    {
      method: "POST",
      path: `/api/v1/${surface}/:${idParam}/webhooks/retry`,
      access: "key",
      scope,
      body: "none",
      operation: {
        id,
        tag,
        summary: "Queue a new webhook delivery",
        description: `For a ${noun} that has ended and has a \`callback_url\`. Replies with the fresh delivery.`,
        reply: { status: 201, schema: WebhookDelivery },
        errors: ["NOT_FOUND", "NOT_TERMINAL", "NO_CALLBACK_URL"],
      },
      async handle({ params }, { accountId }) {
        const delivery = await retryWebhook(sql, accountId, surface, params[idParam] ?? "");
        onDeliveriesDue();
        return jsonReply(201, "Webhook delivery queued", delivery);
      },
    },
  ];
}
