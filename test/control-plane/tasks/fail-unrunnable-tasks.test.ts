// Tasks whose model no media node has any more: they wait for a set time, then fail and are refunded.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { failUnrunnableTasks } from "../../../control-plane/tasks/fail-unrunnable-tasks.ts";
import { createLogger } from "../../../shared/logger.ts";
import { accountDatabase } from "../../support/account-database.ts";
import { fakeNode, TEST_MODEL } from "../../support/media-node.ts";
import { moneyOf, newRun, newTask } from "../../support/tasks.ts";

const HOUR_MS = 3_600_000;

async function openQueue(t: TestContext) {
  const { sql, account } = await accountDatabase(t);
  const node = await fakeNode(sql);
  const callbackUrl = "https://93.184.215.14/hook";
  const creation = { kind: "generation", model: TEST_MODEL.model, callbackUrl } as const;
  const taskId = await newTask(sql, account.id, creation);
  await newTask(sql, account.id);
  const sweep = (): Promise<number> => failUnrunnableTasks(sql, HOUR_MS, createLogger("test", "silent"));
  /** Everything that has happened so far happened earlier by this much. */
  const age = async (minutes: number): Promise<void> => {
    const earlier = sql`${minutes} * interval '1 minute'`;
    await sql`update tasks set created_at = created_at - ${earlier}`;
    await sql`update model_offers set offered_at = offered_at - ${earlier}`;
  };
  const read = async () => {
    const [row] = await sql<{ state: string; error: { code: string; message: string } | null }[]>`
      select state, error from tasks where id = ${taskId}`;
    return row;
  };
  const jobs = async (): Promise<string[]> =>
    (
      await sql<{ name: string }[]>`select task_identifier as name from graphile_worker.jobs order by name`
    ).map(({ name }) => name);
  return { sql, account, node, taskId, sweep, age, read, jobs };
}

test("a task waits its time for a node with its model, then fails, is refunded, and its receiver told", async (t) => {
  const { sql, account, node, sweep, age, read, jobs } = await openQueue(t);
  await age(90);
  assert.equal(await sweep(), 0, "a node that has the model is there, however long the queue");
  await node.leave();
  await sql`update model_offers set offered_at = now() - interval '59 minutes'`;
  assert.equal(await sweep(), 0, "one was there a while ago");
  await sql`update model_offers set offered_at = now() - interval '61 minutes'`;
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
});

test("a task is not given up before it has itself waited that long", async (t) => {
  const { sql, node, sweep, age } = await openQueue(t);
  await node.leave();
  await sql`update model_offers set offered_at = now() - interval '20 hours'`;
  await age(59);
  assert.equal(await sweep(), 0);
  await age(2);
  assert.equal(await sweep(), 1);
});

test("a task that a node works on is left alone; one whose node was lost waits like all others", async (t) => {
  const { sql, node, taskId, sweep, age, read } = await openQueue(t);
  const runId = await newRun(sql, taskId, node.id);
  await node.leave();
  await age(90);
  assert.equal(await sweep(), 0);
  await sql`update runs set state = 'lost' where id = ${runId}`;
  assert.equal(await sweep(), 1);
  assert.equal((await read())?.error?.code, "MODEL_UNAVAILABLE");
});
