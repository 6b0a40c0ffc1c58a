import assert from "node:assert/strict";
import { test } from "node:test";
import { LongestFiles } from "./longest-files.ts";

test("tests are summed by file, and those within a test are part of it", () => {
  const longest = new LongestFiles("/root");
  const add = (file: string, ms: number, nesting = 0): void =>
    longest.add({ file: `/root/${file}`, nesting, details: { duration_ms: ms } });
  add("test/a.test.ts", 1_000);
  add("test/a.test.ts", 900, 1);
  add("test/b.test.ts", 1_500);
  add("test/a.test.ts", 2_000);
  const [, first = "", second = "", all = ""] = longest.toString().split("\n");
  assert.match(first, /^ +3\.0 s {2}test\/a\.test\.ts$/);
  assert.match(second, /^ +1\.5 s {2}test\/b\.test\.ts$/);
  assert.match(all, /^ +4\.5 s {2}all$/);
});
