import assert from "node:assert/strict";
import { test } from "node:test";
import { roundHalfEven } from "../../../media-node/signal/round-half-even.ts";

test("halves are rounded to even numbers, everything else to the nearest", () => {
  assert.deepEqual([0.5, 1.5, 2.5, 2.4, 2.6].map(roundHalfEven), [0, 2, 2, 2, 3]);
  assert.deepEqual(
    [-0.5, -1.5, -2.5, -2.6].map(roundHalfEven),
    [-0, -2, -2, -3].map((value) => value + 0),
  );
});
