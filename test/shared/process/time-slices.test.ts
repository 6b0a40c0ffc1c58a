// Work that lets others have their turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PROCESS_LIMITS } from "../../../shared/limits/processes.ts";
import { runInTimeSlices } from "../../../shared/process/time-slices.ts";
import { turnsDuring } from "../../support/turns-during.ts";

function* longSteps(count: number): Generator<void, string> {
  for (let step = 0; step < count; step += 1) {
    const endsMs = performance.now() + PROCESS_LIMITS.turnMs;
    while (performance.now() < endsMs);
    yield;
  }
  return "done";
}

test("long steps are turns of their own, and short ones share one", async () => {
  assert.equal(await runInTimeSlices(longSteps(2)), "done");
  assert.ok((await turnsDuring(() => runInTimeSlices(longSteps(6)))) >= 6);
  assert.equal(await turnsDuring(() => runInTimeSlices([1, 2, 3].values())), 0);
});
