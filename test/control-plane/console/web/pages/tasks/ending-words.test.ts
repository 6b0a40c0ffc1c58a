// What is said of a task's charge where it ends early.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cancelText,
  failureText,
} from "../../../../../../control-plane/console/web/pages/tasks/ending-words.ts";

function billing(charged: number, refunded: number) {
  return {
    base_moods: charged,
    charged_moods: charged,
    extra_moods_charged: 0,
    refunded_moods: refunded,
  };
}

const CANCELLED = { code: "CANCELLED", message: "The task was cancelled.", retryable: false } as const;
const NO_AUDIO = { code: "NO_AUDIO", message: "The source has no audio.", retryable: false } as const;
const TIMED_OUT = { code: "TIMED_OUT", message: "The work took too long.", retryable: true } as const;

test("a cancel promises the charge only while no run has begun", () => {
  assert.match(cancelText({ status: "queued" }), /was charged for it comes back\./);
  assert.match(cancelText({ status: "running" }), /does not come back\./);
});

test("a task that ended early tells what really came back", () => {
  assert.match(failureText({ error: NO_AUDIO, billing: billing(2, 2) }), /same way\. .* came back\.$/);
  assert.match(failureText({ error: TIMED_OUT, billing: billing(2, 2) }), /may succeed.* came back\.$/);
  assert.equal(
    failureText({ error: CANCELLED, billing: billing(2, 0) }),
    "What was charged stays charged.",
    "a run had begun",
  );
  assert.equal(failureText({ error: CANCELLED, billing: billing(2, 2) }), "What was charged came back.");
  assert.equal(failureText({ error: CANCELLED, billing: billing(0, 0) }), "", "it cost nothing");
});
