// Whom an account's tasks told that they had ended, what the receivers answered, and another try.
import { Type } from "typebox";
import type { Sql } from "../../../shared/db/connect.ts";
import { compileQuery } from "../../../shared/schemas/validate.ts";
import { TERMINAL_STATES } from "../../../shared/tasks/task-states.ts";
import { accountOf } from "../../accounts/people/session.ts";
import type { ListedDelivery } from "../../db/delivery-lists.ts";
import { jsonReply, type Route, type SessionRoute } from "../../http/route.ts";
import { retryWebhook } from "../../tasks/end/retry-webhook.ts";
import { listDeliveries } from "../../webhooks/list-deliveries.ts";
import type { DeliveryPageView, DeliveryView } from "../api-types/account.ts";
import { MEMBER } from "./session-access.ts";

export interface DeliveryRoutesOptions {
  readonly reads: Sql;
  readonly writes: Sql;
  /** Called once a delivery was made due. */
  readonly onDeliveriesDue: () => void;
}

const STATES = ["PENDING", "RETRYING", "FAILED", "DELIVERED"] as const;
const Query = Type.Object({
  before: Type.Optional(Type.String({ maxLength: 64, pattern: "^task_[0-9a-z]+$" })),
  status: Type.Optional(Type.Enum([...STATES])),
});

function viewDelivery(row: ListedDelivery): DeliveryView {
  return {
    id: row.id,
    taskId: row.task_id,
    taskKind: row.task_kind,
    taskName: row.task_name,
    url: row.url,
    status: row.state as DeliveryView["status"],
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    nextRetryAt: row.next_retry_at?.toISOString() ?? null,
    lastStatusCode: row.last_status_code,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    canRetry: (TERMINAL_STATES as readonly string[]).includes(row.task_state),
  };
}

/** For members: the account's deliveries page by page, newest first, and another one for a task that has ended. */
export function deliveryRoutes(options: DeliveryRoutesOptions): Route[] {
  return [listRoute(options), retryRoute(options)];
}

function listRoute({ reads }: DeliveryRoutesOptions): SessionRoute {
  const parse = compileQuery(Query);
  return {
    ...MEMBER,
    body: "none",
    method: "GET",
    path: "/console/api/deliveries",
    async handle(call, session) {
      const { before = null, status } = parse(call.query);
      const states = status === undefined ? [] : [status];
      const { deliveries, next } = await listDeliveries(reads, accountOf(session).id, before, states);
      const view: DeliveryPageView = { deliveries: deliveries.map(viewDelivery), next };
      return jsonReply(200, "Deliveries listed", view);
    },
  };
}

function retryRoute({ writes, onDeliveriesDue }: DeliveryRoutesOptions): SessionRoute {
  return {
    ...MEMBER,
    body: "none",
    method: "POST",
    path: "/console/api/tasks/:taskId/webhooks/retry",
    async handle(call, session) {
      const delivery = await retryWebhook(writes, accountOf(session).id, null, call.params.taskId ?? "");
      onDeliveriesDue();
      return jsonReply(201, "Webhook delivery queued", delivery);
    },
  };
}
