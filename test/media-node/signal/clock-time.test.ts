import assert from "node:assert/strict";
import { test } from "node:test";
import { clockTime } from "../../../media-node/signal/clock-time.ts";

test("a time is read in minutes and seconds, and in hours from an hour on", () => {
  const times = [0, 9.9, 65, 600, 3_599.9, 3_661, 36_000];
  assert.deepEqual(times.map(clockTime), ["0:00", "0:09", "1:05", "10:00", "59:59", "1:01:01", "10:00:00"]);
});
