import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Semaphore } from "../../shared/semaphore.ts";

test("so much work is under way at once, the rest in its order, and one more than may wait is refused", async () => {
  const places = new Semaphore({ atOnce: 2, waiting: 2 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const all = Promise.all(["a", "b", "c", "d"].map((name) => places.run(work(name))));
  await assert.rejects(places.run(work("e")), { code: "UNAVAILABLE" });
  assert.deepEqual(begun, ["a", "b"]);
  ends.shift()?.();
  await setImmediate();
  assert.deepEqual(begun, ["a", "b", "c"]);
  while (ends.length > 0) {
    ends.shift()?.();
    await setImmediate();
  }
  await all;
  assert.deepEqual(begun, ["a", "b", "c", "d"]);
});

test("a failure gives its place to the next", async () => {
  const places = new Semaphore({ atOnce: 1, waiting: 1 });
  const failing = places.run(async () => {
    throw new Error("Failed.");
  });
  const next = places.run(async () => "done");
  await assert.rejects(failing, /Failed/);
  assert.equal(await next, "done");
});
