// The bytes of archives.
import assert from "node:assert/strict";
import { test } from "node:test";
import { directory, endOf, type ZipEntry } from "../../../../control-plane/tasks/exports/zip-format.ts";

const MADE_AT = new Date("2026-11-28T10:00:00Z");

function entryAt(offset: number): ZipEntry {
  return { name: Buffer.from("a.mp4"), sizeBytes: 70_000, modifiedAt: MADE_AT, offset };
}

test("content is as long as its blocks with their headers", () => {
  assert.equal(endOf(entryAt(0)), 30 + 5 + 70_000 + 2 * 5 + 16);
  assert.equal(endOf({ ...entryAt(0), sizeBytes: 0 }), 30 + 5 + 5 + 16);
});

test("what lies behind 4 GiB stands in fields of 64 bits", () => {
  const near = directory([entryAt(0)], [1]);
  assert.equal(near.readUInt32LE(near.length - 6), endOf(entryAt(0)));
  const entry = entryAt(5_000_000_000);
  const far = directory([entryAt(0), entry], [1, 2]);
  const end = far.length - 22;
  assert.deepEqual([far.readUInt32LE(end), far.readUInt32LE(end + 16)], [0x06054b50, 0xffffffff]);
  const record = end - 20 - 56;
  assert.equal(far.readUInt32LE(record), 0x06064b50);
  assert.equal(far.readBigUInt64LE(record + 48), BigInt(endOf(entry)));
  assert.equal(far.readBigUInt64LE(end - 20 + 8), BigInt(endOf(entry) + record));
  assert.equal(far.readBigUInt64LE(record - 8), 5_000_000_000n, "where the second file begins");
});
