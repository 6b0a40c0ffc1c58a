// What Prometheus sees of the removal of files after their time.
import { Counter, Gauge, type Registry } from "prom-client";

export interface ExpiryMetrics {
  count(kind: string, outcome: "removed" | "failed"): void;
  setPending(kind: string, count: number): void;
}

export function createExpiryMetrics(registry: Registry): ExpiryMetrics {
  const removals = new Counter({
    name: "clipmill_file_removals_total",
    help: "Things whose files were removed after their time, and tries that failed, by kind of files.",
    labelNames: ["kind", "outcome"],
    registers: [registry],
  });
  const pending = new Gauge({
    name: "clipmill_file_removals_pending",
    help: "Removals of files that failed and are tried again, are under way, or are made once more some minutes after a task was cancelled or deleted, at the last sweep.",
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
