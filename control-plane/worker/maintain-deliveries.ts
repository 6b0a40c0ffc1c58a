// Maintains deliveries beside their calls: claims of control planes that are gone are freed, deliveries that waited too
// long for a failing receiver end, what waits for a time that the database's clock was set back from is made due, receivers
// that nobody asks for are forgotten, and what waits is counted. Any number of control planes may do it at once.
import type { Sql } from "../../shared/db/connect.ts";
import { WEBHOOK_LIMITS } from "../../shared/limits/webhooks.ts";
import type { Logger } from "../../shared/logger.ts";
import { type Repetition, repeatEvery } from "../../shared/repeat.ts";
import {
  freeClaims,
  giveUpDeliveries,
  hastenDeliveries,
  selectDueOverview,
  sweepReceivers,
} from "../db/due-deliveries.ts";
import type { WebhookMetrics } from "../webhooks/webhook-metrics.ts";

export interface DeliveryMaintenance {
  readonly sql: Sql;
  readonly logger: Logger;
  readonly metrics: WebhookMetrics;
  /** Between the attempts of a delivery. */
  readonly retryIntervalMs: number;
}

async function maintain({ sql, logger, metrics, retryIntervalMs }: DeliveryMaintenance): Promise<void> {
  const freed = await freeClaims(sql);
  if (freed > 0) logger.warn({ freed }, "webhooks whose control plane did not end them are made by others");
  const hastened = await hastenDeliveries(sql, retryIntervalMs);
  if (hastened > 0)
    logger.warn({ receivers: hastened }, "webhooks waited for a time that the clock was set back from");
  const givenUp = await giveUpDeliveries(sql);
  if (givenUp > 0) {
    metrics.ended("FAILED", givenUp);
    logger.warn({ givenUp }, "webhooks given up: their receivers kept failing");
  }
  metrics.setWaiting(await selectDueOverview(sql));
}

async function sweep({ sql, logger }: DeliveryMaintenance): Promise<void> {
  const { woken } = await sweepReceivers(sql);
  if (woken > 0) logger.error({ woken }, "webhook receivers had deliveries waiting and were not looked at");
}

/** Starts the maintenance; each part is repeated by itself. */
export function startDeliveryMaintenance(services: DeliveryMaintenance): Repetition {
  const parts = [
    repeatEvery(WEBHOOK_LIMITS.maintenanceMs, "care for webhooks", services.logger, () => maintain(services)),
    repeatEvery(WEBHOOK_LIMITS.sweepMs, "sweep of webhook receivers", services.logger, () => sweep(services)),
  ];
  return {
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
