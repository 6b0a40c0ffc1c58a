// What `npm run demo` says of its options, before it starts anything.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

function demo(...args: readonly string[]) {
  return spawnSync(process.execPath, ["--import", "tsx", "deploy/demo.ts", ...args], { encoding: "utf8" });
}

test("the demo tells its options when asked, and where one is unknown", () => {
  const told = demo("--help");
  assert.equal(told.status, 0);
  assert.match(told.stdout, /^Usage: npm run demo -- \[FILE\].*--with-models/s);
  const wrong = demo("--clip", "3");
  assert.equal(wrong.status, 64);
  assert.match(wrong.stderr, /^Unknown option '--clip'.*\nUsage: npm run demo/s);
  assert.equal(wrong.stdout, "");
  const many = demo("--clips", "21");
  assert.equal(many.status, 64);
  assert.match(many.stderr, /^--clips must be a whole number from 1 to 20\.\n/);
  assert.equal(demo("one.mp4", "two.mp4").status, 64);
  assert.equal(many.stdout, "", "nothing is started");
});
