import assert from "node:assert/strict";
import { test } from "node:test";
import { liftRunTime, limitRunTime } from "../../../media-node/pipelines/limit-run-time.ts";
import { WorkClock } from "../../../media-node/threads/work-clock.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import type { AskedFootage } from "../../../shared/tasks/footage-length.ts";
import { FakeClock } from "../../support/fake-clock.ts";

const MINUTE = 60_000;

/** When a run is over that fetches its source for some minutes, and then limits itself. */
async function minutesUntilOver(
  fetchMinutes: number,
  asked: AskedFootage,
  sourceS: number,
): Promise<number | undefined> {
  const clock = new FakeClock();
  let overMs: number | undefined;
  const run = new WorkClock(QUEUE_LIMITS.runTimeoutMs, () => (overMs = clock.now()), clock);
  await clock.advance(fetchMinutes * MINUTE);
  await run.run(async () => limitRunTime(asked, { durationS: sourceS }));
  await clock.advance(QUEUE_LIMITS.runTimeoutMs);
  return overMs === undefined ? undefined : overMs / MINUTE;
}

test("a run's time follows from its stretch once its source is there, and is never more than any run's", async () => {
  const minute = { range: { startS: 0, endS: 60 } };
  assert.equal(await minutesUntilOver(0, minute, 21_600), 60);
  assert.equal(await minutesUntilOver(100, minute, 21_600), 160);
  assert.equal(await minutesUntilOver(200, minute, 21_600), 210);
  assert.equal(
    await minutesUntilOver(0, { range: { startS: 0, endS: null }, declaredDurationS: 60 }, 300),
    180,
  );
  assert.equal(await minutesUntilOver(0, { range: { startS: 0, endS: 360 } }, 360), 210);
  assert.equal(await minutesUntilOver(0, { range: { startS: 0, endS: null } }, 60), 210);
});

test("a run that fetches its source again has any run's time until it is there", async () => {
  const clock = new FakeClock();
  let isOver = false;
  const run = new WorkClock(QUEUE_LIMITS.runTimeoutMs, () => (isOver = true), clock);
  const limit = (): Promise<void> =>
    run.run(async () => limitRunTime({ range: { startS: 0, endS: 60 } }, { durationS: 60 }));
  await limit();
  await clock.advance(50 * MINUTE);
  await run.run(async () => liftRunTime());
  await clock.advance(90 * MINUTE);
  await limit();
  await clock.advance(59 * MINUTE);
  assert.ok(!isOver);
  await clock.advance(MINUTE);
  assert.ok(isOver);
});
