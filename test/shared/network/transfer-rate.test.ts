import assert from "node:assert/strict";
import { test } from "node:test";
import { TransferRate } from "../../../shared/network/transfer-rate.ts";

function rateAt(clock: { ms: number }): TransferRate {
  return new TransferRate({ windowMs: 1_000, bytes: 100 }, () => clock.ms);
}

test("a transfer that brings enough in each window is never too slow, however it comes", () => {
  const clock = { ms: 0 };
  const rate = rateAt(clock);
  for (const atMs of [900, 1_900, 2_800, 3_800]) {
    clock.ms = atMs;
    assert.equal(rate.isTooSlowWith(200), false);
  }
});

test("a transfer is too slow once a window has brought too little, also behind one that brought much", () => {
  const clock = { ms: 0 };
  const rate = rateAt(clock);
  clock.ms = 1_000;
  assert.equal(rate.isTooSlowWith(1_000_000), false);
  for (let byte = 0; byte < 98; byte += 1) {
    clock.ms += 10;
    assert.equal(rate.isTooSlowWith(1), false);
  }
  clock.ms = 2_000;
  assert.equal(rate.isTooSlowWith(1), true);
});
