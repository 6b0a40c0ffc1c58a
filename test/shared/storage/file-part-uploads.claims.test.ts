// Several who send, join or abandon one upload at the same time: who has the claim goes on, whoever lost it does not.
import assert from "node:assert/strict";
import { lutimes, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../../shared/errors.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { partOf, partsOf } from "../../../shared/storage/part-uploads.ts";
import { emptyStorage, filesBelow } from "../../support/storage/file-storage.ts";
import {
  begun,
  CONTENT,
  contentBytes,
  halfSent,
  KEY,
  LAYOUT,
  put,
} from "../../support/storage/part-uploads-in-files.ts";
import { until } from "../../support/until.ts";

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

test("a part that a process which is gone had not sent whole is missing at once, and may be sent again", async (t) => {
  const { root, storage, handle } = await begun(t);
  await Promise.all([1, 3].map((number) => put(storage, handle, number)));
  const claim = join(root, ".parts", handle, "2.claim");
  await symlink("a-process-that-is-gone", claim);
  await assert.rejects(storage.parts.join(KEY, handle, partsOf(LAYOUT)), {
    code: "PARTS_MISSING",
    details: [{ path: "/parts/2", message: "has not come yet" }],
  });
  assert.ok(await isClaimed(root, handle, 2), "nobody waited for it");
  await put(storage, handle, 2);
  assert.equal(await storage.parts.join(KEY, handle, partsOf(LAYOUT)), true);
  assert.deepEqual(await storage.read(KEY), CONTENT);
});

test("a join that finds parts missing disturbs none that is being sent", async (t) => {
  const { root, storage, handle } = await begun(t);
  const content = halfSent(1);
  const sent = storage.parts.putPart(KEY, handle, partOf(LAYOUT, 1), content);
  await until("the part to be there", () => isClaimed(root, handle, 1));
  const joined = storage.parts.join(KEY, handle, partsOf(LAYOUT));
  const missing = [1, 2, 3].map((number) => ({ path: `/parts/${number}`, message: "has not come yet" }));
  await assert.rejects(joined, { code: "PARTS_MISSING", details: missing });
  content.end(Buffer.alloc(50_000));
  await sent;
  assert.deepEqual(await storage.parts.listParts(KEY, handle), [{ number: 1, sizeBytes: 100_000 }]);
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
