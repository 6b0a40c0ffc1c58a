import assert from "node:assert/strict";
import { test } from "node:test";
import { joinSignals } from "../../shared/join-signals.ts";
import { collectGarbage } from "../support/collect-garbage.ts";

test("it is aborted with the first of the two, for its reason", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const { signal } = joinSignals(one.signal, other.signal);
  assert.equal(signal.aborted, false);
  other.abort("the other's");
  one.abort("the one's");
  assert.equal(signal.reason, "the other's");
});

test("all that one signal is part of are aborted with it", () => {
  const stopped = new AbortController();
  const joined = [1, 2, 3].map(() => joinSignals(new AbortController().signal, stopped.signal).signal);
  stopped.abort("stopped");
  assert.deepEqual(
    joined.map(({ reason }) => reason),
    ["stopped", "stopped", "stopped"],
  );
});

test("it is aborted from the start where one of them is", () => {
  assert.equal(joinSignals(new AbortController().signal, AbortSignal.abort("early")).signal.reason, "early");
});

test("a released one is left alone, and leaves nothing behind at a signal that lives on", () => {
  const lasting = new AbortController();
  const first = joinSignals(lasting.signal, new AbortController().signal);
  first.release();
  const joinMany = (count: number): number => {
    for (let index = 0; index < count; index += 1) {
      joinSignals(lasting.signal, new AbortController().signal).release();
    }
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = joinMany(2_000);
  const count = 20_000;
  const grownBytes = joinMany(count) - before;
  assert.ok(grownBytes < 50 * count, `${grownBytes} bytes more after ${count} signals`);
  lasting.abort();
  assert.equal(first.signal.aborted, false);
});
