// Recordings are gone through beside the node's own thread, which has leases to keep meanwhile, and no longer than is wanted.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { WRITE_INDEX, withIndex } from "../../../../media-node/source/indexing/with-index.ts";
import { observeTask } from "../../../../media-node/threads/observe-task.ts";
import { closeThreads, laneUse } from "../../../../media-node/threads/run-in-thread.ts";
import { clusterOf, fileOf } from "../../../support/media/matroska-files.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

interface Written {
  readonly folder: string;
  readonly path: string;
}

async function written(t: TestContext, content: Buffer): Promise<Written> {
  t.after(closeThreads);
  const folder = await temporaryFolder(t);
  const path = join(folder, "source.bin");
  await writeFile(path, content);
  return { folder, path };
}

/** Waits until a thread is at work for a call: one that has to start first, which takes many turns. */
async function atWork(call: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  call.then(over, over);
  while (laneUse("decode").running === 0) {
    assert.ok(!isOver, "It ended without a thread.");
    await nextTurn();
  }
}

const RECORDING = fileOf([0, 2_000, 4_000].map((ticks) => clusterOf(ticks)));

test("a recording is gone through in a thread", async (t) => {
  const { folder, path } = await written(t, RECORDING);
  let calls = 0;
  // A thread that another file of this process left ready may answer before anybody has seen it at work.
  const stop = observeTask(WRITE_INDEX, (input, run) => {
    calls += 1;
    return run(input);
  });
  t.after(stop);
  const { path: indexedPath, refusal } = await withIndex(path, folder, t.signal);
  assert.equal(calls, 1);
  assert.notEqual(indexedPath, path);
  assert.equal(refusal, undefined);
});

test("a walk that nobody wants any more ends", async (t) => {
  await closeThreads();
  const { folder, path } = await written(t, RECORDING);
  const controller = new AbortController();
  const indexed = withIndex(path, folder, controller.signal);
  const reason = new Error("nobody wants it");
  const refused = assert.rejects(indexed, reason);
  await atWork(indexed);
  controller.abort(reason);
  await refused;
  assert.equal(laneUse("decode").running, 0);
});
