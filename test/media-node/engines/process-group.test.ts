import assert from "node:assert/strict";
import { test } from "node:test";
import { type GroupRun, runProcessGroup } from "../../../media-node/engines/process-group.ts";

/** Runs a shell script whose output keeps the pipes open for as long as any process of it lives. */
function runScript(script: string, changes: Partial<GroupRun> = {}): Promise<number> {
  return runProcessGroup({
    command: "/bin/sh",
    args: ["-c", script],
    cwd: "/",
    env: {},
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    onLine: () => undefined,
    ...changes,
  });
}

test("lines of both outputs arrive, with the exit code and no environment of ours", async () => {
  process.env.CLIPMILL_TEST_SECRET = "secret";
  const lines: string[] = [];
  const script = 'echo "out $GIVEN"; echo "err $CLIPMILL_TEST_SECRET" >&2; exit 3';
  const exitCode = await runScript(script, { env: { GIVEN: "given" }, onLine: (line) => lines.push(line) });
  delete process.env.CLIPMILL_TEST_SECRET;
  assert.equal(exitCode, 3);
  assert.deepEqual(lines.sort(), ["err ", "out given"]);
});

test("an abort ends the program and everything that it started", { timeout: 20_000 }, async () => {
  const controller = new AbortController();
  const reason = new Error("The node is stopping.");
  const onLine = () => controller.abort(reason);
  await assert.rejects(
    runScript("sleep 60 & echo started; wait", { signal: controller.signal, onLine }),
    reason,
  );
});

test("what ignores the polite signal is killed", { timeout: 20_000 }, async () => {
  const controller = new AbortController();
  const reason = new Error("The node is stopping.");
  const onLine = () => controller.abort(reason);
  const script = "trap '' TERM; sleep 60 & echo started; wait; sleep 60";
  await assert.rejects(runScript(script, { signal: controller.signal, onLine }), reason);
});

test("a program that runs too long is ended", { timeout: 20_000 }, async () => {
  await assert.rejects(runScript("sleep 60", { timeoutMs: 100 }), { code: "TIMED_OUT" });
});

test("what a program leaves behind ends with it", { timeout: 20_000 }, async () => {
  assert.equal(await runScript("sleep 60 & exit 0"), 0);
});

test("a program that is not there is an error", async () => {
  await assert.rejects(runScript("", { command: "/nonexistent/program" }), { code: "ENOENT" });
});
