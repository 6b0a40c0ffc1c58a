// The queue runner of webhook deliveries: one of its own, so that receivers who take their time hold up neither the
// ending of tasks nor each other.
import type { Registry } from "prom-client";
import type { Sql } from "../../shared/db/connect.ts";
import { type QueueRunner, startQueueRunner } from "../../shared/db/queue-runner.ts";
import { WEBHOOK_LIMITS } from "../../shared/limits.ts";
import type { Logger } from "../../shared/logger.ts";
import type { NetworkPolicy } from "../../shared/network-safety.ts";
import type { ViewTask } from "../tasks/task-view.ts";
import { DeliverySlots } from "../webhooks/delivery-slots.ts";
import { createWebhookClient } from "../webhooks/post-delivery.ts";
import { createWebhookMetrics } from "../webhooks/webhook-metrics.ts";
import { deliverWebhook } from "./deliver-webhook.ts";

/** When a receiver is given up, and when it is tried again. */
export interface WebhookTimes {
  readonly timeoutMs: number;
  readonly retryIntervalMs: number;
}

export interface DeliveryRunnerOptions {
  readonly sql: Sql;
  /** Past any pooler, for the queue. */
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly viewTask: ViewTask;
  readonly networkPolicy: NetworkPolicy;
  readonly webhooks: WebhookTimes;
}

/** Starts delivering. Its stop gives back the deliveries that are still under way after a few seconds. */
export async function startDeliveryRunner(
  options: DeliveryRunnerOptions,
): Promise<Pick<QueueRunner, "poolIds" | "stop">> {
  const { sql, databaseUrl, logger, viewTask, networkPolicy } = options;
  const { timeoutMs, retryIntervalMs } = options.webhooks;
  const client = createWebhookClient({ networkPolicy, timeoutMs });
  const metrics = createWebhookMetrics(options.registry);
  const slots = new DeliverySlots();
  const services = { sql, logger, viewTask, client, slots, metrics, retryIntervalMs };
  const runner = await startQueueRunner({
    databaseUrl,
    applicationName: "clipmill control-plane webhooks",
    concurrency: WEBHOOK_LIMITS.concurrency,
    connections: WEBHOOK_LIMITS.queueConnections,
    logger,
    handlers: { "deliver-webhook": deliverWebhook(services) },
  });
  return {
    poolIds: runner.poolIds,
    stop: async () => {
      await runner.stop();
      await client.close();
    },
  };
}
