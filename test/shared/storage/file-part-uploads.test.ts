import assert from "node:assert/strict";
import { link, mkdir, readdir, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { test } from "node:test";
import fc from "fast-check";
import { partOf, partsOf } from "../../../shared/storage/part-uploads.ts";
import { emptyStorage, filesBelow, INVALID, NOT_FOUND } from "../../support/storage/file-storage.ts";
import {
  begun,
  CONTENT,
  contentBytes,
  contentOf,
  halfSent,
  KEY,
  LAYOUT,
  put,
} from "../../support/storage/part-uploads-in-files.ts";
import { until } from "../../support/until.ts";

test("parts are not missing where the storage itself is away", async (t) => {
  const { root, storage, handle } = await begun(t);
  for (const { number } of partsOf(LAYOUT)) await put(storage, handle, number);
  // As a folder is on which no disk is mounted.
  await rename(root, `${root}-away`);
  await mkdir(root);
  const AWAY = { name: "StorageUnavailable", code: "UNAVAILABLE" };
  await assert.rejects(storage.parts.listParts(KEY, handle), AWAY);
  await assert.rejects(put(storage, handle, 1), AWAY);
  await assert.rejects(storage.parts.join(KEY, handle, partsOf(LAYOUT)), AWAY);
  await rm(root, { recursive: true });
  await rename(`${root}-away`, root);
  assert.ok(await storage.parts.join(KEY, handle, partsOf(LAYOUT)));
  assert.deepEqual(await storage.read(KEY), CONTENT);
});

test("parts that come in any order, also more than once, are the object when they are joined", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const orders = fc
    .array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 })
    .chain((more) => fc.shuffledSubarray([1, 2, 3, ...more], { minLength: 3 + more.length }));
  let count = 0;
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      count += 1;
      const key = `uploads/${count}`;
      const handle = await storage.parts.begin(key, LAYOUT);
      for (const number of order) await put(storage, handle, number);
      assert.equal(await storage.parts.join(key, handle, partsOf(LAYOUT)), true);
      assert.deepEqual(await storage.read(key), CONTENT);
    }),
    { numRuns: 20 },
  );
  assert.equal((await filesBelow(root)).length, count, "nothing but the objects is left");
});

test("parts that are sent at the same time are all there", async (t) => {
  const { storage, handle } = await begun(t);
  await Promise.all([3, 1, 2].map((number) => put(storage, handle, number)));
  assert.deepEqual(await storage.parts.listParts(KEY, handle), [
    { number: 1, sizeBytes: 100_000 },
    { number: 2, sizeBytes: 100_000 },
    { number: 3, sizeBytes: 50_000 },
  ]);
});

test("a part that is shorter or longer than it must be is refused, and is missing", async (t) => {
  const { storage, handle } = await begun(t);
  for (const length of [49_999, 50_001]) {
    const content = Readable.from([Buffer.alloc(length)]);
    await assert.rejects(storage.parts.putPart(KEY, handle, partOf(LAYOUT, 3), content), INVALID);
  }
  assert.deepEqual(await storage.parts.listParts(KEY, handle), []);
});

test("a part that is longer than it must be does not reach into the next one", async (t) => {
  const { storage, handle } = await begun(t);
  await put(storage, handle, 2);
  const content = Readable.from([contentOf(1), Buffer.alloc(10, 255)]);
  await assert.rejects(storage.parts.putPart(KEY, handle, partOf(LAYOUT, 1), content), INVALID);
  await put(storage, handle, 1);
  await put(storage, handle, 3);
  await storage.parts.join(KEY, handle, partsOf(LAYOUT));
  assert.deepEqual(await storage.read(KEY), CONTENT);
});

test("a part that is there stays there while the same is sent again and breaks off", async (t) => {
  const { storage, handle } = await begun(t);
  for (const number of [1, 2, 3]) await put(storage, handle, number);
  const content = new PassThrough();
  content.write(contentOf(2).subarray(0, 50_000));
  const refused = assert.rejects(storage.parts.putPart(KEY, handle, partOf(LAYOUT, 2), content), INVALID);
  await until("the first half to be taken", () => content.readableLength === 0);
  content.destroy();
  await refused;
  assert.equal((await storage.parts.listParts(KEY, handle)).length, 3);
  assert.equal(await storage.parts.join(KEY, handle, partsOf(LAYOUT)), true);
  assert.deepEqual(await storage.read(KEY), CONTENT);
});

test("of a part that is sent anew with other content at its end, all is the new one", async (t) => {
  const { storage, handle } = await begun(t);
  for (const number of [1, 2, 3]) await put(storage, handle, number);
  const other = Buffer.from(CONTENT);
  other.fill(255, 150_000, 150_001);
  const chunks = [other.subarray(100_000, 130_000), other.subarray(130_000, 200_000)];
  await storage.parts.putPart(KEY, handle, partOf(LAYOUT, 2), Readable.from(chunks));
  assert.equal(await storage.parts.join(KEY, handle, partsOf(LAYOUT)), true);
  assert.deepEqual(await storage.read(KEY), other);
});

test("a part that is sent anew with other content and breaks off is missing, and may be sent again", async (t) => {
  const { storage, handle } = await begun(t);
  for (const number of [1, 2, 3]) await put(storage, handle, number);
  const content = halfSent(2, 255);
  const refused = assert.rejects(storage.parts.putPart(KEY, handle, partOf(LAYOUT, 2), content), INVALID);
  await until("the part to be written over", async () => {
    const parts = await storage.parts.listParts(KEY, handle);
    return parts.length < 3;
  });
  content.destroy();
  await refused;
  await assert.rejects(storage.parts.join(KEY, handle, partsOf(LAYOUT)), {
    code: "PARTS_MISSING",
    details: [{ path: "/parts/2", message: "has not come yet" }],
  });
  await put(storage, handle, 2);
  assert.equal(await storage.parts.join(KEY, handle, partsOf(LAYOUT)), true);
  assert.deepEqual(await storage.read(KEY), CONTENT);
});

test("a join may be repeated, and never replaces another object", async (t) => {
  const { root, storage, handle } = await begun(t);
  for (const number of [1, 2, 3]) await put(storage, handle, number);
  assert.equal(await storage.parts.join(KEY, handle, partsOf(LAYOUT)), true);
  assert.equal(await storage.parts.join(KEY, handle, partsOf(LAYOUT)), true, "again");
  const other = await storage.parts.begin(KEY, LAYOUT);
  for (const number of [1, 2, 3]) await put(storage, other, number, Buffer.alloc(LAYOUT.sizeBytes));
  assert.equal(await storage.parts.join(KEY, other, partsOf(LAYOUT)), false);
  assert.deepEqual(await storage.read(KEY), CONTENT);
  assert.deepEqual(await filesBelow(root), [join(root, KEY)]);
});

test("a join that was cut off after the object had its name is ended by the next", async (t) => {
  const { root, storage, handle } = await begun(t);
  for (const number of [1, 2, 3]) await put(storage, handle, number);
  await mkdir(join(root, "uploads"));
  await link(join(root, ".parts", handle, "content"), join(root, KEY));
  assert.equal(await storage.parts.join(KEY, handle, partsOf(LAYOUT)), true);
  assert.deepEqual(await filesBelow(root), [join(root, KEY)]);
});

test("an abandoned upload leaves nothing and takes no part", async (t) => {
  const { root, storage, handle } = await begun(t);
  await put(storage, handle, 1);
  await storage.parts.abandon(KEY, handle);
  await storage.parts.abandon(KEY, handle);
  assert.deepEqual(await filesBelow(root), []);
  await assert.rejects(put(storage, handle, 2), NOT_FOUND);
  await assert.rejects(storage.parts.listParts(KEY, handle), NOT_FOUND);
  await assert.rejects(storage.parts.join(KEY, handle, partsOf(LAYOUT)), NOT_FOUND);
});

test("an upload that is abandoned while a part comes takes no more of it", async (t) => {
  const { root, storage, handle } = await begun(t);
  const content = halfSent(1);
  const refused = assert.rejects(storage.parts.putPart(KEY, handle, partOf(LAYOUT, 1), content));
  await until("some of it to be there", async () => (await contentBytes(root, handle)) > 0);
  await storage.parts.abandon(KEY, handle);
  content.end(Buffer.alloc(50_000));
  await refused;
  assert.deepEqual(await filesBelow(root), []);
});

test("an upload that is abandoned while a part comes is not found any more", async (t) => {
  const { root, storage, handle } = await begun(t);
  const content = halfSent(1);
  const refused = assert.rejects(storage.parts.putPart(KEY, handle, partOf(LAYOUT, 1), content), NOT_FOUND);
  await until("some of it to be there", async () => (await contentBytes(root, handle)) > 0);
  await storage.parts.abandon(KEY, handle);
  content.end(contentOf(1).subarray(50_000));
  await refused;
});

test("a handle that would lead out of the folder of parts is answered like an unknown one", async (t) => {
  const { storage } = await emptyStorage(t);
  for (const handle of ["", "..", "../uploads", "a/b"])
    await assert.rejects(put(storage, handle, 1), NOT_FOUND);
});

test("parts that nobody has sent to for longer than any upload lasts are removed as left over", async (t) => {
  const { root, storage, handle } = await begun(t);
  const kept = await storage.parts.begin("uploads/u2", LAYOUT);
  const longAgo = new Date(Date.now() - 9 * 86_400_000);
  await utimes(join(root, ".parts", handle), longAgo, longAgo);
  assert.equal(await storage.removeLeftovers(), 1);
  assert.deepEqual(await readdir(join(root, ".parts")), [kept]);
});
