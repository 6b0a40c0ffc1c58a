// How a file is divided into parts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { countParts, partOf, partsOf } from "../../../shared/storage/part-uploads.ts";
import { partSizeOf } from "../../../shared/storage/s3/move-parts.ts";

const MIB = 2 ** 20;
const GIB = 2 ** 30;

for (const [sizeBytes, partSizeBytes, count, lastBytes] of [
  [1, 5 * MIB, 1, 1],
  [5 * MIB - 1, 5 * MIB, 1, 5 * MIB - 1],
  [5 * MIB, 5 * MIB, 1, 5 * MIB],
  [5 * MIB + 1, 5 * MIB, 2, 1],
  [20 * GIB, 5 * MIB, 4_096, 5 * MIB],
  [20 * GIB - 1, 5 * MIB, 4_096, 5 * MIB - 1],
  [20 * GIB + 1, 5 * MIB, 4_097, 1],
  [20 * GIB, 7 * MIB, 2_926, 5 * MIB],
  [20 * GIB, GIB, 20, GIB],
  [10_000 * 5 * MIB, 5 * MIB, 10_000, 5 * MIB],
] as const)
  test(`${sizeBytes} bytes in parts of ${partSizeBytes} are ${count}, without a gap`, () => {
    const sizes = { sizeBytes, partSizeBytes };
    const parts = partsOf(sizes);
    assert.equal(countParts(sizes), count);
    assert.equal(parts.length, count);
    assert.deepEqual(parts.at(-1), partOf(sizes, count));
    assert.equal(parts.at(-1)?.sizeBytes, lastBytes);
    let endBytes = 0;
    for (const [index, part] of parts.entries()) {
      assert.deepEqual([part.number, part.offsetBytes], [index + 1, endBytes]);
      assert.ok(index === count - 1 || part.sizeBytes === partSizeBytes);
      endBytes += part.sizeBytes;
    }
    assert.equal(endBytes, sizeBytes);
  });

test("a large object is moved to a service in as many parts as that takes, and no more", () => {
  for (const [sizeBytes, partSizeBytes] of [
    [0, 8 * MIB],
    [20 * GIB, 8 * MIB],
    [10_000 * 8 * MIB, 8 * MIB],
    [10_000 * 8 * MIB + 1, 9 * MIB],
    [5 * 1_024 * GIB, 525 * MIB],
  ] as const) {
    assert.equal(partSizeOf(sizeBytes), partSizeBytes);
    assert.ok(countParts({ sizeBytes, partSizeBytes }) <= 10_000);
  }
});
