// The registry of one process: what Node tells of itself, under names by Prometheus' conventions. Three of prom-client's
// own gauges end in `_total`, which is for counters; each sums up a gauge that is there with its types.
import { collectDefaultMetrics, Registry } from "prom-client";

const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

/** A registry with the process's own metrics. */
export function createProcessRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  return registry;
}
