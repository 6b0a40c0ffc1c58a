// Asking programs of the machine: bounded, and never a rejection.
import assert from "node:assert/strict";
import { test } from "node:test";
import { askProgram, failureText } from "../../../../../media-node/onnx/devices/discovery/ask-program.ts";
import { DEVICE_SEARCH_LIMITS } from "../../../../../shared/limits/processes.ts";
import { environmentWith } from "../../../../support/media-node/fake-programs.ts";

test("a program's output, errors and exit code are its answer", async (t) => {
  const env = await environmentWith(t, { driver: "echo two lines; echo of it; echo broken >&2; exit 9" });
  const answer = await askProgram({ command: "driver", args: [], env });
  assert.deepEqual(answer, {
    outcome: "ended",
    exitCode: 9,
    killedBy: null,
    output: "two lines\nof it\n",
    errors: "broken\n",
  });
  assert.equal(failureText(answer as never), "ended with 9: broken two lines of it");
});

test("a program that is not there, or may not be started, is absent", async () => {
  assert.deepEqual(await askProgram({ command: "no-such-driver", args: [] }), { outcome: "absent" });
  assert.deepEqual(await askProgram({ command: "/etc", args: [] }), { outcome: "absent" });
});

test("a program that never ends is given up, also where what it started holds its output open", async (t) => {
  const env = await environmentWith(t, { driver: "sleep 60 & sleep 60" });
  const answer = await askProgram({ command: "driver", args: [], env, timeoutMs: 200 });
  assert.deepEqual(answer, { outcome: "stuck", reason: "driver did not answer within 0.2 s" });
});

test("a program that writes without end is ended", async (t) => {
  const env = await environmentWith(t, { driver: "while :; do echo a line of no use to anybody; done" });
  const answer = await askProgram({ command: "driver", args: [], env });
  const reason = `driver wrote more than ${DEVICE_SEARCH_LIMITS.answerBytes} bytes`;
  assert.deepEqual(answer, { outcome: "stuck", reason });
});

test("a program that crashes says by which signal", async (t) => {
  const env = await environmentWith(t, { driver: "kill -SEGV $$" });
  const answer = await askProgram({ command: "driver", args: [], env });
  assert.equal(failureText(answer as never), "was ended by SIGSEGV");
});
