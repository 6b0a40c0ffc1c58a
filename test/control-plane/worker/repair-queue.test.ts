// Open tasks and queue jobs that have lost each other, by whatever fault.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { enqueuePreview } from "../../../control-plane/db/queue/preview-jobs.ts";
import { compareWithLine } from "../../../control-plane/db/queue/queue-repair.ts";
import { createQueueRepair } from "../../../control-plane/worker/repair-queue.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import { createLogger } from "../../../shared/logger.ts";
import type { PreviewRequest } from "../../../shared/templates/template-previews.ts";
import { endRun, FINISHED, finalizeReported, newRun, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { newLease } from "../../support/database/leases.ts";
import { dispatch, queuedTasks } from "../../support/database/queue.ts";
import { reportRun } from "../../support/database/runs.ts";
import { fakeNode, TEST_MODEL } from "../../support/media-node/media-node.ts";

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

test("a preview that was asked for anew while a node that died worked on it goes, and what failed stays", async (t) => {
  const { sql, repair, jobs } = await scene(t);
  const times = { model: "test-painter", delayMs: 0, attempts: 4 };
  const ask = (templateId: string) => enqueuePreview(sql, { templateId } as PreviewRequest, times);
  await ask("replaced");
  await ask("failed");
  await sql`
    update graphile_worker._private_jobs set locked_by = 'pool', locked_at = now() where key = 'preview:replaced'`;
  await ask("replaced");
  assert.equal(await repair.sweep(), 0, "while somebody works on it");
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'preview:failed'`;
  await sql`select free_queue_jobs(array['pool'], ${QUEUE_LIMITS.attempts})`;
  assert.equal(await repair.sweep(), 1);
  assert.deepEqual(await jobs(), [
    { key: "preview:failed", is_available: false },
    { key: "preview:replaced", is_available: true },
  ]);
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

/** What the line counts of an account's tasks of one queue job. */
async function shareOf(sql: Sql, accountId: string): Promise<unknown> {
  const [share] = await sql<{ waiting: number; last_ticket: number }[]>`
    select waiting::int, last_ticket::int from waiting_shares where account_id = ${accountId}`;
  return share && { ...share };
}

test("a line that is counted too low, too high or not at all is counted anew, and its tasks start", async (t) => {
  const { sql, account, repair } = await scene(t);
  const taskIds = [
    await newTask(sql, account.id),
    await newTask(sql, account.id),
    await newTask(sql, account.id),
  ];
  const whole = { waiting: 3, last_ticket: 3 };
  assert.equal(await repair.sweep(), 0);
  const faults = [
    sql`update waiting_shares set waiting = 0`,
    sql`update waiting_shares set waiting = -2, last_ticket = 0`,
    sql`update waiting_shares set waiting = 7`,
    sql`delete from waiting_shares`,
  ];
  for (const fault of faults) {
    const anew = createQueueRepair(sql, logger);
    await fault;
    assert.equal(await anew.sweep(), 1);
    assert.deepEqual(await shareOf(sql, account.id), whole);
    assert.equal(await anew.sweep(), 0);
  }
  assert.equal(await dispatch(sql), taskIds.length);
  await sql`update waiting_shares set waiting = 4`;
  assert.equal(await createQueueRepair(sql, logger).sweep(), 1, "also where none waits any more");
  assert.deepEqual(await shareOf(sql, account.id), { waiting: 0, last_ticket: 3 });
});

test("a queue that lost its clock and its turns gets a clock that is not behind, and dispatches", async (t) => {
  const { sql, account, repair } = await scene(t);
  await newTask(sql, account.id);
  await dispatch(sql);
  await sql`delete from queue_clock`;
  assert.equal(await repair.sweep(), 1);
  const [clock] =
    await sql`select last_tag = (select max(finish_tag) from flow_turns) as is_latest from queue_clock`;
  assert.equal(clock?.is_latest, true);
  await sql`delete from flow_turns`;
  await newTask(sql, account.id);
  assert.equal(await dispatch(sql), 1);
  assert.equal(await repair.sweep(), 0);
});

test("tries and reports that wait for a time that the database's clock was set back from are due", async (t) => {
  const { sql, account, repair } = await scene(t);
  const [failed, reported] = [await newTask(sql, account.id), await newTask(sql, account.id)];
  await dispatch(sql);
  await endRun(sql, await newRun(sql, reported), FINISHED);
  await sql`delete from graphile_worker._private_jobs where key = ${reported}`;
  const preview: PreviewRequest = { templateId: "late", previewId: "prv_1", input: {} };
  await enqueuePreview(sql, preview, { model: TEST_MODEL.model, delayMs: 0, attempts: 4 });
  // The longest pauses that there are: they are left alone.
  const wait = (behind: string) => sql`
    with report as (update reported_runs set retry_at = now() + interval '5 minutes' + ${behind}::interval)
    update graphile_worker._private_jobs set run_at = now() + interval '1 hour' + ${behind}::interval`;
  await wait("0");
  assert.equal(await repair.sweep(), 0);
  await wait("1 minute");
  assert.equal(await repair.sweep(), 3);
  const due = await sql`select key from graphile_worker._private_jobs where run_at <= now() order by id`;
  assert.deepEqual([...due], [{ key: failed }, { key: "preview:late" }]);
  assert.equal(await finalizeReported(sql), true);
  assert.equal(await repair.sweep(), 0);
});

test("open tasks beyond what one sweep compares are compared by the next ones", async (t) => {
  const { sql, account } = await scene(t);
  const taskIds: string[] = [];
  for (let count = 0; count < 5; count += 1) taskIds.push(await newTask(sql, account.id));
  await sql`select leave_queue(array[${taskIds[1] ?? ""}, ${taskIds[4] ?? ""}])`;
  const first = await compareWithLine(sql, "", 2);
  assert.deepEqual(first, { lastId: taskIds[1], outside: [taskIds[1]] });
  const second = await compareWithLine(sql, first.lastId ?? "", 2);
  assert.deepEqual(second, { lastId: taskIds[3], outside: [] });
  const last = await compareWithLine(sql, second.lastId ?? "", 2);
  assert.deepEqual(last, { lastId: null, outside: [taskIds[4]] });
});
