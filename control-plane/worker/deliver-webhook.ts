// One attempt to tell a receiver that a task has ended. If it is repeated, the receiver may be called twice, which the API
// allows; the attempt counts once, where ends are recorded.

import type { Sql } from "../../shared/db/connect.ts";
import { hasErrorCode } from "../../shared/errors.ts";
import { WEBHOOK_LIMITS } from "../../shared/limits/webhooks.ts";
import type { Logger } from "../../shared/logger.ts";
import { inSpan, type SpanOptions } from "../../shared/tracing/tracing.ts";
import type { ClaimEnd, ClaimedDelivery } from "../db/due-deliveries.ts";
import { selectTasksById, type TaskRow } from "../db/tasks/tasks.ts";
import { encodeJson } from "../tasks/read/raw-json.ts";
import type { ViewTask } from "../tasks/read/task-view.ts";
import type { LargeCall, LargeCalls } from "../webhooks/large-calls.ts";
import type { WebhookClient } from "../webhooks/webhook-client.ts";
import type { WebhookMetrics } from "../webhooks/webhook-metrics.ts";
import { webhookPayload } from "../webhooks/webhook-payload.ts";

export interface DeliveryServices {
  readonly sql: Sql;
  readonly logger: Logger;
  readonly viewTask: ViewTask;
  readonly client: WebhookClient;
  readonly metrics: WebhookMetrics;
  readonly largeCalls: LargeCalls;
}

/** The tasks that deliveries tell of, by their ids, in one statement. */
export async function readEndedTasks(
  sql: Sql,
  claims: readonly ClaimedDelivery[],
): Promise<ReadonlyMap<string, TaskRow>> {
  const ids = [...new Set(claims.map(({ taskId }) => taskId))];
  return new Map((await selectTasksById(sql, ids)).map((task) => [task.id, task]));
}

async function payloadOf(task: TaskRow, viewTask: ViewTask): Promise<string | Buffer> {
  return encodeJson(webhookPayload(await viewTask(task, { showRun: false }), task.kind));
}

/** Of a call to the receiver of a task's end, whose address is left out: it may hold the receiver's secret. */
function spanOf({ id, traceparent }: TaskRow): SpanOptions {
  const attributes = { "http.request.method": "POST", "clipmill.task_id": id };
  return { kind: "client", parent: traceparent, attributes };
}

async function call(
  { client, metrics }: DeliveryServices,
  url: string,
  { task, body }: { readonly task: TaskRow; readonly body: string | Buffer },
  signal: AbortSignal,
): Promise<ClaimEnd> {
  const startedAt = performance.now();
  const { outcome, statusCode, error } = await inSpan("webhook", spanOf(task), async (span) => {
    const { traceparent } = span;
    const result = await client.post(url, body, signal, traceparent === null ? {} : { traceparent });
    span.set({ "clipmill.outcome": result.outcome });
    if (result.statusCode !== null) span.set({ "http.response.status_code": result.statusCode });
    if (result.error !== null) span.fail(result.outcome);
    return result;
  });
  const durationMs = Math.round(performance.now() - startedAt);
  metrics.attempted(outcome, durationMs);
  return error === null && statusCode !== null
    ? { outcome: "delivered", statusCode, durationMs }
    : { outcome: "failed", statusCode, error: error ?? "", durationMs };
}

/**
 * Reads what a call sends, and makes it. Where that is an output that lies in the storage, it has a place among those with
 * large bodies: while it is read, and while it is sent if it is large.
 */
async function callInPlace(
  services: DeliveryServices,
  { url, ...large }: LargeCall & { readonly url: string },
  task: TaskRow,
  signal: AbortSignal,
): Promise<ClaimEnd> {
  const { viewTask, largeCalls } = services;
  if (task.output_key === null) {
    return call(services, url, { task, body: await payloadOf(task, viewTask) }, signal);
  }
  const leave = await largeCalls.enter(large, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return undefined;
  });
  if (leave === undefined) return { outcome: "put-back", delayMs: WEBHOOK_LIMITS.ownFailureDelayMs };
  try {
    const body = await payloadOf(task, viewTask);
    if (Buffer.byteLength(body) < WEBHOOK_LIMITS.largeBodyBytes) leave();
    return await call(services, url, { task, body }, signal);
  } finally {
    leave();
  }
}

/**
 * The outcome of an attempt that could not be made through a fault on our side. A storage that is away is waited for. A
 * missing or damaged output counts as an attempt, so that the delivery ends and says why: a payload without the output
 * of a finished job would be wrong.
 */
function endUnmade(error: unknown): ClaimEnd {
  if (hasErrorCode(error, "INTERNAL")) {
    return { outcome: "unmade", error: "The webhook was not sent: the task's output is missing or damaged." };
  }
  return { outcome: "put-back", delayMs: WEBHOOK_LIMITS.ownFailureDelayMs };
}

/**
 * Makes the attempt of a claim. Never rejects; an attempt that the signal aborts is put back and does not count. The
 * address is not logged, since it may hold the receiver's secret.
 */
export async function deliverWebhook(
  services: DeliveryServices,
  claim: ClaimedDelivery,
  task: TaskRow | undefined,
  signal: AbortSignal,
): Promise<ClaimEnd> {
  const { metrics, logger } = services;
  const { url, accountId, standing } = claim;
  if (url === null || task === undefined) return { outcome: "gone" };
  metrics.open.inc();
  try {
    return await callInPlace(services, { url, accountId, standing }, task, signal);
  } catch (error) {
    // This process is being stopped: another one makes the attempt, or this one after its next start.
    if (signal.aborted) return { outcome: "put-back", delayMs: 0 };
    logger.error(
      { err: error, deliveryId: claim.deliveryId, taskId: claim.taskId },
      "a webhook could not be made",
    );
    return endUnmade(error);
  } finally {
    metrics.open.dec();
  }
}
