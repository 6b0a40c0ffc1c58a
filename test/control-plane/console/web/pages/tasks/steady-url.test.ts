import assert from "node:assert/strict";
import { test } from "node:test";
import { steadyUrl } from "../../../../../../control-plane/console/web/pages/tasks/steady-url.ts";

const FIRST = "https://mill.example/files/clips/a.mp4?expires=1&signature=x";

test("a file that is signed anew goes on under its first address", () => {
  assert.equal(steadyUrl(FIRST, "https://mill.example/files/clips/a.mp4?expires=2&signature=y"), FIRST);
});

test("another file gets its own address", () => {
  const other = "https://mill.example/files/clips/b.mp4?expires=1&signature=z";
  assert.equal(steadyUrl(FIRST, other), other);
});
