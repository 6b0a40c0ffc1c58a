// Open tasks and queue jobs that have lost each other, by whatever fault.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createQueueRepair } from "../../../control-plane/worker/repair-queue.ts";
import { reportRun } from "../../../media-node/db/runs.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { createLogger } from "../../../shared/logger.ts";
import { accountDatabase } from "../../support/account-database.ts";
import { newLease } from "../../support/leases.ts";
import { fakeNode, TEST_MODEL } from "../../support/media-node.ts";
import { dispatch, queuedTasks } from "../../support/queue.ts";
import { FINISHED, newRun, newTask } from "../../support/tasks.ts";

const logger = createLogger("test", "silent");

async function scene(t: TestContext) {
  const { sql, account } = await accountDatabase(t);
  const repair = createQueueRepair(sql, logger);
  const jobs = async (): Promise<{ key: string | null; is_available: boolean }[]> => {
    const rows = await sql<{ key: string | null; is_available: boolean }[]>`
      select key, is_available from graphile_worker._private_jobs order by id`;
    return rows.map((row) => ({ ...row }));
  };
  return { sql, account, repair, jobs };
}

async function dropJobs(sql: Sql): Promise<void> {
  await sql`delete from graphile_worker._private_jobs`;
}

test("an open task that has lost its place gets it back, and every other is left alone", async (t) => {
  const { sql, account, repair } = await scene(t);
  const lost = [
    await newTask(sql, account.id),
    await newTask(sql, account.id, { kind: "generation", model: TEST_MODEL.model }),
  ];
  const outOfLine = await newTask(sql, account.id, { kind: "transcription" });
  const before = await queuedTasks(sql);
  await sql`select leave_queue(array[${outOfLine}::text])`;
  assert.equal(await dispatch(sql), 2);
  await dropJobs(sql);
  const waiting = await newTask(sql, account.id, { kind: "transcription" });
  const ready = await newTask(sql, account.id, { kind: "highlight" });
  await sql`select leave_queue(array[${waiting}::text])`;
  await dispatch(sql);
  const readyJob = { task_id: ready, queue_job: "run-highlight", is_waiting: false };
  assert.deepEqual(await queuedTasks(sql), [readyJob]);
  await newRun(sql, lost[0] ?? "");
  assert.equal(await repair.sweep(), 4);
  const again = { task_id: waiting, queue_job: "run-transcription", is_waiting: true };
  assert.deepEqual(await queuedTasks(sql), [...before, again, readyJob]);
  assert.equal(await repair.sweep(), 0);
  assert.equal(await dispatch(sql), 4);
  const payloads = await sql`
    select payload->>'taskId' as task_id, payload->>'accountId' as account_id from graphile_worker._private_jobs`;
  assert.deepEqual(
    payloads.map((row) => row.task_id).toSorted(),
    [...lost, outOfLine, waiting, ready].toSorted(),
  );
  assert.ok(payloads.every((row) => row.account_id === account.id));
  assert.equal(await repair.sweep(), 0);
});

test("a task that a living node works on needs no other place; one whose node is gone does", async (t) => {
  const { sql, account, repair } = await scene(t);
  const taskId = await newTask(sql, account.id);
  const node = await newLease(sql);
  await dispatch(sql);
  await newRun(sql, taskId, node.id);
  await dropJobs(sql);
  assert.equal(await repair.sweep(), 0);
  await sql`delete from worker_leases`;
  assert.equal(await repair.sweep(), 1);
});

test("a task whose run has reported is ended, and run again only where its report is nowhere any more", async (t) => {
  const { sql, account, repair } = await scene(t);
  const node = await fakeNode(sql);
  const taskId = await newTask(sql, account.id);
  await dispatch(sql);
  const runId = await node.start(taskId);
  await reportRun(sql, { taskId, runId }, FINISHED);
  await dropJobs(sql);
  assert.equal(await repair.sweep(), 0, "its end is on its way");
  await sql`delete from reported_runs`;
  assert.equal(await repair.sweep(), 1);
  assert.deepEqual(await queuedTasks(sql), [{ task_id: taskId, queue_job: "run-clip", is_waiting: true }]);
  const [run] = await sql`select state, reported_at from runs where id = ${runId}`;
  assert.deepEqual({ ...run }, { state: "interrupted", reported_at: null });
  await node.report(taskId, await node.start(taskId), FINISHED);
});

test("a queue job that may not be tried any more is replaced while its task is open", async (t) => {
  const { sql, account, repair, jobs } = await scene(t);
  const taskId = await newTask(sql, account.id);
  await dispatch(sql);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`;
  assert.equal(await repair.sweep(), 1);
  assert.equal(await repair.sweep(), 0);
  assert.equal(await dispatch(sql), 1);
  assert.equal(await repair.sweep(), 1, "the one that was used up goes");
  assert.deepEqual(await jobs(), [{ key: taskId, is_available: true }]);
});

test("queue jobs of tasks that have ended go, save for those that somebody works on", async (t) => {
  const { sql, account, repair, jobs } = await scene(t);
  const [ended, underWay] = [await newTask(sql, account.id), await newTask(sql, account.id)];
  assert.equal(await dispatch(sql), 2);
  await sql`update tasks set state = 'failed', completed_at = now()`;
  await sql`update graphile_worker._private_jobs set locked_by = 'pool', locked_at = now() where key = ${underWay}`;
  await sql`select graphile_worker.add_job('make-preview', job_key => ${`for ${ended}`})`;
  assert.equal(await repair.sweep(), 1);
  assert.deepEqual(
    (await jobs()).map(({ key }) => key),
    [underWay, `for ${ended}`],
  );
});

test("several control planes that repair at once give a task one place", async (t) => {
  const { sql, account } = await scene(t);
  await newTask(sql, account.id);
  await dispatch(sql);
  await dropJobs(sql);
  const repairs = Array.from({ length: 4 }, () => createQueueRepair(sql, logger));
  await Promise.all(repairs.map((repair) => repair.sweep()));
  assert.equal((await queuedTasks(sql)).length, 1);
});
