import assert from "node:assert/strict";
import { test } from "node:test";
import { withTimeout } from "../../shared/with-timeout.ts";

test("work in time settles as it does by itself", async () => {
  assert.equal(await withTimeout(1_000, Promise.resolve(7)), 7);
  await assert.rejects(withTimeout(1_000, Promise.reject(new Error("its own"))), { message: "its own" });
});

test("work that takes too long is UNAVAILABLE, and what comes late is discarded", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const late: string[] = [];
  await assert.rejects(
    withTimeout(5, promise, (value) => late.push(value)),
    { code: "UNAVAILABLE" },
  );
  resolve("a file");
  await promise;
  assert.deepEqual(late, ["a file"]);
});

test("a failure after the time is over is no unhandled rejection", async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  await assert.rejects(withTimeout(5, promise), { code: "UNAVAILABLE" });
  reject(new Error("late"));
  await new Promise((resolve) => setImmediate(resolve));
});
