// Every metric that the planes export, with its labels: of a control plane as it starts, and of a media node with a device
// and a card that decodes.
import type { TestContext } from "node:test";
import { Registry } from "prom-client";
import { measureCertificate } from "../../../control-plane/http/http-metrics.ts";
import {
  registerDecoderMetrics,
  registerEncoderMetrics,
} from "../../../media-node/worker/metrics/card-metrics.ts";
import { registerDeviceMetrics } from "../../../media-node/worker/metrics/device-metrics.ts";
import { createNodeMetrics } from "../../../media-node/worker/metrics/node-metrics.ts";
import { createNodeDrain, registerDrainMetrics } from "../../../media-node/worker/node-drain.ts";
import { connectDatabase } from "../../../shared/db/connect.ts";
import { registerPoolMetrics } from "../../../shared/metrics/pool-metrics.ts";
import { createProcessRegistry } from "../../../shared/metrics/process-registry.ts";
import { testControlPlane } from "../control-plane/control-plane.ts";

export interface ExportedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly labelNames: readonly string[];
}

/** What registers while `work` goes on. */
async function registeredDuring(work: () => Promise<unknown>): Promise<ExportedMetric[]> {
  const metrics: ExportedMetric[] = [];
  const register = Registry.prototype.registerMetric;
  const types = { Counter: "counter", Gauge: "gauge", Histogram: "histogram", Summary: "summary" } as const;
  Registry.prototype.registerMetric = function registerMetric(metric): void {
    const { name, help, labelNames } = metric as unknown as ExportedMetric;
    const type = types[metric.constructor.name as keyof typeof types];
    metrics.push({ name, help, type, labelNames: [...(labelNames ?? [])] });
    register.call(this, metric);
  };
  try {
    await work();
  } finally {
    Registry.prototype.registerMetric = register;
  }
  return metrics;
}

/** A media node's registry, with everything that one may have. */
export function mediaNodeRegistry(): Registry {
  const registry = createProcessRegistry();
  const device = {
    provider: "cuda",
    index: 0,
    name: "Test card",
    uuid: null,
    memoryBytes: 8 * 2 ** 30,
  } as const;
  const metrics = createNodeMetrics(registry);
  metrics.setDevices([device]);
  const beat = { usedBytes: 1, models: [], waiting: 0, busyMs: 5, batches: 1, rows: 1, copiedBytes: 1 };
  registerDeviceMetrics(registry, [device], () => [{ isUp: true, starts: 1, beat } as never]);
  const cards = { status: () => [{ card: 0, active: 0, begun: 3, failed: 1, isResting: false } as never] };
  registerDecoderMetrics(registry, cards);
  registerEncoderMetrics(registry, cards);
  registerDrainMetrics(registry, createNodeDrain());
  const sql = connectDatabase("postgres://nobody@127.0.0.1:1/none", {
    applicationName: "test",
    connections: 2,
  });
  registerPoolMetrics(registry, { runs: sql });
  for (const stage of ["render", "recognize-speech"] as const)
    metrics.stageEnded({ stage, durationMs: 500, mediaS: 20 });
  metrics.taskWaited("clip", 1);
  metrics.setPlaces(() => [{ resource: "cores", places: 2, busy: 1 }]);
  metrics.setTakesJobs(true);
  metrics.startRun("clip")("succeeded");
  return registry;
}

/** Starts a control plane for the test, and gives what it and a media node register. */
export async function exportedMetrics(
  t: TestContext,
): Promise<{ readonly controlPlane: ExportedMetric[]; readonly mediaNode: ExportedMetric[] }> {
  return {
    controlPlane: await registeredDuring(async () => {
      await testControlPlane(t);
      // Only a plane with a certificate has it.
      measureCertificate(new Registry())(new Date());
    }),
    mediaNode: await registeredDuring(async () => mediaNodeRegistry()),
  };
}
