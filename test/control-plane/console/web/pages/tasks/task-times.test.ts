// How long a task waited, and how long the work on it took.
import assert from "node:assert/strict";
import { test } from "node:test";
import { tookMsOf, waitedMsOf } from "../../../../../../control-plane/console/web/pages/tasks/task-types.ts";

const CREATED = "2026-11-30T10:00:00.000Z";
const NOW = Date.parse("2026-11-30T10:10:00.000Z");

function timesOf(startedAt: string | null, completedAt: string | null): (number | null)[] {
  const task = { created_at: CREATED, started_at: startedAt, completed_at: completedAt };
  return [waitedMsOf(task, NOW), tookMsOf(task, NOW)];
}

test("what a task waited counts to its first run, and what it took from there to its end", () => {
  assert.deepEqual(timesOf("2026-11-30T10:04:00.000Z", "2026-11-30T10:05:30.000Z"), [240_000, 90_000]);
});

test("a task that waits or runs has done so until now", () => {
  assert.deepEqual(timesOf(null, null), [600_000, null]);
  assert.deepEqual(timesOf("2026-11-30T10:04:00.000Z", null), [240_000, 360_000]);
});

test("a task that ended without a run only waited", () => {
  assert.deepEqual(timesOf(null, "2026-11-30T10:01:00.000Z"), [60_000, null]);
});

test("a clock that goes after the server's makes no time negative", () => {
  const startedAt = "2026-11-30T10:11:00.000Z";
  assert.deepEqual(timesOf(startedAt, null), [660_000, 0]);
});
