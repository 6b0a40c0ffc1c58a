import assert from "node:assert/strict";
import { test } from "node:test";
import type { DiskSpace } from "../../../shared/storage/free-space.ts";
import { WatchedSpace } from "../../../shared/storage/watched-space.ts";

const SPACE = { freeBytes: 5, totalBytes: 10 };
const FULL = { freeBytes: 0, totalBytes: 10 };
const UNAVAILABLE = { code: "UNAVAILABLE" };
const SOON = { firstLookMs: 1, lookMs: 1 };

/** A bucket that answers when a test says so. */
function questions() {
  const asked: { answer(space: DiskSpace): void; fail(error: Error): void }[] = [];
  const read = (): Promise<DiskSpace> =>
    new Promise((resolve, reject) => asked.push({ answer: resolve, fail: reject }));
  return { asked, read };
}

test("a storage that answers later than a look waits is there, as it was last", async () => {
  const { asked, read } = questions();
  const space = new WatchedSpace(read, { ...SOON, patienceMs: 1e9 });
  await assert.rejects(space.look(), UNAVAILABLE, "nothing is known of it yet");
  asked[0]?.answer(SPACE);
  await new Promise(setImmediate);
  assert.deepEqual(await space.look(), SPACE);
  assert.deepEqual(await space.look(), SPACE);
  assert.equal(asked.length, 2, "one question at a time");
  asked[1]?.answer(FULL);
  await new Promise(setImmediate);
  assert.deepEqual(await space.look(), FULL);
});

test("a storage that has not answered for long is away, until it answers", async () => {
  const { asked, read } = questions();
  const space = new WatchedSpace(read, { ...SOON, patienceMs: 0 });
  const first = space.look();
  asked[0]?.answer(SPACE);
  assert.deepEqual(await first, SPACE);
  await assert.rejects(space.look(), UNAVAILABLE);
  await assert.rejects(space.look(), UNAVAILABLE);
  assert.equal(asked.length, 2);
  asked[1]?.answer(SPACE);
  await new Promise(setImmediate);
  const again = space.look();
  asked[2]?.answer(SPACE);
  assert.deepEqual(await again, SPACE);
});

test("for an answer that is long overdue nobody waits", async () => {
  const { asked, read } = questions();
  const bounds = { ...SOON, patienceMs: 0 };
  const space = new WatchedSpace(read, bounds);
  await assert.rejects(space.look(), UNAVAILABLE);
  bounds.firstLookMs = 1e9;
  await assert.rejects(space.look(), UNAVAILABLE);
  asked[0]?.answer(SPACE);
  await new Promise(setImmediate);
  const again = space.look();
  asked[1]?.answer(SPACE);
  assert.deepEqual(await again, SPACE);
});

test("a storage that has failed is away until it has answered again, however late", async () => {
  const { asked, read } = questions();
  const space = new WatchedSpace(read, { ...SOON, patienceMs: 1e9 });
  const first = space.look();
  asked[0]?.answer(SPACE);
  await first;
  const failing = space.look();
  const failure = new Error("refused");
  asked[1]?.fail(failure);
  await assert.rejects(failing, failure);
  await assert.rejects(space.look(), UNAVAILABLE);
  asked[2]?.answer(SPACE);
  await new Promise(setImmediate);
  assert.deepEqual(await space.look(), SPACE);
});
