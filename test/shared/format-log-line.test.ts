// Lines of logs as a terminal shows them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatLogLine } from "../../shared/format-log-line.ts";

function shown(fields: object, isColoured = false): string {
  const line = { level: "info", time: "2026-11-30T22:32:29.387Z", part: "media-node", ...fields };
  return formatLogLine(`${JSON.stringify(line)}\n`, isColoured);
}

test("a line tells the time of day, the part, what happened, and its fields", () => {
  const line = shown({
    nodeId: "node_1",
    taskId: "task_1",
    end: "finished early",
    durationMs: 12,
    msg: "run ended",
  });
  assert.equal(
    line,
    '22:32:29Z media-node    run ended  taskId=task_1  end="finished early"  durationMs=12\n',
  );
});

test("whatever is worse than usual says so, in its colour where there are colours", () => {
  assert.equal(shown({ level: "warn", msg: "disk low" }), "22:32:29Z media-node    warn: disk low\n");
  for (const level of ["error", "fatal"]) {
    const line = shown({ level, msg: "request failed" }, true);
    assert.ok(line.endsWith(`\u001b[31m${level}: request failed\u001b[0m\n`), line);
  }
});

test("the further lines of what happened stand below it, as those of a program that ended", () => {
  const msg = "PostgreSQL ended while it started:\nFATAL: no space\nHINT: make some\n";
  assert.equal(
    shown({ level: "fatal", msg, code: 1 }),
    "22:32:29Z media-node    fatal: PostgreSQL ended while it started:  code=1\n    FATAL: no space\n    HINT: make some\n",
  );
});

test("an error stands below its line as its stack tells it", () => {
  const err = { type: "Error", message: "no room", stack: "Error: no room\n    at write (a.ts:1:2)" };
  assert.match(
    shown({ level: "error", msg: "write failed", err }),
    /failed\n {4}Error: no room\n {4}at write \(a\.ts:1:2\)\n$/,
  );
});

test("an error tells below its stack what else it has: a database's detail, and each of several causes", () => {
  const stack = "Error: duplicate key\n    at write (a.ts:1:2)";
  const err = {
    type: "Error",
    message: "duplicate key",
    stack,
    code: "23505",
    detail: "Key (id)=(1) exists.",
  };
  assert.match(
    shown({ level: "error", msg: "failed", err }),
    /\(a\.ts:1:2\)\n {4}code=23505 {2}detail="Key \(id\)=\(1\) exists\."\n$/,
  );
  const aggregateErrors = ["127.0.0.1:1", "::1:1"].map((address) => ({
    type: "Error",
    message: `connect ECONNREFUSED ${address}`,
    stack: `Error: connect ECONNREFUSED ${address}\n    at connect (net.ts:1:2)`,
  }));
  const several = { type: "AggregateError", message: "", stack: "AggregateError: ", aggregateErrors };
  assert.match(
    shown({ level: "error", msg: "failed", err: several }),
    /\n {4}AggregateError:\n {4}Error: connect ECONNREFUSED 127\.0\.0\.1:1\n[\s\S]*Error: connect ECONNREFUSED ::1:1\n/,
  );
});

test("what was thrown and is no error stands below its line, too", () => {
  assert.match(shown({ level: "error", msg: "failed", err: "gone" }), /failed\n {4}gone\n$/);
  assert.match(shown({ level: "error", msg: "failed", err: { status: 3 } }), /failed\n {4}status=3\n$/);
});

test("nothing that a stranger wrote acts on the terminal, or looks like a line of its own", () => {
  const name = "\u001b[2J\r\nfake \u009b31m\u2028\u202e";
  const line = shown({ name, msg: name, err: { stack: `Error: ${name}` } });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  assert.doesNotMatch(line, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
  assert.match(line, /\\u001b\[2J/);
});

test("addresses stand in full, and long lists are cut", () => {
  const url = `http://127.0.0.1:8080/console/setup#${"x".repeat(300)}`;
  assert.ok(shown({ url, msg: "open it" }).endsWith(`url=${url}\n`));
  assert.match(
    shown({ models: Array.from({ length: 99 }, () => "whisper"), msg: "models" }),
    /^.{100,300}…\n$/,
  );
});

test("what is no line of JSON is shown as it is", () => {
  for (const text of ["Segmentation fault\n", "null\n", "7\n"]) assert.equal(formatLogLine(text, true), text);
});
