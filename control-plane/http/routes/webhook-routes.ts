// POST /generation-tasks/{taskId}/webhooks/retry: queues one fresh delivery.
import type { Sql } from "../../../shared/db/connect.ts";
import { WebhookDelivery } from "../../../shared/schemas/webhook-delivery.ts";
import { retryWebhook } from "../../tasks/end/retry-webhook.ts";
import { jsonReply, type Route } from "../route.ts";

/** @param options.onDeliveriesDue called once a delivery was made due */
export function webhookRoutes(options: { sql: Sql; onDeliveriesDue: () => void }): Route[] {
  const { sql, onDeliveriesDue } = options;
  return [
    {
      method: "POST",
      path: "/api/v1/generation-tasks/:taskId/webhooks/retry",
      access: "key",
      scope: "GENERATE",
      body: "none",
      operation: {
        id: "retryGenerationTaskWebhook",
        tag: "Generation",
        summary: "Queue a new webhook delivery",
        description: "For a task that has ended and has a `callback_url`. Replies with the fresh delivery.",
        reply: { status: 201, schema: WebhookDelivery },
        errors: ["NOT_FOUND", "NOT_TERMINAL", "NO_CALLBACK_URL"],
      },
      async handle(call, { accountId }) {
        const delivery = await retryWebhook(sql, accountId, "generation-tasks", call.params.taskId ?? "");
        onDeliveriesDue();
        return jsonReply(201, "Webhook delivery queued", delivery);
      },
    },
  ];
}
