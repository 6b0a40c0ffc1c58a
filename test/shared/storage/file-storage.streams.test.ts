import assert from "node:assert/strict";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { emptyStorage, filesBelow, INVALID } from "../../support/file-storage.ts";

test("a stream of the announced size is stored", async (t) => {
  const { storage } = await emptyStorage(t);
  const chunks = [Buffer.alloc(70_000, 1), Buffer.alloc(30_000, 2)];
  await storage.putStream("uploads/u1", Readable.from(chunks), 100_000);
  assert.deepEqual(await storage.read("uploads/u1"), Buffer.concat(chunks));
});

test("a stream never replaces an object, and says whether its content is what stands there", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const put = (letter: string, sizeBytes = 300_000): Promise<boolean> =>
    storage.putStream("uploads/u1", Readable.from([Buffer.alloc(sizeBytes, letter)]), sizeBytes);
  assert.equal(await put("a"), true);
  assert.equal(await put("b"), false, "other content of the same length");
  assert.equal(await put("a", 10), false, "the beginning of it");
  assert.equal(await put("a"), true, "the same again");
  assert.deepEqual(await storage.read("uploads/u1"), Buffer.alloc(300_000, "a"));
  assert.deepEqual(await filesBelow(root), [join(root, "uploads/u1")]);
});

test("of streams at once one is stored, and it alone hears so", async (t) => {
  const { storage } = await emptyStorage(t);
  const letters = ["a", "b", "c", "d"];
  const placed = await Promise.all(
    letters.map((letter) => storage.putStream("u", Readable.from([Buffer.alloc(9, letter)]), 9)),
  );
  const lies = (await storage.read("u"))?.toString();
  assert.deepEqual(
    placed,
    letters.map((letter) => lies === letter.repeat(9)),
  );
});

test("a stream that is shorter or longer than announced is refused and leaves nothing", async (t) => {
  const { root, storage } = await emptyStorage(t);
  for (const sizeBytes of [99, 101]) {
    const content = Readable.from([Buffer.alloc(50), Buffer.alloc(50)]);
    await assert.rejects(storage.putStream("uploads/u1", content, sizeBytes), INVALID);
    assert.equal(content.destroyed, true);
  }
  assert.deepEqual(await filesBelow(root), []);
});

test("a stream that breaks off is refused as too short and leaves nothing", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const content = new Readable({ read: () => undefined });
  content.push(Buffer.alloc(10));
  content.once("resume", () => undefined);
  const stored = storage.putStream("uploads/u1", content, 100);
  setImmediate(() => content.destroy());
  await assert.rejects(stored, INVALID);
  assert.deepEqual(await filesBelow(root), []);
});

test("a stream that stalls is given up after the idle bound and leaves nothing", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const content = new Readable({ read: () => undefined });
  content.push(Buffer.alloc(10));
  await assert.rejects(storage.putStream("uploads/u1", content, 100), { code: "REQUEST_TIMEOUT" });
  assert.equal(content.destroyed, true);
  assert.deepEqual(await filesBelow(root), []);
});

test("an aborted stream rejects with the signal's reason and leaves nothing", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const content = new Readable({ read: () => undefined });
  content.push(Buffer.alloc(10));
  const controller = new AbortController();
  const stored = storage.putStream("uploads/u1", content, 100, controller.signal);
  const reason = new Error("The node is stopping.");
  setImmediate(() => controller.abort(reason));
  await assert.rejects(stored, reason);
  assert.deepEqual(await filesBelow(root), []);
});
