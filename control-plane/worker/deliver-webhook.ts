// Handles the queue job `deliver-webhook`: one attempt at telling a receiver that a task has ended. A job that runs
// twice may call the receiver twice, which the contract allows, but its attempt is counted once.
import { Type } from "typebox";
import type { Sql } from "../../shared/db/connect.ts";
import type { QueueHandler } from "../../shared/db/queue-runner.ts";
import type { Logger } from "../../shared/logger.ts";
import { hostOf } from "../../shared/network-safety.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import type { TaskKindName } from "../../shared/task-kinds.ts";
import { selectTask } from "../db/tasks.ts";
import {
  type DeliveryJob,
  type DueDelivery,
  postponeDelivery,
  recordAttempt,
  selectDueDelivery,
} from "../db/webhook-deliveries.ts";
import { encodeJson } from "../tasks/raw-json.ts";
import type { ViewTask } from "../tasks/task-view.ts";
import type { DeliverySlots } from "../webhooks/delivery-slots.ts";
import type { AttemptResult, WebhookClient } from "../webhooks/post-delivery.ts";
import type { WebhookMetrics } from "../webhooks/webhook-metrics.ts";
import { webhookPayload } from "../webhooks/webhook-payload.ts";

export interface DeliveryServices {
  readonly sql: Sql;
  readonly logger: Logger;
  readonly viewTask: ViewTask;
  readonly client: WebhookClient;
  readonly slots: DeliverySlots;
  readonly metrics: WebhookMetrics;
  readonly retryIntervalMs: number;
}

const readDeliveryJob: (payload: unknown) => DeliveryJob = compileSchema(
  Type.Object({ deliveryId: Type.String(), attempt: Type.Integer({ minimum: 1 }) }),
);

/** The handler. It rejects only for failures of our own, which the queue tries again without counting an attempt. */
export function deliverWebhook(services: DeliveryServices): QueueHandler {
  const { sql, slots, metrics } = services;
  return async ({ payload }, signal) => {
    const job = readDeliveryJob(payload);
    const delivery = await selectDueDelivery(sql, job);
    if (delivery === undefined) return;
    const host = hostOf(new URL(delivery.url));
    const slot = slots.tryEnter(host, delivery.account_id);
    if (slot === undefined) {
      metrics.putBack.inc();
      return postponeDelivery(sql, job, slots.putBackMs(host));
    }
    let durationMs: number | undefined;
    metrics.open.inc();
    try {
      durationMs = await attempt(services, job, delivery, signal);
    } catch (error) {
      // This process is being stopped: another one makes the attempt, or this one after its next start.
      if (signal.aborted) return await postponeDelivery(sql, job, 0);
      throw error;
    } finally {
      metrics.open.dec();
      slot.leave(durationMs);
    }
  };
}

/** Makes and records an attempt. How long the receiver took, in milliseconds. */
async function attempt(
  services: DeliveryServices,
  job: DeliveryJob,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<number> {
  const { sql, viewTask, client, metrics } = services;
  const task = await selectTask(sql, delivery.account_id, delivery.task_id);
  if (task === undefined) throw new Error(`task ${delivery.task_id} of a delivery is gone`);
  const payload = webhookPayload(await viewTask(task, { showRun: false }), task.kind as TaskKindName);
  const startedAt = performance.now();
  const result = await client.post(delivery.url, encodeJson(payload), signal);
  const durationMs = performance.now() - startedAt;
  metrics.attempted(result.outcome, durationMs);
  await record(services, job, result, durationMs);
  return durationMs;
}

/** The address is not logged: it may hold the receiver's secret. */
async function record(
  { sql, logger, metrics, retryIntervalMs }: DeliveryServices,
  job: DeliveryJob,
  result: AttemptResult,
  durationMs: number,
): Promise<void> {
  const { outcome, statusCode, error } = result;
  const delivered = outcome === "delivered";
  const state = await recordAttempt(sql, job, { delivered, statusCode, error }, retryIntervalMs);
  if (state === "DELIVERED" || state === "FAILED") metrics.ended(state);
  logger.info(
    { ...job, state, outcome, statusCode, durationMs: Math.round(durationMs) },
    "webhook attempted",
  );
}
