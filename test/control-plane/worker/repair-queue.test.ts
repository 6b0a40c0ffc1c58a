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
import { FINISHED, newRun, newTask } from "../../support/tasks.ts";

const logger = createLogger("test", "silent");

interface JobRow {
  readonly name: string;
  readonly key: string | null;
  readonly priority: number;
  readonly is_available: boolean;
}

async function scene(t: TestContext) {
  const { sql, account } = await accountDatabase(t);
  const repair = createQueueRepair(sql, logger);
  const jobs = (): Promise<JobRow[]> => sql<JobRow[]>`
    select j.task_identifier as name, j.key, j.priority::int, p.is_available from graphile_worker.jobs j
    join graphile_worker._private_jobs p on p.id = j.id order by j.id`;
  return { sql, account, repair, jobs };
}

async function dropJobs(sql: Sql): Promise<void> {
  await sql`delete from graphile_worker._private_jobs`;
}

test("an open task without a queue job gets the one that it had, and every other job is left alone", async (t) => {
  const { sql, account, repair, jobs } = await scene(t);
  const lost = [
    await newTask(sql, account.id),
    await newTask(sql, account.id, { kind: "generation", model: TEST_MODEL.model }),
  ].sort();
  const before = (await jobs()).toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1));
  await dropJobs(sql);
  const queued = await newTask(sql, account.id, { kind: "transcription" });
  await newRun(sql, lost[0] ?? "");
  assert.equal(await repair.sweep(), 2);
  const after = await jobs();
  assert.deepEqual(
    after.map(({ key }) => key),
    [queued, ...lost],
  );
  assert.deepEqual(after.slice(1), [...before]);
  const payloads =
    await sql`select payload->>'taskId' as task_id from graphile_worker._private_jobs order by id`;
  assert.deepEqual(
    payloads.map((row) => row.task_id),
    [queued, ...lost],
  );
  assert.equal(await repair.sweep(), 0);
});

test("a task that a living node works on needs no other queue job; one whose node is gone does", async (t) => {
  const { sql, account, repair } = await scene(t);
  const taskId = await newTask(sql, account.id);
  const node = await newLease(sql);
  await newRun(sql, taskId, node.id);
  await dropJobs(sql);
  assert.equal(await repair.sweep(), 0);
  await sql`delete from worker_leases`;
  assert.equal(await repair.sweep(), 1);
});

test("a task whose run has reported is ended, not run again", async (t) => {
  const { sql, account, repair, jobs } = await scene(t);
  const node = await fakeNode(sql);
  const taskId = await newTask(sql, account.id);
  const runId = await node.start(taskId);
  await reportRun(sql, { taskId, runId }, FINISHED);
  await sql`delete from graphile_worker._private_jobs where key = ${taskId}`;
  assert.equal(await repair.sweep(), 0, "its end is on its way");
  await dropJobs(sql);
  assert.equal(await repair.sweep(), 1);
  assert.deepEqual(
    (await jobs()).map(({ name, key }) => [name, key]),
    [["finalize-task", `finalize ${runId}`]],
  );
});

test("a queue job that may not be tried any more is replaced while its task is open", async (t) => {
  const { sql, account, repair, jobs } = await scene(t);
  const taskId = await newTask(sql, account.id);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`;
  assert.equal(await repair.sweep(), 2, "one job comes, one goes");
  assert.equal(await repair.sweep(), 0);
  assert.deepEqual(
    (await jobs()).map(({ key, is_available }) => [key, is_available]),
    [[taskId, true]],
  );
});

test("queue jobs of tasks that have ended go, save for those that somebody works on", async (t) => {
  const { sql, account, repair, jobs } = await scene(t);
  const [ended, underWay] = [await newTask(sql, account.id), await newTask(sql, account.id)];
  await sql`update tasks set state = 'failed', completed_at = now()`;
  await sql`update graphile_worker._private_jobs set locked_by = 'pool', locked_at = now() where key = ${underWay}`;
  await sql`select graphile_worker.add_job('deliver-webhook', job_key => ${`for ${ended}`})`;
  assert.equal(await repair.sweep(), 1);
  assert.deepEqual(
    (await jobs()).map(({ key }) => key),
    [underWay, `for ${ended}`],
  );
});

test("several control planes that repair at once give a task one queue job", async (t) => {
  const { sql, account, jobs } = await scene(t);
  await newTask(sql, account.id);
  await dropJobs(sql);
  const repairs = Array.from({ length: 4 }, () => createQueueRepair(sql, logger));
  await Promise.all(repairs.map((repair) => repair.sweep()));
  assert.equal((await jobs()).length, 1);
});
