import assert from "node:assert/strict";
import { test } from "node:test";
import { cutAt, shorten } from "../../../deploy/mcp/task-summary.ts";

test("a text is cut between characters, though some have two units", () => {
  assert.equal(shorten("ab🐝cd", 4), "ab…", "half a bee is none");
  assert.equal(shorten("ab🐝cd", 5), "ab🐝…");
  assert.equal(shorten("ab🐝", 4), "ab🐝");
  assert.deepEqual(
    [0, 1, 2, 3, 4, 9].map((index) => cutAt("ab🐝", index)),
    [0, 1, 2, 2, 4, 9],
  );
});
