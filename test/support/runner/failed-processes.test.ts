import assert from "node:assert/strict";
import { test } from "node:test";
import { FailedProcesses } from "./failed-processes.ts";

const filesOf = (entry: string): string[] => (entry === "/group" ? ["a.test.ts", "b.test.ts"] : [entry]);

test("what failed a process after its tests is told with its files", () => {
  const failed = new FailedProcesses();
  failed.addMessage({ file: "/group", message: "Error: thrown after the end" });
  failed.addMessage({ file: "/group", message: "a test's own message" });
  failed.addMessage({ file: "/other", message: "Error: of one that passed" });
  failed.addMessage({ message: "tests 2" });
  failed.addFailure({ name: "/group", file: "/group", details: { error: { exitCode: 1, signal: null } } });
  assert.equal(
    failed.describe(filesOf),
    "A process ended with exit code 1: a.test.ts b.test.ts\n  Error: thrown after the end\n",
  );
});

test("a crash is told by its signal, and a failed test is not taken for a process", () => {
  const failed = new FailedProcesses();
  failed.addFailure({ name: "/c", file: "/c", details: { error: { exitCode: null, signal: "SIGSEGV" } } });
  failed.addFailure({ name: "a test", file: "/c", details: { error: new Error("failed") } });
  assert.equal(failed.describe(filesOf), "A process was ended by SIGSEGV: /c\n");
});
