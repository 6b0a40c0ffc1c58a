// Runs that cannot be started: whose fault that is.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { runTask } from "../../../../media-node/worker/runs/run-task.ts";
import { JobGivenBack } from "../../../../shared/db/queue/run-queue-job.ts";
import { QUEUE_LIMITS } from "../../../../shared/limits/queue.ts";
import { takenJob } from "../../../support/database/queue.ts";
import { taskToRun } from "../../../support/media-node/task-to-run.ts";

const OUTPUT = { notice: null, clips: [] };

/** A task whose first start fails so; time stands from there on until `t.mock.timers` lets it pass. */
async function startFailing(t: TestContext, error: Error) {
  const task = await taskToRun(t);
  const { services, sql, taskId } = task;
  t.mock.method(services.runs, "start", () => Promise.reject(error), { times: 1 });
  const job = await takenJob(sql);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let isOver = false;
  const tried = runTask(services, taskId, async () => ({ output: OUTPUT }), job).finally(() => {
    isOver = true;
    t.mock.timers.reset();
  });
  return { ...task, tried, isOver: () => isOver };
}

/** All that is under way without a timer. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("where the database cannot start a run, its job is given back, and the next try starts it", async (t) => {
  for (const code of ["CONNECTION_CLOSED", "53300", "55P03"]) {
    const refused = Object.assign(new Error("away"), { code });
    const { tried, run, runs, isOver } = await startFailing(t, refused);
    await settled();
    assert.equal(isOver(), false, "the next try must not come at once");
    t.mock.timers.tick(QUEUE_LIMITS.restartPauseMs);
    await assert.rejects(tried, JobGivenBack, code);
    assert.deepEqual(await runs(), []);
    await run(async () => ({ output: OUTPUT }));
    assert.deepEqual(await runs(), [{ state: "succeeded", code: null, percent: 100 }]);
  }
});

test("a node that stops gives such a job back without waiting", async (t) => {
  const { services, tried } = await startFailing(t, Object.assign(new Error("away"), { code: "ECONNRESET" }));
  services.activeRuns.interruptAll();
  await assert.rejects(tried, JobGivenBack);
});

test("what the database refuses for another reason is a failed try", async (t) => {
  const refused = Object.assign(new Error("no such column"), { code: "42703" });
  const { tried } = await startFailing(t, refused);
  await assert.rejects(tried, refused);
});
