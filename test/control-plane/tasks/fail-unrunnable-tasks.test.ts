// Tasks that no media node can take any more: they wait for a set time, then fail and are refunded.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { failUnrunnableTasks } from "../../../control-plane/tasks/fail-unrunnable-tasks.ts";
import { createLogger } from "../../../shared/logger.ts";
import { queueJobOf, TASK_KIND_NAMES } from "../../../shared/task-kinds.ts";
import { accountDatabase } from "../../support/account-database.ts";
import { fakeNode, TEST_MODEL } from "../../support/media-node.ts";
import { moneyOf, newRun, newTask } from "../../support/tasks.ts";

const HOUR_MS = 3_600_000;
const CALLBACK_URL = "https://93.184.215.14/hook";

async function openQueue(t: TestContext) {
  const { sql, account } = await accountDatabase(t);
  const node = await fakeNode(sql);
  const creation = { kind: "generation", model: TEST_MODEL.model, callbackUrl: CALLBACK_URL } as const;
  const taskId = await newTask(sql, account.id, creation);
  const videoId = await newTask(sql, account.id, { callbackUrl: CALLBACK_URL });
  const sweep = (): Promise<number> => failUnrunnableTasks(sql, HOUR_MS, createLogger("test", "silent"));
  /** Everything that has happened so far happened earlier by this much. */
  const age = async (minutes: number): Promise<void> => {
    const earlier = sql`${minutes} * interval '1 minute'`;
    await sql`update tasks set created_at = created_at - ${earlier}`;
    await sql`update queue_job_offers set offered_at = offered_at - ${earlier}`;
  };
  const offeredAgo = (minutes: number, queueJob: string) => sql`
    update queue_job_offers set offered_at = now() - ${minutes} * interval '1 minute' where queue_job = ${queueJob}`;
  const read = async (id: string = taskId) => {
    const [row] = await sql<{ state: string; error: { code: string; message: string } | null }[]>`
      select state, error from tasks where id = ${id}`;
    return row;
  };
  const jobs = async (): Promise<string[]> =>
    (
      await sql<{ name: string }[]>`select task_identifier as name from graphile_worker.jobs order by name`
    ).map(({ name }) => name);
  return { sql, account, node, taskId, videoId, sweep, age, offeredAgo, read, jobs };
}

test("a task waits its time for a node with its model, then fails, is refunded, and its receiver told", async (t) => {
  const { sql, account, node, sweep, age, offeredAgo, read, jobs } = await openQueue(t);
  const queueJob = queueJobOf("generation", TEST_MODEL.model);
  await age(90);
  assert.equal(await sweep(), 0, "a node that takes both is there, however long the queue");
  // Without the model, the node goes on with videos.
  await sql`update worker_leases set queue_jobs = array_remove(queue_jobs, ${queueJob})`;
  await offeredAgo(59, queueJob);
  assert.equal(await sweep(), 0, "one was there a while ago");
  await offeredAgo(61, queueJob);
  assert.equal((await moneyOf(sql, account.id)).used, 2);
  assert.equal(await sweep(), 1);
  const message = "No media node that can run test-painter was there in time.";
  assert.deepEqual(await read(), {
    state: "failed",
    error: { code: "MODEL_UNAVAILABLE", message, retryable: true },
  });
  assert.equal((await moneyOf(sql, account.id)).used, 1);
  assert.deepEqual(await jobs(), ["deliver-webhook", "run-clip"]);
  assert.equal(await sweep(), 0);
  await node.leave();
});

test("a video task that no node takes fails like any other, be it that no node was ever there", async (t) => {
  const { sql, account, node, videoId, sweep, age, read, jobs } = await openQueue(t);
  await node.leave();
  await sql`delete from queue_job_offers`;
  await age(61);
  assert.equal((await moneyOf(sql, account.id)).used, 2);
  assert.equal(await sweep(), 2);
  const message = "No media node that can run clip jobs was there in time.";
  assert.deepEqual(await read(videoId), {
    state: "failed",
    error: { code: "MODEL_UNAVAILABLE", message, retryable: true },
  });
  assert.equal((await moneyOf(sql, account.id)).used, 0);
  assert.deepEqual(await jobs(), ["deliver-webhook", "deliver-webhook"]);
});

test("a task is not given up before it has itself waited that long", async (t) => {
  const { sql, node, sweep, age } = await openQueue(t);
  await node.leave();
  await age(59);
  await sql`update queue_job_offers set offered_at = now() - interval '20 hours'`;
  assert.equal(await sweep(), 0);
  await age(2);
  assert.equal(await sweep(), 2);
});

test("a task that a node works on is left alone; one whose node was lost waits like all others", async (t) => {
  const { sql, node, taskId, sweep, age, read } = await openQueue(t);
  const runId = await newRun(sql, taskId, node.id);
  await node.leave();
  await age(90);
  assert.equal(await sweep(), 1, "the video task");
  assert.equal((await read())?.state, "running");
  await sql`update runs set state = 'lost' where id = ${runId}`;
  assert.equal(await sweep(), 1);
  assert.equal((await read())?.error?.code, "MODEL_UNAVAILABLE");
});

test("the database names the queue job of every kind of task as the table of kinds does", async (t) => {
  const { sql, account } = await accountDatabase(t);
  for (const kind of TASK_KIND_NAMES) {
    for (const model of [null, "some-model"]) {
      const id = await newTask(sql, account.id, { kind, model });
      const [row] = await sql`
        select t.queue_job, j.task_identifier as job from tasks t join graphile_worker.jobs j on j.key = t.id
        where t.id = ${id}`;
      const expected = queueJobOf(kind, model);
      assert.deepEqual({ ...row }, { queue_job: expected, job: expected });
    }
  }
});
