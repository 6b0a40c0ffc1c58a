import assert from "node:assert/strict";
import { test } from "node:test";
import { diskFloorBytes, isBelowFloor } from "../../../shared/storage/disk-floor.ts";

const GIB = 2 ** 30;

test("a twentieth of a disk stays free, 2 GiB at most, or what the operator says", () => {
  assert.equal(diskFloorBytes(10 * GIB, null), GIB / 2);
  assert.equal(diskFloorBytes(10_000 * GIB, null), 2 * GIB);
  assert.equal(diskFloorBytes(10 * GIB, 0), 0);
  assert.equal(diskFloorBytes(10 * GIB, 5 * GIB), 5 * GIB);
});

test("a disk that was below its floor needs a little more than it to be roomy again", () => {
  assert.equal(isBelowFloor(99, 100, false), true);
  assert.equal(isBelowFloor(100, 100, false), false);
  assert.equal(isBelowFloor(105, 100, true), true);
  assert.equal(isBelowFloor(111, 100, true), false);
  assert.equal(isBelowFloor(0, 0, true), false, "no floor was asked for");
});
