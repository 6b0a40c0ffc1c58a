import assert from "node:assert/strict";
import { test } from "node:test";
import { laneBounds } from "../../../media-node/threads/lane-bounds.ts";
import { type Crew, Lanes } from "../../../media-node/threads/lanes.ts";
import { atPlace, WorkClock } from "../../../media-node/threads/work-clock.ts";
import { FakeClock } from "../../support/fake-clock.ts";

const { signal } = new AbortController();
const MINUTE = 60_000;

interface Setting {
  readonly clock: FakeClock;
  readonly over: string[];
  /** A run that may work for some time, and says in `over` when it has. */
  newRun(name: string, limitMs: number): WorkClock;
  /** A call in the only place of a lane. */
  call(durationMs: number): Promise<void>;
}

function setUp(cores = 1): Setting {
  const clock = new FakeClock();
  const lanes = new Lanes(laneBounds({ cores, renderThreads: cores, runs: 8, devices: 0 }));
  const crew: Crew = { lane: "decode", threads: cores };
  const over: string[] = [];
  return {
    clock,
    over,
    newRun: (name, limitMs) => new WorkClock(limitMs, () => over.push(name), clock),
    call: (durationMs) =>
      atPlace(
        () => lanes.enter(crew, signal),
        () => clock.pass(durationMs),
      ),
  };
}

test("a clock stands while a run's calls wait and none works", async () => {
  const { clock, call, newRun } = setUp();
  const [first, second] = [newRun("first", 100 * MINUTE), newRun("second", 100 * MINUTE)];
  const working = first.run(() => call(10 * MINUTE));
  const waiting = second.run(() => call(5 * MINUTE));
  await clock.advance(10 * MINUTE);
  assert.deepEqual([first.workedMs(), second.workedMs()], [10 * MINUTE, 0]);
  await clock.advance(5 * MINUTE);
  await Promise.all([working, waiting]);
  assert.equal(second.workedMs(), 5 * MINUTE);
});

test("a run works while one of its calls does, whatever others wait for, and while it does something else", async () => {
  const { clock, call, newRun } = setUp();
  const run = newRun("run", 100 * MINUTE);
  const calls = run.run(() => Promise.all([call(3 * MINUTE), call(3 * MINUTE)]));
  await clock.advance(6 * MINUTE);
  await calls;
  await clock.advance(4 * MINUTE);
  assert.equal(run.workedMs(), 10 * MINUTE);
});

test("the time is up after so much work, however often it stood", async () => {
  const { clock, call, newRun, over } = setUp();
  const run = newRun("run", 4 * MINUTE);
  const other = newRun("other", 100 * MINUTE);
  const calls = async (): Promise<void> => {
    for (let count = 0; count < 5; count += 1) await call(MINUTE);
  };
  const both = Promise.all([other.run(calls), run.run(calls)]);
  await clock.advance(7.9 * MINUTE);
  assert.deepEqual(over, []);
  await clock.advance(0.1 * MINUTE);
  assert.deepEqual(over, ["run"]);
  await clock.advance(10 * MINUTE);
  await both;
});

test("a run that has ended leaves no timer behind, also when a call of it ends later", async () => {
  const { clock, call, newRun } = setUp();
  const run = newRun("run", 4 * MINUTE);
  const calls = run.run(() => Promise.all([call(MINUTE), call(MINUTE)]));
  await clock.advance(0);
  run.end();
  await clock.advance(2 * MINUTE);
  await calls;
  assert.equal(clock.dueCount, 0);
});

test("a call that gives up waiting does not keep the clock standing", async () => {
  const { clock, newRun } = setUp();
  const run = newRun("run", 100 * MINUTE);
  const failure = new Error("No place.");
  await assert.rejects(
    run.run(() =>
      atPlace(
        () => Promise.reject(failure),
        () => Promise.resolve(),
      ),
    ),
    failure,
  );
  await clock.advance(MINUTE);
  assert.equal(run.workedMs(), MINUTE);
});

for (const cores of [1, 8, 128])
  test(`of 8 × ${cores} runs on ${cores} cores none is over for the others' work`, async () => {
    const { clock, call, newRun, over } = setUp(cores);
    const calls = async (): Promise<void> => {
      for (let count = 0; count < 4; count += 1) await call(15 * MINUTE);
    };
    const runs = Array.from({ length: 8 * cores }, (_, index) => newRun(`${index}`, 61 * MINUTE));
    const all = Promise.all(
      runs.map(async (run) => {
        await run.run(calls);
        run.end();
        return run.workedMs();
      }),
    );
    await clock.advance(8 * 60 * MINUTE);
    assert.deepEqual(over, []);
    assert.deepEqual(new Set(await all), new Set([60 * MINUTE]));
  });
