// What Prometheus sees of the removal of files after their time.
import { Counter, Gauge, type Registry } from "prom-client";

export interface ExpiryMetrics {
  count(kind: string, outcome: "removed" | "failed"): void;
  setPending(kind: string, count: number): void;
}

/** Registers a counter and a gauge, by kind of files. Create it once for a registry. */
export function createExpiryMetrics(registry: Registry): ExpiryMetrics {
  const removals = new Counter({
    name: "clipmill_file_removals_total",
    help: "Items (uploads, tasks and so on) whose files were removed after their retention, and failed tries, by kind of files.",
    labelNames: ["kind", "outcome"],
    registers: [registry],
  });
  const pending = new Gauge({
    name: "clipmill_file_removals_pending",
    help: "Removals of files that are pending at the last sweep: failed and to be tried again, under way, or to be repeated some minutes after a task was cancelled or deleted.",
    labelNames: ["kind"],
    registers: [registry],
  });
  return {
    count: (kind, outcome) => removals.inc({ kind, outcome }),
    setPending: (kind, count) => {
      pending.set({ kind }, count);
      // A rate needs the value before the first count.
      for (const outcome of ["removed", "failed"]) removals.inc({ kind, outcome }, 0);
    },
  };
}
