import assert from "node:assert/strict";
import { test } from "node:test";
import { formatBytes, formatDuration } from "../../../../../control-plane/console/web/ui/format.ts";

/** With spaces of the usual kind. */
function plain(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

test("durations are rounded to what is shown, and carried into the next unit", () => {
  const shown = [0, 340, 999.6, 9_960, 8_200, 59_700, 250_000, 3_599_700, 7_500_000, 273_600_000];
  assert.deepEqual(
    shown.map((durationMs) => plain(formatDuration(durationMs))),
    [
      "0 ms",
      "340 ms",
      "1.0 s",
      "10 s",
      "8.2 s",
      "1 min 0 s",
      "4 min 10 s",
      "1 h 0 min",
      "2 h 5 min",
      "3 d 4 h",
    ],
  );
});

test("a number stays on the line of its unit", () => {
  assert.equal(formatDuration(497_000), "8\u00a0min 17\u00a0s");
  assert.match(formatBytes(1.5 * 2 ** 30), /^1.5\u00a0GiB$/);
});
