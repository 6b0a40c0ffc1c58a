import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { endLeft, RUN_VARIABLE } from "./end-left.ts";

const skip = process.platform === "linux" ? false : "reads /proc";

function startSleeper(run: string): ChildProcess {
  return spawn("sleep", ["600"], {
    env: { ...process.env, [RUN_VARIABLE]: run },
    detached: true,
    stdio: "ignore",
  });
}

test("what a run has started is ended, and nothing of another run", { skip }, async (t) => {
  const [ours, other] = [startSleeper("run-1"), startSleeper("run-10")];
  t.after(() => other.kill("SIGKILL"));
  const ended = once(ours, "exit");
  await endLeft("run-1");
  assert.deepEqual(await ended, [null, "SIGTERM"]);
  assert.equal(other.exitCode ?? other.signalCode, null);
});
