// Programs that make the client's package, and what is said of those that fail.
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { runWithin } from "../../../deploy/client/run-within.ts";

function run(program: string, timeoutMs: number): Promise<string> {
  const args = ["--eval", program];
  return runWithin({ file: process.execPath, args, cwd: tmpdir(), timeoutMs, failure: "It did not end" });
}

test("a program that takes too long is ended, and the error says how long it had", async () => {
  const message = "It did not end within 0.01 minutes.";
  await assert.rejects(run("setInterval(() => {}, 1000)", 600), { message });
});

test("what a program printed is returned, and one that fails or prints too much is not taken for a slow one", async () => {
  assert.equal(await run("console.log('clipmill.tgz')", 60_000), "clipmill.tgz\n");
  await assert.rejects(run("console.log('why'); process.exit(2)", 60_000), { code: 2, stdout: "why\n" });
  const endless = "const line = 'x'.repeat(1e6); setInterval(() => process.stdout.write(line), 1)";
  await assert.rejects(run(endless, 60_000), { code: "ERR_CHILD_PROCESS_STDIO_MAXBUFFER" });
});
