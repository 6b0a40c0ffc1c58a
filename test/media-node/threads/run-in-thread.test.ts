import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { defineTask } from "../../../media-node/threads/define-task.ts";
import {
  closeThreads,
  laneWidth,
  openThreads,
  runInThread,
} from "../../../media-node/threads/run-in-thread.ts";
import { AppError } from "../../../shared/errors.ts";
import { NodeLack } from "../../../shared/node-lack.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { evenLanes } from "../../support/media-node/even-lanes.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import type { Order } from "./fixtures/obedient.worker.ts";

const OBEY = defineTask<Order, string>(new URL("./fixtures/obedient.worker.ts", import.meta.url), "decode");
openThreads(evenLanes(1, 1));
const WILLING = { signal: AbortSignal.timeout(60_000) };
const SLEEP = "exec sleep 60";
const execFileAsync = promisify(execFile);

after(async () => {
  await closeThreads();
  await assertNoChildren();
});

async function waitForFile(path: string): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (performance.now() < deadline) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await pause(20);
  }
  throw new Error(`${path} never came.`);
}

test("a call's value and its progress come back", async () => {
  const fractions: number[] = [];
  const value = await runInThread(
    OBEY,
    { answer: "yes" },
    { ...WILLING, onProgress: (fraction) => fractions.push(fraction) },
  );
  assert.equal(value, "yes");
  assert.deepEqual(fractions, [0.5]);
});

test("an expected failure crosses with its code, message, cause and whether it may pass", async () => {
  await assert.rejects(runInThread(OBEY, { fail: "expected" }, WILLING), (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.code, error.message, error.retryable], ["SOURCE_UNREACHABLE", "Gone.", false]);
    assert.match(String(error.cause), /the cause/);
    return true;
  });
});

const skip = existsSync("/dev/full") ? false : "This system has no device that is always full.";

test("what the machine lacked in a thread is told as that", { skip }, async () => {
  await assert.rejects(runInThread(OBEY, { fail: "full" }, WILLING), (error) => {
    assert.ok(error instanceof NodeLack);
    assert.deepEqual([error.lack, error.code, error.retryable], ["space", "INTERNAL", true]);
    return true;
  });
});

test("a defect crosses as it is, and the thread goes on", async () => {
  await assert.rejects(runInThread(OBEY, { fail: "defect" }, WILLING), {
    name: "RangeError",
    message: "A defect.",
  });
  assert.equal(await runInThread(OBEY, {}, WILLING), "done");
});

test("an abort ends the child of the call before the call ends, and the thread works on", {
  timeout: 50_000,
}, async (t) => {
  const started = join(await temporaryFolder(t), "started");
  const controller = new AbortController();
  const running = runInThread(
    OBEY,
    { script: `touch '${started}'; ${SLEEP}` },
    { signal: controller.signal },
  );
  await waitForFile(started);
  const reason = new Error("Not wanted any more.");
  controller.abort(reason);
  await assert.rejects(running, reason);
  await assertNoChildren();
  assert.equal(await runInThread(OBEY, {}, WILLING), "done");
});

test("one call more than may wait is refused, and a waiting one that is aborted ends at once", {
  timeout: 50_000,
}, async (t) => {
  const started = join(await temporaryFolder(t), "started");
  const [running, waiting] = [new AbortController(), new AbortController()];
  const first = runInThread(OBEY, { script: `touch '${started}'; ${SLEEP}` }, { signal: running.signal });
  await waitForFile(started);
  const second = runInThread(OBEY, {}, { signal: waiting.signal });
  await assert.rejects(runInThread(OBEY, {}, WILLING), { code: "UNAVAILABLE" });
  const reason = new Error("Not wanted any more.");
  waiting.abort(reason);
  await assert.rejects(second, reason);
  running.abort(reason);
  await assert.rejects(first, reason);
});

test("a call that is aborted before it begins does not begin", async () => {
  const reason = new Error("Not wanted any more.");
  await assert.rejects(runInThread(OBEY, {}, { signal: AbortSignal.abort(reason) }), reason);
});

test("a task with threads of its own runs beside another of its lane only where the lane has two places", async () => {
  await closeThreads();
  openThreads(evenLanes(2, 4));
  assert.equal(laneWidth("model"), 2);
  const alone = defineTask<Order, string>(OBEY.file, "model", { copies: 1 });
  const shared = defineTask<Order, string>(OBEY.file, "model");
  const answers = await Promise.all([
    runInThread(alone, { answer: "alone" }, WILLING),
    runInThread(shared, { answer: "shared" }, WILLING),
    runInThread(alone, { answer: "alone again" }, WILLING),
  ]);
  assert.deepEqual(answers, ["alone", "shared", "alone again"]);
});

test("threads that run cannot be bounded anew", async () => {
  await runInThread(OBEY, {}, WILLING);
  assert.throws(() => openThreads(evenLanes(1, 1)), /Threads run already/);
});

test("a thread that cannot be started, for want of file handles, fails its call and nothing else", async () => {
  const fixture = fileURLToPath(new URL("./fixtures/without-handles.ts", import.meta.url));
  const command = 'ulimit -n 140 && exec "$0" --import tsx "$1"';
  const { stdout } = await execFileAsync("/bin/sh", ["-c", command, process.execPath, fixture]);
  assert.deepEqual(JSON.parse(stdout), { working: "worked on", refused: "handles", again: "started" });
});
