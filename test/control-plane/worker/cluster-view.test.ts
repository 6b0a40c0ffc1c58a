// How often the database is asked for the figures of the whole appliance.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClusterView } from "../../../control-plane/worker/cluster-view.ts";
import { METRICS_LIMITS } from "../../../shared/limits/metrics.ts";

test("however many ask, the database is asked once in five seconds", async () => {
  let nowMs = 0;
  let asked = 0;
  const view = createClusterView(
    async () => {
      asked += 1;
      return asked;
    },
    { clock: () => nowMs },
  );
  assert.deepEqual(await Promise.all(Array.from({ length: 20 }, view)), new Array(20).fill(1));
  nowMs = METRICS_LIMITS.clusterReadMs - 1;
  assert.equal(await view(), 1);
  nowMs = METRICS_LIMITS.clusterReadMs;
  assert.equal(await view(), 2);
});

test("a database that fails has no figures, and is asked again only after the same time", async () => {
  let nowMs = 0;
  let asked = 0;
  const view = createClusterView(
    () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error("away")) : Promise.resolve("figures");
    },
    { clock: () => nowMs },
  );
  assert.equal(await view(), undefined);
  assert.equal(await view(), undefined);
  assert.equal(asked, 1);
  nowMs = METRICS_LIMITS.clusterReadMs;
  assert.equal(await view(), "figures");
});

test("a question that is never answered is not asked twice, and holds nobody up for long", async () => {
  let nowMs = 0;
  let asked = 0;
  const view = createClusterView(
    () => {
      asked += 1;
      return new Promise(() => undefined);
    },
    { clock: () => nowMs },
  );
  assert.equal(await view(), undefined);
  nowMs = 10 * METRICS_LIMITS.clusterReadMs;
  assert.equal(await view(), undefined);
  assert.equal(asked, 1);
});
