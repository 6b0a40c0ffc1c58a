// Starts and stops the delivery of webhooks: its client, its metrics, its turns and its sweeps.
import type { Registry } from "prom-client";
import type { Sql } from "../../shared/db/connect.ts";
import type { Logger } from "../../shared/logger.ts";
import type { NetworkPolicy } from "../../shared/network/network-safety.ts";
import type { ViewTask } from "../tasks/read/task-view.ts";
import { LargeCalls } from "../webhooks/large-calls.ts";
import { createWebhookClient } from "../webhooks/webhook-client.ts";
import { createWebhookMetrics } from "../webhooks/webhook-metrics.ts";
import { Deliverer, type WebhookTimes } from "./deliverer.ts";
import { startDeliveryMaintenance } from "./maintain-deliveries.ts";

export interface DeliveryRunnerOptions {
  readonly sql: Sql;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly viewTask: ViewTask;
  readonly networkPolicy: NetworkPolicy;
  readonly webhooks: WebhookTimes;
}

export interface DeliveryRunner {
  /** The name under which this process claims deliveries. */
  readonly claimer: string;
  /** Tells that deliveries were made due. */
  wake(): void;
  /** Claims nothing more, breaks off the calls that do not end in a moment, and gives their claims back. */
  stop(): Promise<void>;
}

/** Starts delivering. A database that is away is waited for. */
export function startDeliveries(options: DeliveryRunnerOptions): DeliveryRunner {
  const { sql, logger, viewTask, networkPolicy, webhooks } = options;
  const client = createWebhookClient({ networkPolicy, timeoutMs: webhooks.timeoutMs });
  const metrics = createWebhookMetrics(options.registry);
  const largeCalls = new LargeCalls();
  const deliverer = new Deliverer({ sql, logger, viewTask, client, metrics, largeCalls }, webhooks);
  const { retryIntervalMs } = webhooks;
  const maintenance = startDeliveryMaintenance({ sql, logger, metrics, retryIntervalMs });
  return {
    claimer: deliverer.claimer,
    wake: () => deliverer.wake(),
    stop: async () => {
      await Promise.all([deliverer.stop(), maintenance.stop()]);
      await client.close();
    },
  };
}
