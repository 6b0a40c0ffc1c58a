// What a process tells of itself, against what the alerts ask of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createProcessRegistry } from "../../../shared/metrics/process-registry.ts";
import { sampleOf } from "../../support/metrics/read-metrics.ts";

function standStill(durationMs: number): void {
  const until = performance.now() + durationMs;
  while (performance.now() < until);
}

test("a main thread that stands still shows in the figure that its alert asks for", async () => {
  const rules = readFileSync("deploy/prometheus/rules.yaml", "utf8");
  const [figure = ""] = /nodejs_eventloop_lag_\w+/.exec(rules) ?? [];
  const registry = createProcessRegistry();
  await registry.metrics();
  // Most of the time between two scrapes is quiet, as it is in a process that answers at all.
  await pause(2_000);
  standStill(1_200);
  await pause(50);
  const lagS = sampleOf(await registry.metrics(), figure) ?? 0;
  assert.ok(lagS > 1, `${figure} is ${lagS}`);
});
