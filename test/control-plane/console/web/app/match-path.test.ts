// Which page an address is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { matchPath } from "../../../../../control-plane/console/web/app/match-path.ts";

test("a path fits the pattern of its page, with its parameters as they are meant", () => {
  assert.deepEqual(matchPath("/tasks/:surface/:taskId", "/tasks/jobs/task_1"), {
    surface: "jobs",
    taskId: "task_1",
  });
  assert.deepEqual(matchPath("/tasks/:taskId", "/tasks/a%2Fb%20c"), { taskId: "a/b c" });
  assert.deepEqual(matchPath("/", "/"), {});
});

test("a path that is another page's, or lacks a part, fits not", () => {
  for (const path of ["/", "/tasks", "/tasks/", "/keys/task_1", "/tasks/jobs/task_1"])
    assert.equal(matchPath("/tasks/:taskId", path), undefined, path);
});

test("a path that no text is written as fits nothing", () => {
  assert.equal(matchPath("/tasks/jobs/:taskId", "/tasks/jobs/%E0"), undefined);
  assert.equal(matchPath("/tasks/:taskId", "/tasks/%"), undefined);
});
