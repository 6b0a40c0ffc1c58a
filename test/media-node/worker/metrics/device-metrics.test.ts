import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { registerDeviceMetrics } from "../../../../media-node/worker/metrics/device-metrics.ts";

const CARD = { provider: "cuda", name: "a card", uuid: null, memoryBytes: 1e9, index: 3 } as const;

test("what a device's process last said is read with the metrics", async () => {
  const registry = new Registry();
  let busyMs = 1_500;
  registerDeviceMetrics(registry, [CARD], () => [
    {
      isUp: true,
      starts: 2,
      lastEnd: "it hung",
      beat: {
        type: "beat",
        usedBytes: 5e8,
        models: ["/models/a.onnx"],
        kept: 0,
        calls: 9,
        batches: 4,
        rows: 9,
        padding: 3,
        busyMs,
        copiedBytes: 4_096,
        waiting: 1,
        unanswered: 1,
      },
    },
  ]);
  busyMs = 2_500;
  const text = await registry.metrics();
  for (const line of [
    'clipmill_device_up{provider="cuda",index="3"} 1',
    'clipmill_device_process_starts{provider="cuda",index="3"} 2',
    'clipmill_device_memory_used_bytes{provider="cuda",index="3"} 500000000',
    'clipmill_device_process_busy_seconds{provider="cuda",index="3"} 2.5',
    'clipmill_device_process_copied_bytes{provider="cuda",index="3"} 4096',
    'clipmill_device_process_rows{provider="cuda",index="3"} 9',
  ])
    assert.ok(text.includes(line), line);
});

test("a node without devices says nothing of them", async () => {
  const registry = new Registry();
  registerDeviceMetrics(registry, [], () => []);
  assert.equal((await registry.metrics()).trim(), "");
});
