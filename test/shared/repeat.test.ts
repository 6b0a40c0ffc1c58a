import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { createLogger } from "../../shared/logger.ts";
import { FailuresInARow, repeatEvery } from "../../shared/repeat.ts";
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

type Line = readonly [level: number, msg: string, failures: number];

function keepLines() {
  const lines: Line[] = [];
  const write = (text: string): void => {
    const { level, msg, failures } = JSON.parse(text);
    lines.push([level, msg, failures]);
  };
  return { lines, logger: pino({}, { write }) };
}

test("of turns that fail in a row the first is logged, and that they succeed again", async () => {
  const { lines, logger: kept } = keepLines();
  const done = Promise.withResolvers<void>();
  let turns = 0;
  const loop = repeatEvery(1, "a duty", kept, async () => {
    turns += 1;
    if (turns === 6) done.resolve();
    if (turns < 5) throw new Error("away");
  });
  await done.promise;
  await loop.stop();
  assert.deepEqual(lines, [
    [50, "a duty failed", 1],
    [30, "a duty succeeds again", 4],
  ]);
});

test("of failures in a row one a minute is told", (t) => {
  const { lines, logger: kept } = keepLines();
  let now = 1_000_000;
  t.mock.method(performance, "now", () => now);
  const failures = new FailuresInARow("a duty", (told) => kept.warn(told, "it fails"), kept);
  for (let count = 0; count < 7; count += 1) {
    if (count === 4) now += 60_000;
    failures.add(new Error("away"));
  }
  failures.end();
  failures.end();
  failures.add(new Error("away"));
  assert.deepEqual(lines, [
    [40, "it fails", 1],
    [40, "it fails", 5],
    [30, "a duty succeeds again", 7],
    [40, "it fails", 1],
  ]);
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
