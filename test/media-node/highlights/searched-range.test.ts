import assert from "node:assert/strict";
import { test } from "node:test";
import { searchedRange } from "../../../media-node/highlights/searched-range.ts";

test("the first hour is counted from the source's beginning", () => {
  assert.deepEqual(searchedRange({ startS: 0, endS: null }), { startS: 0, endS: 3_600 });
  assert.deepEqual(searchedRange({ startS: 1_800, endS: null }), { startS: 1_800, endS: 3_600 });
  assert.deepEqual(searchedRange({ startS: 1_800, endS: 5_000 }), { startS: 1_800, endS: 3_600 });
  assert.deepEqual(searchedRange({ startS: 1_800, endS: 2_000 }), { startS: 1_800, endS: 2_000 });
});

test("a range that begins behind it is refused", () => {
  for (const endS of [null, 7_200])
    assert.throws(() => searchedRange({ startS: 3_600, endS }), { code: "RANGE_OUTSIDE_SOURCE" });
});
