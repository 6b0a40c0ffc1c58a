import assert from "node:assert/strict";
import { test } from "node:test";
import { reportRun } from "../../../media-node/db/runs.ts";
import { accountDatabase } from "../../support/account-database.ts";
import { endRun, FAILED, FINISHED, finalizeReported, moneyOf, newRun, newTask } from "../../support/tasks.ts";

test("a run that succeeded finishes its task, keeps the charge, and a second finalization changes nothing", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const runId = await newRun(sql, taskId);
  await endRun(sql, runId, FINISHED);
  assert.equal(await finalizeReported(sql), true);
  const [before] = await sql`select * from tasks where id = ${taskId}`;
  assert.equal(before?.state, "finished");
  assert.deepEqual(before?.output, { notice: null, clips: [] });
  assert.equal(await finalizeReported(sql), false);
  const [after] = await sql`select * from tasks where id = ${taskId}`;
  assert.deepEqual({ ...after }, { ...before });
  assert.equal((await moneyOf(sql, account.id)).used, 1);
});

test("a run that failed fails its task and refunds it once, however often it is finalized at once", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const runId = await newRun(sql, taskId);
  await endRun(sql, runId, FAILED);
  const ended = await Promise.all(Array.from({ length: 5 }, () => finalizeReported(sql)));
  assert.equal(ended.filter(Boolean).length, 1);
  assert.deepEqual((await moneyOf(sql, account.id)).entries, { grant: 100, charge: 1, refund: 1 });
});

test("the outcome of a run that another has overtaken is refused", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const slow = await newRun(sql, taskId);
  const current = await newRun(sql, taskId);
  assert.equal(await reportRun(sql, { taskId, runId: slow }, FAILED), false);
  assert.equal(await finalizeReported(sql), false);
  const [task] = await sql`select state, current_run_id from tasks where id = ${taskId}`;
  assert.deepEqual({ ...task }, { state: "running", current_run_id: current });
  assert.equal((await moneyOf(sql, account.id)).used, 1);
});
