// Tasks that no media node can take any more: they wait for a set time, then fail and are refunded.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { selectEndedHours } from "../../../../control-plane/db/operators/ended-hours.ts";
import type { TaskEndedEarly } from "../../../../control-plane/db/tasks/tasks.ts";
import { createBatches } from "../../../../control-plane/tasks/create/create-batches.ts";
import { failUnrunnableTasks } from "../../../../control-plane/tasks/end/fail-unrunnable-tasks.ts";
import { MODEL_OFFER_LIMITS } from "../../../../shared/limits/nodes.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { queueJobOf, TASK_KIND_NAMES } from "../../../../shared/tasks/task-kinds.ts";
import { moneyOf, newRun, newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { dispatch, queuedTasks, tasksToTell } from "../../../support/database/queue.ts";
import { createTestAccount } from "../../../support/database/test-account.ts";
import { fakeNode, TEST_MODEL } from "../../../support/media-node/media-node.ts";

const HOUR_MS = 3_600_000;
const CALLBACK_URL = "https://93.184.215.14/hook";

async function openQueue(t: TestContext) {
  const { sql, account } = await accountDatabase(t);
  const node = await fakeNode(sql);
  const creation = { kind: "generation", model: TEST_MODEL.model, callbackUrl: CALLBACK_URL } as const;
  const taskId = await newTask(sql, account.id, creation);
  const videoId = await newTask(sql, account.id, { callbackUrl: CALLBACK_URL });
  const told: TaskEndedEarly[] = [];
  const sweep = (): Promise<number> =>
    failUnrunnableTasks(sql, HOUR_MS, createLogger("test", "silent"), (task) => told.push(task));
  /** Everything that has happened so far happened earlier by this much. */
  const age = async (minutes: number): Promise<void> => {
    const earlier = sql`${minutes} * interval '1 minute'`;
    await sql`update tasks set created_at = created_at - ${earlier}`;
    await sql`update waiting_tasks set waiting_since = waiting_since - ${earlier}`;
    await sql`update queue_job_offers set offered_at = offered_at - ${earlier}`;
  };
  const offeredAgo = (minutes: number, queueJob: string) => sql`
    update queue_job_offers set offered_at = now() - ${minutes} * interval '1 minute' where queue_job = ${queueJob}`;
  const read = async (id: string = taskId) => {
    const [row] = await sql<{ state: string; error: { code: string; message: string } | null }[]>`
      select state, error from tasks where id = ${id}`;
    return row;
  };
  return { sql, account, node, taskId, videoId, told, sweep, age, offeredAgo, read };
}

test("a task waits its time for a node with its model, then fails, is refunded, and its receiver told", async (t) => {
  const { sql, account, node, taskId, videoId, sweep, age, offeredAgo, read } = await openQueue(t);
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
  assert.deepEqual(await tasksToTell(sql), [taskId]);
  assert.deepEqual(
    (await queuedTasks(sql)).map((queued) => queued.task_id),
    [videoId],
  );
  assert.equal(await sweep(), 0);
  await node.leave();
});

test("a video task that no node takes fails like any other, be it that no node was ever there", async (t) => {
  const { sql, account, node, taskId, videoId, sweep, age, read } = await openQueue(t);
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
  assert.deepEqual(await tasksToTell(sql), [taskId, videoId].sort());
  assert.deepEqual(await queuedTasks(sql), []);
});

test("an account whose row somebody holds, and a task that cannot end, keep no other from its refund", async (t) => {
  const { sql, account, node, sweep, age, read } = await openQueue(t);
  const other = await createTestAccount(sql);
  await node.leave();
  await sql`delete from queue_job_offers`;
  await age(1);
  const stuck = await newTask(sql, other.id);
  await age(1);
  const othersId = await newTask(sql, other.id);
  await age(61);
  await sql`alter table tasks add constraint stuck check (id <> ${sql.unsafe(`'${stuck}'`)} or state <> 'failed')`;
  await sql.begin(async (holder) => {
    await holder`select from accounts where id = ${account.id} for update`;
    assert.equal(await sweep(), 1);
  });
  assert.equal((await read(othersId))?.state, "failed");
  assert.equal((await moneyOf(sql, other.id)).used, 1);
  assert.equal((await moneyOf(sql, account.id)).used, 2);
  assert.equal(await sweep(), 2);
  assert.equal((await read(stuck))?.state, "queued");
});

test("more tasks that cannot end than one look finds keep no other from its refund", async (t) => {
  const { sql, account, node, sweep, age, read } = await openQueue(t);
  const other = await createTestAccount(sql);
  await node.leave();
  await sql`delete from queue_job_offers`;
  const creates = createBatches(sql, sql);
  const stuck = await Promise.all(
    Array.from({ length: MODEL_OFFER_LIMITS.tasksPerLook }, () => newTask(sql, other.id, {}, creates)),
  );
  await age(1);
  const latestId = await newTask(sql, account.id);
  await age(61);
  const ids = stuck.map((id) => `'${id}'`).join();
  await sql`alter table tasks add constraint stuck check (id not in (${sql.unsafe(ids)}) or state <> 'failed')`;
  assert.equal(await sweep(), 3);
  assert.equal((await read(latestId))?.state, "failed");
  assert.equal((await moneyOf(sql, account.id)).used, 0);
  assert.equal((await moneyOf(sql, other.id)).used, stuck.length);
});

test("a task whose nodes had no room for all its time fails and says so", async (t) => {
  const { sql, node, videoId, sweep, age, read } = await openQueue(t);
  const shortage = "the storage folder's disk has too little room";
  await sql`update worker_leases set queue_jobs = '{}', shortage = ${shortage} where id = ${node.id}`;
  await age(61);
  assert.equal(await sweep(), 2);
  const message = `No media node that can run clip jobs took this one in time, because ${shortage}.`;
  assert.equal((await read(videoId))?.error?.message, message);
});

test("tasks that no node takes are counted as failed, with all their time as waited", async (t) => {
  const { sql, node, told, sweep, age } = await openQueue(t);
  await node.leave();
  await sql`delete from queue_job_offers`;
  await age(61);
  assert.equal(await sweep(), 2);
  assert.equal(await sweep(), 0);
  const ends = told.map(({ kind, state, error_code, age_s }) => [kind, state, error_code, age_s > 3_600]);
  assert.deepEqual(ends.sort(), [
    ["clip", "failed", "MODEL_UNAVAILABLE", true],
    ["generation", "failed", "MODEL_UNAVAILABLE", true],
  ]);
  const hours = await selectEndedHours(sql, 2);
  assert.deepEqual(
    hours.map(({ kind, finished, failed, waited_ms, worked_ms }) => [
      kind,
      finished,
      failed,
      waited_ms > HOUR_MS,
      worked_ms,
    ]),
    [
      ["clip", 0, 1, true, 0],
      ["generation", 0, 1, true, 0],
    ],
  );
});

test("a task that was next when its last node went is given up like those behind it", async (t) => {
  const { sql, node, sweep, age } = await openQueue(t);
  assert.equal(await dispatch(sql), 2);
  await node.leave();
  await age(59);
  assert.equal(await sweep(), 0);
  await age(2);
  assert.equal(await sweep(), 2);
  assert.deepEqual(await queuedTasks(sql), []);
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
      const expected = queueJobOf(kind, model);
      const [task] = await sql`select queue_job from tasks where id = ${id}`;
      assert.equal(task?.queue_job, expected);
      const queued = { task_id: id, queue_job: expected };
      assert.deepEqual((await queuedTasks(sql)).at(-1), { ...queued, is_waiting: true });
      assert.equal(await dispatch(sql), 1);
      assert.deepEqual((await queuedTasks(sql)).at(-1), { ...queued, is_waiting: false });
    }
  }
});
