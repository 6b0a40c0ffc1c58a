// Cancels beside what a task's run has reported, before a control plane has ended the task by it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cancelTask } from "../../../../control-plane/tasks/end/cancel-task.ts";
import { createLogger } from "../../../../shared/logger.ts";
import {
  endRun,
  FAILED,
  FINISHED,
  finalizeReported,
  moneyOf,
  newRun,
  newTask,
} from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";

const LOGGER = createLogger("test", "silent");

test("a cancel between a run's failure and the task's end keeps the refund of what failed", async (t) => {
  const { sql, account } = await accountDatabase(t, "10");
  const taskId = await newTask(sql, account.id);
  await endRun(sql, await newRun(sql, taskId), FAILED);
  const task = await cancelTask({ sql, logger: LOGGER }, account.id, "jobs", taskId);
  assert.deepEqual([task.state, task.refunded_moods], ["failed", "1.0000"]);
  assert.equal((await moneyOf(sql, account.id)).used, 0);
  await finalizeReported(sql);
  assert.deepEqual((await moneyOf(sql, account.id)).entries, { grant: 10, charge: 1, refund: 1 });
});

test("a cancel of what has started, or has been made already, gives nothing back", async (t) => {
  const { sql, account } = await accountDatabase(t, "10");
  const [started, made] = [await newTask(sql, account.id), await newTask(sql, account.id)];
  await newRun(sql, started);
  await endRun(sql, await newRun(sql, made), FINISHED);
  for (const taskId of [started, made]) {
    const task = await cancelTask({ sql, logger: LOGGER }, account.id, "jobs", taskId);
    assert.deepEqual([task.state, task.refunded_moods], ["failed", "0.0000"]);
  }
  await finalizeReported(sql);
  assert.equal((await moneyOf(sql, account.id)).used, 2);
});
