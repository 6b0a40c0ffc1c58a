import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseByteRange } from "../../../shared/storage/byte-range.ts";

const NOT_SATISFIABLE = { code: "RANGE_NOT_SATISFIABLE" };

test("a closed range is taken as it is, and its end is cut to the size", () => {
  assert.deepEqual(parseByteRange("bytes=0-0", 10), { first: 0, last: 0 });
  assert.deepEqual(parseByteRange("bytes=2-5", 10), { first: 2, last: 5 });
  assert.deepEqual(parseByteRange("bytes=2-99999999999999999999", 10), { first: 2, last: 9 });
  assert.deepEqual(parseByteRange("BYTES= 2-5 ", 10), { first: 2, last: 5 });
});

test("an open-ended range runs to the last byte", () => {
  assert.deepEqual(parseByteRange("bytes=9-", 10), { first: 9, last: 9 });
});

test("a suffix range counts from the end, and is the whole object when longer than it", () => {
  assert.deepEqual(parseByteRange("bytes=-3", 10), { first: 7, last: 9 });
  assert.deepEqual(parseByteRange("bytes=-30", 10), { first: 0, last: 9 });
});

test("no header, other units, several ranges and malformed ones ask for the whole object", () => {
  const headers = [
    undefined,
    "",
    "items=0-1",
    "bytes=0-1,4-5",
    "bytes=5-2",
    "bytes=-",
    "bytes=a-b",
    "bytes=0",
    "bytes=1--2",
  ];
  for (const header of headers) assert.equal(parseByteRange(header, 10), undefined, header);
});

test("a range that starts behind the last byte cannot be satisfied", () => {
  for (const header of ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999-"]) {
    assert.throws(() => parseByteRange(header, 10), NOT_SATISFIABLE, header);
  }
  assert.throws(() => parseByteRange("bytes=0-", 0), NOT_SATISFIABLE);
});

test("the last bytes of an empty object are the whole object", () => {
  assert.equal(parseByteRange("bytes=-5", 0), undefined);
});

test("every resolved range lies inside the object", () => {
  const bound = fc.oneof(fc.constant(""), fc.nat(200).map(String));
  fc.assert(
    fc.property(bound, bound, fc.nat(100), (first, last, sizeBytes) => {
      let range: ReturnType<typeof parseByteRange>;
      try {
        range = parseByteRange(`bytes=${first}-${last}`, sizeBytes);
      } catch {
        return;
      }
      if (range === undefined) return;
      assert.ok(0 <= range.first && range.first <= range.last && range.last < sizeBytes);
    }),
  );
});
