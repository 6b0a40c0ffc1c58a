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

test("where it is asked for, a known answer is told while the next one is late or fails, and not for ever", async () => {
  let nowMs = 0;
  const questions: PromiseWithResolvers<string>[] = [];
  const ask = (): Promise<string> => {
    const question = Promise.withResolvers<string>();
    questions.push(question);
    return question.promise;
  };
  const view = createClusterView(ask, { readMs: 60_000, shownMs: 300_000, clock: () => nowMs });
  const first = view();
  questions[0]?.resolve("known");
  assert.equal(await first, "known");
  nowMs = 60_000;
  assert.equal(await view(), "known", "the next one is late");
  questions[1]?.reject(new Error("too slow"));
  assert.equal(await view(), "known", "and has failed");
  assert.equal(questions.length, 2);
  nowMs = 299_999;
  const late = view();
  nowMs = 300_000;
  assert.equal(await late, undefined, "it is too old now");
  questions[2]?.resolve("new");
  assert.equal(await view(), "new");
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
