import assert from "node:assert/strict";
import { test } from "node:test";
import { finalizeTask } from "../../../control-plane/tasks/finalize-task.ts";
import { newId } from "../../../shared/ids.ts";
import { createLogger } from "../../../shared/logger.ts";
import { accountDatabase } from "../../support/account-database.ts";
import { endRun, FAILED, FINISHED, moneyOf, newRun, newTask } from "../../support/tasks.ts";

const logger = createLogger("test", "silent");

test("a run that succeeded finishes its task, keeps the charge, and a second finalization changes nothing", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const runId = await newRun(sql, taskId);
  await endRun(sql, runId, FINISHED);
  assert.equal(await finalizeTask(sql, { taskId, runId }, logger), true);
  const [before] = await sql`select * from tasks where id = ${taskId}`;
  assert.equal(before?.state, "finished");
  assert.deepEqual(before?.output, { notice: null, clips: [] });
  assert.equal(await finalizeTask(sql, { taskId, runId }, logger), false);
  const [after] = await sql`select * from tasks where id = ${taskId}`;
  assert.deepEqual({ ...after }, { ...before });
  assert.equal((await moneyOf(sql, account.id)).used, 1);
});

test("a run that failed fails its task and refunds it once, however often it is finalized at once", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const runId = await newRun(sql, taskId);
  await endRun(sql, runId, FAILED);
  const ended = await Promise.all(
    Array.from({ length: 5 }, () => finalizeTask(sql, { taskId, runId }, logger)),
  );
  assert.equal(ended.filter(Boolean).length, 1);
  assert.deepEqual((await moneyOf(sql, account.id)).entries, { grant: 100, charge: 1, refund: 1 });
});

test("the outcome of a run that another has overtaken is refused", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const slow = await newRun(sql, taskId);
  const current = await newRun(sql, taskId);
  await endRun(sql, slow, FAILED);
  assert.equal(await finalizeTask(sql, { taskId, runId: slow }, logger), false);
  const [task] = await sql`select state, current_run_id from tasks where id = ${taskId}`;
  assert.deepEqual({ ...task }, { state: "running", current_run_id: current });
  assert.equal((await moneyOf(sql, account.id)).used, 1);
});

test("a run that has not reported is tried again later, and its task stays as it is", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const runId = await newRun(sql, taskId);
  await assert.rejects(finalizeTask(sql, { taskId, runId }, logger), /has not reported/);
  await assert.rejects(finalizeTask(sql, { taskId, runId: newId("run") }, logger), /has not reported/);
  const [task] = await sql`select state from tasks where id = ${taskId}`;
  assert.equal(task?.state, "running");
});
