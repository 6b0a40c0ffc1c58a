import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogger } from "../../shared/logger.ts";
import { repeatEvery } from "../../shared/repeat.ts";
import { until } from "../support/until.ts";

const logger = createLogger("test", "silent");

test("a turn that fails is followed by the next, and no two run at once", async () => {
  let turns = 0;
  let atOnce = 0;
  const loop = repeatEvery(1, "test", logger, async () => {
    atOnce += 1;
    turns += 1;
    assert.equal(atOnce, 1);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    if (turns % 2 === 0) throw new Error("every other turn");
  });
  await until("five turns", () => turns >= 5);
  await loop.stop();
});

test("stopping waits for the turn under way and for no pause", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let turns = 0;
  const loop = repeatEvery(3_600_000, "test", logger, async () => {
    turns += 1;
    await promise;
  });
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  await new Promise((next) => setImmediate(next));
  assert.equal(isStopped, false);
  resolve();
  await stopped;
  assert.equal(turns, 1);
});

test("however many turns there were, no listener is left of them", async (t) => {
  const added = t.mock.method(AbortSignal.prototype, "addEventListener");
  const removed = t.mock.method(AbortSignal.prototype, "removeEventListener");
  let turns = 0;
  const loop = repeatEvery(1, "test", logger, async () => {
    turns += 1;
  });
  await until("some turns", () => turns >= 20);
  await loop.stop();
  const left = added.mock.callCount() - removed.mock.callCount();
  assert.ok(left <= 1, `${left} of ${turns} turns`);
});
