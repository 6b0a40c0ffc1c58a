// Runs that are stopped from outside: by a shutdown, a cancellation, or another run of their task.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkpoint } from "../../../../media-node/pipelines/checkpoints.ts";
import type { Pipeline } from "../../../../media-node/worker/runs/run-pipeline.ts";
import { runTask } from "../../../../media-node/worker/runs/run-task.ts";
import { workPrefix } from "../../../../shared/storage/task-keys.ts";
import { newRun } from "../../../support/control-plane/tasks.ts";
import { takenJob } from "../../../support/database/queue.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { endless, SUCCESS, taskToRun } from "../../../support/media-node/task-to-run.ts";

test("an orderly shutdown gives the task back without counting a failure", async (t) => {
  const { run, runs, services, finalizations, scratchFiles } = await taskToRun(t);
  const { pipeline, begun } = endless();
  const running = run(pipeline);
  await begun;
  services.activeRuns.interruptAll();
  await assert.rejects(running, /interrupted/);
  assert.deepEqual(await runs(), [{ state: "interrupted", code: null, percent: 0 }]);
  await run(async () => SUCCESS);
  assert.deepEqual(
    (await runs()).map(({ state }) => state),
    ["interrupted", "succeeded"],
  );
  assert.equal(await finalizations(), 1);
  assert.deepEqual(await scratchFiles(), []);
});

test("the run after an interruption makes only what is missing", async (t) => {
  const { run, services } = await taskToRun(t);
  const made: string[] = [];
  const stoppable =
    (stopAt: string): Pipeline =>
    async (context) => {
      for (const name of ["one", "two", "three"]) {
        await checkpoint(context, name, async () => {
          made.push(name);
          if (name === stopAt) services.activeRuns.interruptAll();
          context.signal.throwIfAborted();
          return name;
        });
      }
      return SUCCESS;
    };
  await assert.rejects(run(stoppable("two")));
  await run(stoppable("never"));
  assert.deepEqual(made, ["one", "two", "two", "three"]);
});

test("a run that is overtaken reports nothing, and its successor's work stays", async (t) => {
  const { run, runs, sql, taskId, finalizations, storedFiles, metric } = await taskToRun(t);
  await run(async (context) => {
    await checkpoint(context, "selection", async () => 1);
    await newRun(sql, taskId);
    context.report("rendering", 0.5, "Too late");
    return SUCCESS;
  });
  assert.equal(await finalizations(), 0);
  assert.deepEqual(
    (await runs()).map(({ state }) => state),
    ["running", "running"],
  );
  assert.equal(await metric('clipmill_runs_total{kind="clip",end="revoked"}'), 1);
  assert.equal((await storedFiles(workPrefix(taskId))).length, 1);
});

test("a run that has reported is not run again while its task waits to be ended", async (t) => {
  const { run, runs, finalizations, taskId, sql } = await taskToRun(t);
  await run(async () => SUCCESS);
  await run(() => assert.fail("nothing is to be run"));
  assert.deepEqual([(await runs()).length, await finalizations()], [1, 1]);
  const [task] = await sql`select state from tasks where id = ${taskId}`;
  assert.equal(task?.state, "running");
});

test("a run that was taken for lost while its process lived says so, and does not count against its task", async (t) => {
  const { run, runs, services, sql } = await taskToRun(t);
  const { pipeline, begun } = endless();
  const running = run(pipeline);
  await begun;
  await sql`update runs set state = 'lost'`;
  for (const { runId } of services.activeRuns.list()) services.activeRuns.revoke(runId);
  await running;
  assert.deepEqual(
    (await runs()).map(({ state }) => state),
    ["interrupted"],
  );
});

test("a run whose task was cancelled stops, and clears the work away", async (t) => {
  const { run, services, sql, taskId, finalizations, storedFiles, scratchFiles, metric } = await taskToRun(t);
  const { pipeline, begun } = endless();
  const running = run(async (context, request) => {
    await checkpoint(context, "selection", async () => 1);
    return pipeline(context, request);
  });
  await begun;
  await sql`update tasks set state = 'failed', completed_at = now() where id = ${taskId}`;
  for (const { runId } of services.activeRuns.list()) services.activeRuns.revoke(runId);
  await running;
  assert.deepEqual([await storedFiles(workPrefix(taskId)), await scratchFiles()], [[], []]);
  assert.equal(await finalizations(), 0);
  assert.equal(await metric('clipmill_runs_total{kind="clip",end="revoked"}'), 1);
});

test("a run whose task was cancelled unnoticed warns of nothing, however it ends, and clears the work away", async (t) => {
  for (const end of [
    async () => SUCCESS,
    () => Promise.reject(new Error("ENOENT: its files were removed with the task.")),
  ]) {
    const { services, sql, taskId, runs, finalizations, storedFiles, metric } = await taskToRun(t);
    const { logger, lines } = keptLog();
    const pipeline: Pipeline = async (context) => {
      await checkpoint(context, "selection", async () => 1);
      await sql`
        with run as (update runs set state = 'interrupted', ended_at = now() where task_id = ${taskId})
        update tasks set state = 'failed', completed_at = now() where id = ${taskId}`;
      return end();
    };
    await runTask({ ...services, logger }, taskId, pipeline, await takenJob(sql));
    assert.deepEqual(
      lines.filter(({ level }) => level > 30),
      [],
    );
    assert.deepEqual(
      (await runs()).map(({ state }) => state),
      ["interrupted"],
    );
    assert.equal(await finalizations(), 0);
    assert.equal(await metric('clipmill_runs_total{kind="clip",end="revoked"}'), 1);
    assert.deepEqual(await storedFiles(workPrefix(taskId)), []);
  }
});
