// What Prometheus sees of webhook deliveries. Receivers are no label: clients name them, so there is no bound on them.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { AttemptOutcome } from "./post-delivery.ts";

export interface WebhookMetrics {
  readonly open: Gauge;
  readonly putBack: Counter;
  attempted(outcome: AttemptOutcome, durationMs: number): void;
  /** A delivery has come to its end. */
  ended(state: "DELIVERED" | "FAILED"): void;
}

export function createWebhookMetrics(registry: Registry): WebhookMetrics {
  const registers = [registry];
  const duration = new Histogram({
    name: "clipmill_webhook_attempt_duration_seconds",
    help: "Time from the start of an attempt to the receiver's answer or its failure, by outcome.",
    labelNames: ["outcome"],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const deliveries = new Counter({
    name: "clipmill_webhook_deliveries_total",
    help: "Deliveries that came to their end, by state.",
    labelNames: ["state"],
    registers,
  });
  return {
    open: new Gauge({ name: "clipmill_webhook_open_calls", help: "Receivers being called.", registers }),
    putBack: new Counter({
      name: "clipmill_webhook_put_back_total",
      help: "Deliveries that waited because their receiver or account had too many calls under way.",
      registers,
    }),
    attempted: (outcome, durationMs) => duration.observe({ outcome }, durationMs / 1_000),
    ended: (state) => deliveries.inc({ state }),
  };
}
