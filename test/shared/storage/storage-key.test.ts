import assert from "node:assert/strict";
import { isAbsolute, join, relative } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { isStorageKey, isStoragePrefix } from "../../../shared/storage/storage-key.ts";

test("ordinary keys are accepted", () => {
  for (const key of ["a", "tasks/task_01k9/clips/1.mp4", "uploads/a-b/c.d.e", "-", `${"a".repeat(255)}/b`]) {
    assert.equal(isStorageKey(key), true, key);
  }
});

test("keys that could leave the root, hide or be spelled twice are refused", () => {
  const keys = [
    "",
    "/",
    "/a",
    "a/",
    "a//b",
    ".",
    "..",
    "../a",
    "a/../b",
    "a/./b",
    ".tmp/x",
    "a/.b",
    "a\\b",
    "C:/a",
    "a b",
    "a\0b",
    "a\nb",
    "a\n",
    "ä",
    "a%2fb",
    "~",
    "a:b",
    "a".repeat(256),
    "a/".repeat(256).concat("b"),
  ];
  for (const key of keys) assert.equal(isStorageKey(key), false, JSON.stringify(key));
});

test("a prefix is a key with one slash at its end, and never everything", () => {
  assert.equal(isStoragePrefix("tasks/task_1/"), true);
  for (const prefix of ["", "/", "a", "a//", "../", "./", "a/../"]) {
    assert.equal(isStoragePrefix(prefix), false, prefix);
  }
});

test("whatever key is accepted stays below its root", () => {
  const part = fc.constantFrom("..", ".", "", "/", "\\", "a", ".a", "a.b", "~", "\0", "%2e%2e", "C:");
  const text = fc.oneof(
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join("/")),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (key) => {
      if (!isStorageKey(key)) return;
      const path = relative("/root/files", join("/root/files", key));
      assert.equal(path, key);
      assert.equal(isAbsolute(path) || path.startsWith("."), false);
    }),
    { numRuns: 2_000 },
  );
});
