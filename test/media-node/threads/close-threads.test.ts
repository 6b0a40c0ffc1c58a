// That threads end in order: none in the midst of its call, which would end the process with it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { defineTask } from "../../../media-node/threads/define-task.ts";
import { closeThreads, openThreads, runInThread } from "../../../media-node/threads/run-in-thread.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { evenLanes } from "../../support/media-node/even-lanes.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import type { Order } from "./fixtures/obedient.worker.ts";

const EXIT_IN_NATIVE_RUN = fileURLToPath(new URL("./fixtures/exit-in-native-run.ts", import.meta.url));

test("a process that is told to stop during a native call of minutes stops the rest, and exits at once, as it should", {
  timeout: 60_000,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const child = spawn(process.execPath, ["--import", "tsx", EXIT_IN_NATIVE_RUN, folder], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  t.after(() => child.kill("SIGKILL"));
  assert.ok(child.stdout !== null);
  const [said, status] = await Promise.all([text(child.stdout), once(child, "exit")]);
  assert.deepEqual([said, status], ["begun\nstopped\nexit\n", [0, null]]);
});

test("calls under way are aborted when threads are closed, and end before their threads", async () => {
  openThreads(evenLanes(1, 1));
  const task = defineTask<Order, string>(new URL("./fixtures/obedient.worker.ts", import.meta.url), "decode");
  const { signal } = new AbortController();
  let end = "";
  const working = new Promise<void>((begun) => {
    const options = { signal, onProgress: () => begun() };
    runInThread(task, { script: "exec sleep 60" }, options).catch((error: unknown) => {
      end = String(error);
    });
  });
  await working;
  await closeThreads();
  assert.match(end, /no longer wants this/);
  await assertNoChildren();
});
