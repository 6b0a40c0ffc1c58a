// Receivers that hang, cut, err or are away, and control planes that are killed while they call them: whoever answers
// in the end is told.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { faultTest } from "../support/faults/fault-test.ts";
import { RECEIVER_MANNERS } from "../support/faults/receivers.ts";
import { WEBHOOK_TIMES } from "../support/faults/webhook-times.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

const TASKS_PER_MANNER = 5;

test("receivers are told though they fail at first and the plane that calls them is killed", {
  timeout: 400_000,
}, async (t) => {
  const faults = await faultTest(t, { controlPlanes: 2, mediaNodes: 0 });
  const { bed, createShortTask, callPatiently, plane, assertAccount } = faults;
  const [, other] = bed.planes;
  for (const manner of RECEIVER_MANNERS)
    for (let count = 0; count < TASKS_PER_MANNER; count += 1) {
      const taskId = await createShortTask({ callback_url: bed.receivers.url(manner) });
      // A task that is cancelled before it ran has ended as well.
      assert.equal((await callPatiently("POST", `/jobs/${taskId}/cancel`, {}, other)).status, 200);
    }
  await until("the first calls", () => bed.receivers.calls() >= RECEIVER_MANNERS.length, 30_000);
  await plane.kill();
  await bed.receivers.leave();
  const started = plane.startAgain();
  // However long the plane takes to start: an absence of two retries would fail a delivery for good.
  await pause(WEBHOOK_TIMES.retryMs / 2);
  await bed.receivers.back();
  await started;
  await assertAccount({ afterKills: true });
});
