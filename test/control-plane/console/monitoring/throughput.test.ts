// Hours' counts as operators see them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { viewThroughput } from "../../../../control-plane/console/monitoring/throughput.ts";
import type { EndedHourRow } from "../../../../control-plane/db/operators/ended-hours.ts";

const HOUR = new Date("2026-11-23T10:00:00Z");

function row(changes: Partial<EndedHourRow>): EndedHourRow {
  const none = { finished: 0, failed: 0, waited_ms: 0, worked_ms: 0 };
  return { hour: HOUR, kind: "clip", waited_up_to_s: 1, ...none, ...changes };
}

test("hours are summed up by kind, and means are of all that ended", () => {
  const { hours, waiting } = viewThroughput([
    row({ finished: 9, waited_ms: 4_500, worked_ms: 90_000 }),
    row({ waited_up_to_s: 60, failed: 1, waited_ms: 35_500, worked_ms: 10_000 }),
    row({ kind: "generation", finished: 2 }),
  ]);
  assert.deepEqual(hours, [
    { hour: HOUR.toISOString(), kind: "clip", finished: 9, failed: 1 },
    { hour: HOUR.toISOString(), kind: "generation", finished: 2, failed: 0 },
  ]);
  assert.deepEqual(waiting[0], {
    kind: "clip",
    ended: 10,
    failed: 1,
    meanWaitS: 4,
    meanWorkS: 10,
    medianWaitUpToS: 1,
    p95WaitUpToS: 60,
  });
});

test("a wait beyond the last bound has no bound", () => {
  const { waiting } = viewThroughput([row({ waited_up_to_s: -1, finished: 3 }), row({ finished: 1 })]);
  assert.deepEqual([waiting[0]?.medianWaitUpToS, waiting[0]?.p95WaitUpToS], [null, null]);
});
