// What uploads in parts keep to, whatever the storage is made of. Parts are as large as services ask for.
import assert from "node:assert/strict";
import { PassThrough, Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { partOf, partsOf } from "../../../shared/storage/part-uploads.ts";
import { INVALID, NOT_FOUND } from "../../support/storage/file-storage.ts";
import { STORAGES, type TestStorage } from "../../support/storage/storages.ts";

const MIB = 2 ** 20;
const KEY = "uploads/u1";
const LAYOUT = { contentType: "video/mp4", sizeBytes: 11 * MIB, partSizeBytes: 5 * MIB };
const CONTENT = Buffer.alloc(LAYOUT.sizeBytes, "a long video, more or less ");

interface Begun extends TestStorage {
  readonly handle: string;
  /** Sends a part of this content, or another in its place. */
  put(number: number, content?: Buffer): Promise<void>;
}

function contract(title: string, check: (begun: Begun, t: TestContext) => Promise<void>): void {
  for (const { name, skip, make } of STORAGES) {
    test(`in ${name}, ${title}`, { skip }, async (t) => {
      const made = await make(t);
      const handle = await made.storage.parts.begin(KEY, LAYOUT);
      const put = (number: number, content?: Buffer): Promise<void> => {
        const part = partOf(LAYOUT, number);
        const own = CONTENT.subarray(part.offsetBytes, part.offsetBytes + part.sizeBytes);
        return made.storage.parts.putPart(KEY, handle, part, Readable.from([content ?? own]));
      };
      await check({ ...made, handle, put }, t);
    });
  }
}

contract("parts that come in any order, also again, are the object once they are joined", async (begun) => {
  const { storage, handle, put, remains } = begun;
  await put(3);
  await put(1, Buffer.alloc(5 * MIB, "x"));
  assert.deepEqual(await storage.parts.listParts(KEY, handle), [
    { number: 1, sizeBytes: 5 * MIB },
    { number: 3, sizeBytes: MIB },
  ]);
  await assert.rejects(storage.parts.join(KEY, handle, partsOf(LAYOUT)), {
    code: "PARTS_MISSING",
    details: [{ path: "/parts/2", message: "has not come yet" }],
  });
  await Promise.all([put(2), put(1)]);
  assert.equal(await storage.parts.join(KEY, handle, partsOf(LAYOUT)), true);
  assert.equal(await storage.parts.join(KEY, handle, partsOf(LAYOUT)), true, "a repeat");
  assert.ok((await storage.read(KEY))?.equals(CONTENT));
  assert.deepEqual(await remains(), [KEY]);
});

contract("a part that is shorter or longer than it must be is refused, and is missing", async (begun) => {
  const { storage, handle, put } = begun;
  for (const sizeBytes of [MIB - 1, MIB + 1]) await assert.rejects(put(3, Buffer.alloc(sizeBytes)), INVALID);
  assert.deepEqual(await storage.parts.listParts(KEY, handle), []);
});

contract("a part that breaks off, or stands still, is missing, and may be sent again", async (begun) => {
  const { storage, handle, put } = begun;
  const broken = new PassThrough();
  broken.write(Buffer.alloc(1_000));
  const sent = storage.parts.putPart(KEY, handle, partOf(LAYOUT, 3), broken);
  setImmediate(() => broken.destroy());
  await assert.rejects(sent, INVALID);
  const silent = new PassThrough();
  silent.write(Buffer.alloc(1_000));
  await assert.rejects(storage.parts.putPart(KEY, handle, partOf(LAYOUT, 3), silent), {
    code: "REQUEST_TIMEOUT",
  });
  await put(3);
  assert.deepEqual(await storage.parts.listParts(KEY, handle), [{ number: 3, sizeBytes: MIB }]);
});

contract(
  "a join never replaces what stands under the key, and nothing remains of its parts",
  async (begun) => {
    const { storage, handle, put, remains } = begun;
    await storage.write(KEY, "another");
    for (const number of [1, 2, 3]) await put(number);
    assert.equal(await storage.parts.join(KEY, handle, partsOf(LAYOUT)), false);
    assert.equal((await storage.read(KEY))?.toString(), "another");
    assert.deepEqual(await remains(), [KEY]);
  },
);

contract("all who join the same upload at once find it joined", async ({ storage, handle, put, remains }) => {
  for (const number of [1, 2, 3]) await put(number);
  const joins = Array.from({ length: 4 }, () => storage.parts.join(KEY, handle, partsOf(LAYOUT)));
  assert.deepEqual(await Promise.all(joins), [true, true, true, true]);
  assert.ok((await storage.read(KEY))?.equals(CONTENT));
  assert.deepEqual(await remains(), [KEY]);
});

contract("an abandoned upload leaves nothing and takes no part", async (begun) => {
  const { storage, handle, put, remains } = begun;
  await put(1);
  await storage.parts.abandon(KEY, handle);
  await storage.parts.abandon(KEY, handle);
  await assert.rejects(put(2), NOT_FOUND);
  await assert.rejects(storage.parts.listParts(KEY, handle), NOT_FOUND);
  await assert.rejects(storage.parts.join(KEY, handle, partsOf(LAYOUT)), NOT_FOUND);
  assert.deepEqual(await remains(), []);
});
