import assert from "node:assert/strict";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import {
  type NextRound,
  type PollingLoop,
  startPollingLoop,
} from "../../../control-plane/worker/polling-loop.ts";
import { createLogger } from "../../../shared/logger.ts";
import { collectGarbage } from "../../support/collect-garbage.ts";
import { until } from "../../support/until.ts";

const NEVER_MS = 3_600_000;

/** A loop whose rounds say these one after the other, and the last again and again. */
function scene(
  t: TestContext,
  { answers, pollMs, idleMs }: { answers: (NextRound | Error)[]; pollMs: number; idleMs: number },
) {
  let rounds = 0;
  const loop = startPollingLoop("a duty", { pollMs, idleMs }, createLogger("test", "silent"), async () => {
    const answer = answers[Math.min(rounds, answers.length - 1)] ?? "idle";
    rounds += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  t.after(() => loop.stop());
  return { loop, rounds: () => rounds };
}

/** A loop whose rounds come only where it is woken. */
function wokenPulse(t: TestContext, round: () => Promise<NextRound>): PollingLoop {
  const never = { pollMs: NEVER_MS, idleMs: NEVER_MS };
  const loop = startPollingLoop("a duty", never, createLogger("test", "silent"), round);
  t.after(() => loop.stop());
  return loop;
}

test("a round that has more to do is followed at once, and one that finds nobody at work by the long pause", async (t) => {
  const { loop, rounds } = scene(t, {
    answers: ["at-once", "at-once", "idle"],
    pollMs: 1,
    idleMs: NEVER_MS,
  });
  await until("three rounds", () => rounds() === 3);
  loop.wake();
  await until("the round that was asked for", () => rounds() === 4);
  await loop.stop();
  assert.equal(rounds(), 4);
});

test("while there may be work soon, and after a failure, rounds come at the short pause", async (t) => {
  const answers = ["soon", "soon", new Error("away"), "soon", "idle"] as const;
  const { rounds } = scene(t, { answers: [...answers], pollMs: 1, idleMs: NEVER_MS });
  await until("all rounds", () => rounds() === answers.length);
});

test("of rounds that fail in a row the first is logged, and that they succeed again", async (t) => {
  const lines: { level: number; msg: string; failures: number }[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let rounds = 0;
  const loop = startPollingLoop("a duty", { pollMs: 1, idleMs: NEVER_MS }, logger, async () => {
    rounds += 1;
    if (rounds < 8) throw new Error("away");
    return "idle";
  });
  t.after(() => loop.stop());
  await until("all rounds", () => lines.length > 1);
  const told = lines.map(({ level, msg, failures }) => [level, msg, failures]);
  assert.deepEqual(told, [
    [40, "a duty failed; it is tried again", 1],
    [30, "a duty succeeds again", 7],
  ]);
});

test("who wakes a loop during a round gets another one after it, also where it says that nobody is at work", async (t) => {
  const gate = new EventTarget();
  let rounds = 0;
  const loop = wokenPulse(t, async () => {
    rounds += 1;
    if (rounds === 1) await once(gate, "open");
    return "idle";
  });
  await until("the first round", () => rounds === 1);
  loop.wake();
  gate.dispatchEvent(new Event("open"));
  await until("the second round", () => rounds === 2);
});

test("tens of thousands of rounds hold no more memory than thousands", { timeout: 120_000 }, async (t) => {
  const [warmRounds, measuredRounds] = [5_000, 40_000];
  let rounds = 0;
  const loop = wokenPulse(t, async () => {
    rounds += 1;
    // Once the pause has begun.
    setImmediate(() => loop.wake());
    return rounds % 2 === 0 ? "soon" : "idle";
  });
  const heldBytes = async (from: number): Promise<number> => {
    await until(`${from} rounds`, () => rounds >= from);
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heldBytes(warmRounds);
  const grownBytes = (await heldBytes(warmRounds + measuredRounds)) - before;
  assert.ok(grownBytes < 50 * measuredRounds, `${grownBytes} bytes more after ${measuredRounds} rounds`);
});
