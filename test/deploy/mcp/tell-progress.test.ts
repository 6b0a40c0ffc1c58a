import assert from "node:assert/strict";
import { test } from "node:test";
import { progressTeller } from "../../../deploy/mcp/tell-progress.ts";
import { MCP_LIMITS } from "../../../shared/limits/mcp.ts";

test("progress grows with each notification, also where a run stands still or begins anew", (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const told: number[] = [];
  const tell = progressTeller("token", async ({ params }) => {
    told.push(params.progress);
  });
  tell(25, "Rendering");
  tell(25, "at once again: not told");
  for (const percent of [25, 0, 30, 30, 100, 100]) {
    now += MCP_LIMITS.progressMs;
    tell(percent, "Rendering");
  }
  assert.deepEqual(
    told.map((percent) => Math.floor(percent)),
    [25, 25, 25, 30, 30, 100],
  );
  assert.equal(new Set(told).size, told.length);
  assert.deepEqual(
    told,
    told.toSorted((a, b) => a - b),
  );
});
