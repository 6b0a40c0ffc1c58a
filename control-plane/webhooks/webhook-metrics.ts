// What Prometheus sees of webhook deliveries. Receivers are no label: clients name them, so there is no bound on them.
// What waits is counted in the database, so that every control plane shows the same.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { DueOverview } from "../db/due-deliveries.ts";
import { ATTEMPT_OUTCOMES, type AttemptOutcome } from "./webhook-client.ts";

export interface WebhookMetrics {
  readonly open: Gauge;
  readonly putBack: Counter;
  attempted(outcome: AttemptOutcome, durationMs: number): void;
  /** A delivery has come to its end. */
  ended(state: "DELIVERED" | "FAILED", count?: number): void;
  setWaiting(overview: DueOverview): void;
}

/** Registers the metrics of webhooks; every state and outcome is there from the start, at 0. */
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
    help: "Deliveries that have ended, by state.",
    labelNames: ["state"],
    registers,
  });
  // A rate needs the value before the first count.
  for (const state of ["DELIVERED", "FAILED"]) deliveries.inc({ state }, 0);
  for (const outcome of ATTEMPT_OUTCOMES) duration.zero({ outcome });
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  const due = gauge("clipmill_webhook_due", "Deliveries that are due and not under way.");
  const failing = gauge(
    "clipmill_webhook_failing_receivers",
    "Receivers that are called ever more rarely, because their calls failed in a row.",
  );
  const oldest = gauge("clipmill_webhook_oldest_seconds", "Time since the oldest open delivery became due.");
  return {
    open: gauge("clipmill_webhook_open_calls", "Receivers being called."),
    putBack: new Counter({
      name: "clipmill_webhook_put_back_total",
      help: "Attempts that this process claimed and gave back to be made later, such as at a stop.",
      registers,
    }),
    attempted: (outcome, durationMs) => duration.observe({ outcome }, durationMs / 1_000),
    ended: (state, count = 1) => deliveries.inc({ state }, count),
    setWaiting: (overview) => {
      due.set(overview.due);
      failing.set(overview.failing_receivers);
      oldest.set(overview.oldest_age_s);
    },
  };
}
