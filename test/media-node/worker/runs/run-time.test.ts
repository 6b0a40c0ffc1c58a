// A run's time limits, on the real lanes and threads, with a clock that goes on when told to.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { limitRunTime } from "../../../../media-node/pipelines/limit-run-time.ts";
import { defineTask } from "../../../../media-node/threads/define-task.ts";
import { closeThreads, openThreads, runInThread } from "../../../../media-node/threads/run-in-thread.ts";
import { createActiveRuns } from "../../../../media-node/worker/runs/active-runs.ts";
import type { Pipeline } from "../../../../media-node/worker/runs/run-pipeline.ts";
import { runTask } from "../../../../media-node/worker/runs/run-task.ts";
import { QUEUE_LIMITS } from "../../../../shared/limits/queue.ts";
import { HOUR } from "../../../../shared/limits/units.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { takenJob } from "../../../support/database/queue.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { evenLanes } from "../../../support/media-node/even-lanes.ts";
import { workerServices } from "../../../support/media-node/worker-services.ts";
import type { Order } from "../../threads/fixtures/obedient.worker.ts";

const OBEY = defineTask<Order, string>(
  new URL("../../threads/fixtures/obedient.worker.ts", import.meta.url),
  "decode",
);
const SLEEP = "exec sleep 60";

/** A node with one place in each lane. */
async function setUp(t: TestContext) {
  openThreads(evenLanes(1, 4));
  t.after(closeThreads);
  const { sql, nodeSql, account } = await accountDatabase(t);
  const clock = new FakeClock();
  const own = await workerServices(t, nodeSql);
  const services = { ...own.services, activeRuns: createActiveRuns(clock) };
  const taskId = await newTask(sql, account.id);
  return {
    clock,
    lacks: own.lacks,
    run: async (pipeline: Pipeline) => runTask(services, taskId, pipeline, await takenJob(sql)),
    runs: async () =>
      sql<{ state: string; lack: string | null }[]>`
        select r.state, r.lack from runs r where r.task_id = ${taskId}`,
  };
}

/** Keeps the lane's place until it is told to leave it. */
function occupy(): () => Promise<void> {
  const controller = new AbortController();
  const call = runInThread(OBEY, { script: SLEEP }, { signal: controller.signal }).catch(() => undefined);
  return async () => {
    controller.abort(new Error("Enough."));
    await call;
  };
}

/** A pipeline that makes one call, and says when it asked for it. */
function oneCall(order: Order): { readonly pipeline: Pipeline; readonly asked: Promise<void> } {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const pipeline: Pipeline = async ({ signal }) => {
    const call = runInThread(OBEY, order, { signal });
    resolve();
    await call;
    return { output: { notice: null, clips: [] } };
  };
  return { pipeline, asked };
}

test("a run that waits in line longer than it may work goes on when its turn comes", {
  timeout: 60_000,
}, async (t) => {
  const { clock, run, runs } = await setUp(t);
  const leave = occupy();
  const { pipeline, asked } = oneCall({});
  const running = run(pipeline);
  await asked;
  await clock.advance(QUEUE_LIMITS.runTimeoutMs + 0.1 * HOUR);
  await leave();
  await running;
  assert.deepEqual(
    (await runs()).map(({ state }) => state),
    ["succeeded"],
  );
});

test("a run that works for too long fails", { timeout: 60_000 }, async (t) => {
  const { clock, run, runs } = await setUp(t);
  const { pipeline, asked } = oneCall({ script: SLEEP });
  const running = assert.rejects(run(pipeline), /retried/);
  await asked;
  await clock.advance(QUEUE_LIMITS.runTimeoutMs);
  await running;
  assert.deepEqual(
    (await runs()).map(({ state, lack }) => [state, lack]),
    [["failed", null]],
  );
});

test("a run that works for too long on a short stretch fails sooner", { timeout: 60_000 }, async (t) => {
  const { clock, run, runs } = await setUp(t);
  const { pipeline, asked } = oneCall({ script: SLEEP });
  const running = assert.rejects(
    run((context, request) => {
      limitRunTime({ range: { startS: 0, endS: 60 } }, { durationS: 600 });
      return pipeline(context, request);
    }),
    /retried/,
  );
  await asked;
  await clock.advance(HOUR);
  await running;
  assert.deepEqual(
    (await runs()).map(({ state, lack }) => [state, lack]),
    [["failed", null]],
  );
});

test("a run that has only waited is given back before the queue takes its job away, and that is no failure", {
  timeout: 60_000,
}, async (t) => {
  const { clock, run, runs, lacks } = await setUp(t);
  const leave = occupy();
  t.after(leave);
  const { pipeline, asked } = oneCall({});
  const running = assert.rejects(run(pipeline), /starved/);
  await asked;
  await clock.advance(QUEUE_LIMITS.runTotalMs);
  await running;
  assert.deepEqual(
    (await runs()).map(({ state, lack }) => [state, lack]),
    [["interrupted", "turns"]],
  );
  assert.deepEqual(lacks, ["turns"]);
});
