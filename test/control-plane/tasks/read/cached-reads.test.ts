import assert from "node:assert/strict";
import { test } from "node:test";
import { cacheReads } from "../../../../control-plane/tasks/read/cached-reads.ts";

test("what is read is read once, for those that ask meanwhile and for those that ask when it is there", async () => {
  const reads: string[] = [];
  const read = cacheReads(100, async (name) => {
    reads.push(name);
    return Buffer.from(name);
  });
  const contents = await Promise.all([read("a"), read("a")]);
  assert.deepEqual(contents.map(String), ["a", "a"]);
  assert.equal((await read("a")).toString(), "a");
  assert.deepEqual(reads, ["a"]);
});

test("a failure is told to all that wait for it, and not kept", async () => {
  let failures = 1;
  const read = cacheReads(100, async (name) => {
    if (failures-- > 0) throw new Error("away");
    return Buffer.from(name);
  });
  const told = await Promise.allSettled([read("a"), read("a")]);
  assert.ok(told.every(({ status }) => status === "rejected"));
  assert.equal((await read("a")).toString(), "a");
});

test("what is kept takes no more memory than it has bytes", async () => {
  const read = cacheReads(100, async (name) =>
    Buffer.concat([Buffer.from(name), Buffer.alloc(100_000)]).subarray(0, 1),
  );
  await read("a");
  const kept = await read("a");
  assert.deepEqual([kept.toString(), kept.buffer.byteLength], ["a", 1]);
});
