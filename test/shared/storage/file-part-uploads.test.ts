import assert from "node:assert/strict";
import { link, lutimes, mkdir, readdir, rename, rm, stat, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { AppError } from "../../../shared/errors.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { partOf, partsOf } from "../../../shared/storage/part-uploads.ts";
import { emptyStorage, filesBelow, INVALID, NOT_FOUND } from "../../support/file-storage.ts";
import { until } from "../../support/until.ts";

const KEY = "uploads/u1";
const LAYOUT = { contentType: "video/mp4", sizeBytes: 250_000, partSizeBytes: 100_000 };
const CONTENT = Buffer.from(Array.from({ length: LAYOUT.sizeBytes }, (_, index) => index % 251));

function contentOf(number: number, whole = CONTENT): Buffer {
  const { offsetBytes, sizeBytes } = partOf(LAYOUT, number);
  return whole.subarray(offsetBytes, offsetBytes + sizeBytes);
}

async function put(storage: ObjectStorage, handle: string, number: number, whole = CONTENT): Promise<void> {
  const content = Readable.from([contentOf(number, whole)]);
  await storage.parts.putPart(KEY, handle, partOf(LAYOUT, number), content);
}

async function begun(t: TestContext): Promise<{ root: string; storage: ObjectStorage; handle: string }> {
  const { root, storage } = await emptyStorage(t);
  return { root, storage, handle: await storage.parts.begin(KEY, LAYOUT) };
}

/** A stream that has brought some of a part and waits. */
function halfSent(number: number, byte = 0): PassThrough {
  const content = new PassThrough();
  content.write(Buffer.alloc(contentOf(number).length / 2, byte));
  return content;
}

async function isClaimed(root: string, handle: string, number: number): Promise<boolean> {
  return (await readdir(join(root, ".parts", handle))).includes(`${number}.claim`);
}

/** Shows life as the holder of a claim in another process would, until it is stopped. */
async function keepAlive(claim: string, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const now = new Date();
    await lutimes(claim, now, now);
    await pause(500, undefined, { signal: stopped }).catch(() => undefined);
  }
}

async function contentBytes(root: string, handle: string): Promise<number> {
  return (await stat(join(root, ".parts", handle, "content"))).size;
}

test("parts are not missing where the storage itself is away", async (t) => {
  const { root, storage, handle } = await begun(t);
  for (const { number } of partsOf(LAYOUT)) await put(storage, handle, number);
  // As a folder is on which no disk is mounted.
  await rename(root, `${root}-away`);
  await mkdir(root);
  const AWAY = { name: "StorageAway", code: "UNAVAILABLE" };
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

test("a part that is sent anew and breaks off is missing, and may be sent again", async (t) => {
  const { storage, handle } = await begun(t);
  for (const number of [1, 2, 3]) await put(storage, handle, number);
  const content = halfSent(2, 255);
  const sent = storage.parts.putPart(KEY, handle, partOf(LAYOUT, 2), content);
  setImmediate(() => content.destroy());
  await assert.rejects(sent, INVALID);
  await assert.rejects(storage.parts.join(KEY, handle, partsOf(LAYOUT)), {
    code: "PARTS_MISSING",
    details: [{ path: "/parts/2", message: "has not come yet" }],
  });
  await put(storage, handle, 2);
  assert.equal(await storage.parts.join(KEY, handle, partsOf(LAYOUT)), true);
  assert.deepEqual(await storage.read(KEY), CONTENT);
});

test("two that send one part take turns, and the content is one of the two, whole", async (t) => {
  const { root, storage, handle } = await begun(t);
  const first = halfSent(1, 7);
  const firstStored = storage.parts.putPart(KEY, handle, partOf(LAYOUT, 1), first);
  await until("the first to be there", () => isClaimed(root, handle, 1));
  const secondStored = put(storage, handle, 1);
  first.end(Buffer.alloc(50_000, 7));
  await firstStored;
  await secondStored;
  await put(storage, handle, 2);
  await put(storage, handle, 3);
  await storage.parts.join(KEY, handle, partsOf(LAYOUT));
  assert.deepEqual(await storage.read(KEY), CONTENT);
});

test("a part whose connection brings nothing is given up, and the next one has its turn", async (t) => {
  const { root, storage, handle } = await begun(t);
  const silent = storage.parts.putPart(KEY, handle, partOf(LAYOUT, 1), halfSent(1));
  await until("the silent one to be there", () => isClaimed(root, handle, 1));
  const next = put(storage, handle, 1);
  await assert.rejects(silent, { code: "REQUEST_TIMEOUT" });
  await next;
  assert.deepEqual(await storage.parts.listParts(KEY, handle), [{ number: 1, sizeBytes: 100_000 }]);
});

test("what a process that is gone was sending, or joining, is taken over", async (t) => {
  const { root, storage, handle } = await begun(t);
  for (const name of ["1.claim", "join.claim"]) {
    await symlink("a-process-that-is-gone", join(root, ".parts", handle, name));
  }
  await Promise.all([1, 2, 3].map((number) => put(storage, handle, number)));
  assert.equal(await storage.parts.join(KEY, handle, partsOf(LAYOUT)), true);
  assert.deepEqual(await storage.read(KEY), CONTENT);
});

test("a part that another process sends is waited for as long as that one shows life", async (t) => {
  const { root, storage, handle } = await begun(t);
  await Promise.all([1, 2, 3].map((number) => put(storage, handle, number)));
  const claim = join(root, ".parts", handle, "1.claim");
  await symlink("another-process", claim);
  const stop = new AbortController();
  const beating = keepAlive(claim, stop.signal);
  await assert.rejects(storage.parts.join(KEY, handle, partsOf(LAYOUT)), { code: "UNAVAILABLE" });
  stop.abort();
  await beating;
  assert.equal(await storage.stat(KEY), undefined);
});

test("whoever lost a part while it stood still writes nothing more", async (t) => {
  const { root, storage, handle } = await begun(t);
  const frozen = new PassThrough();
  const sent = storage.parts.putPart(KEY, handle, partOf(LAYOUT, 1), frozen);
  const failed = assert.rejects(sent, { code: "UNAVAILABLE" });
  await until("its claim", () => isClaimed(root, handle, 1));
  const claim = join(root, ".parts", handle, "1.claim");
  await rm(claim);
  await put(storage, handle, 1);
  frozen.end(Buffer.alloc(100_000, 255));
  await failed;
  await put(storage, handle, 2);
  await put(storage, handle, 3);
  await storage.parts.join(KEY, handle, partsOf(LAYOUT));
  assert.deepEqual(await storage.read(KEY), CONTENT);
});

test("whoever lost a part after its last look does not say that it is there", async (t) => {
  const { root, storage, handle } = await begun(t);
  const content = halfSent(1);
  const sent = storage.parts.putPart(KEY, handle, partOf(LAYOUT, 1), content);
  const failed = assert.rejects(sent, { code: "UNAVAILABLE" });
  await until("the first half to be written", async () => (await contentBytes(root, handle)) > 0);
  const claim = join(root, ".parts", handle, "1.claim");
  await rm(claim);
  await symlink("another-process", claim);
  content.end(Buffer.alloc(50_000));
  await failed;
  assert.deepEqual(await storage.parts.listParts(KEY, handle), []);
});

test("all who join the same upload at once find it joined", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const planes = [storage, createFileStorage(root), createFileStorage(root)];
  for (const key of ["uploads/u1", "uploads/u2", "uploads/u3"]) {
    const handle = await storage.parts.begin(key, LAYOUT);
    for (const number of [1, 2, 3]) await put(storage, handle, number);
    const joins = planes.map(({ parts }) => parts.join(key, handle, partsOf(LAYOUT)));
    assert.deepEqual(await Promise.all(joins), [true, true, true]);
    assert.deepEqual(await storage.read(key), CONTENT);
  }
  assert.equal((await filesBelow(root)).length, 3, "nothing but the objects is left");
});

test("an upload that is abandoned while parts come and it is joined is not there, or is joined", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const other = createFileStorage(root);
  const isTold = (error: unknown): void => {
    assert.ok(error instanceof AppError, String(error));
    assert.ok(["NOT_FOUND", "PARTS_MISSING", "UNAVAILABLE"].includes(error.code), error.code);
  };
  for (let round = 0; round < 60; round += 1) {
    const key = `uploads/u${round}`;
    const handle = await storage.parts.begin(key, LAYOUT);
    for (const number of [1, 2, 3]) await put(storage, handle, number);
    await Promise.all([
      put(storage, handle, 1 + (round % 3)).catch(isTold),
      ...[storage, other].map(({ parts }) => parts.join(key, handle, partsOf(LAYOUT)).catch(isTold)),
      pause(round % 10).then(() => other.parts.abandon(key, handle)),
    ]);
    await other.parts.abandon(key, handle);
  }
  assert.deepEqual(await readdir(join(root, ".parts")), []);
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

test("a handle is no path", async (t) => {
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
