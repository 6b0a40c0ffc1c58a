import assert from "node:assert/strict";
import { test } from "node:test";
import { releaseLostNodes } from "../../../control-plane/worker/release-lost-nodes.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { renewLease } from "../../../shared/db/worker-leases.ts";
import { newId } from "../../../shared/ids.ts";
import { QUEUE_LIMITS } from "../../../shared/limits.ts";
import { createLogger } from "../../../shared/logger.ts";
import { accountDatabase } from "../../support/account-database.ts";
import { newRun, newTask } from "../../support/tasks.ts";

const logger = createLogger("test", "silent");
const AGO = `${QUEUE_LIMITS.leaseTtlMs + 1_000} milliseconds`;

/** A media node that lives: its lease, and the name under which it locks queue jobs. */
async function newNode(sql: Sql): Promise<{ id: string; poolId: string }> {
  const id = newId("node");
  const poolId = `pool-${id}`;
  await renewLease(sql, { id, plane: "media-node", poolIds: [poolId], host: "test", pid: 1, models: [] });
  return { id, poolId };
}

async function lockJob(sql: Sql, taskId: string, poolId: string, ago = AGO): Promise<void> {
  const locked = await sql`
    update graphile_worker._private_jobs set locked_by = ${poolId}, locked_at = now() - ${ago}::interval, attempts = 1
    where key = ${taskId}`;
  assert.equal(locked.count, 1);
}

async function silence(sql: Sql, nodeId: string): Promise<void> {
  await sql`update worker_leases set renewed_at = now() - ${AGO}::interval where id = ${nodeId}`;
}

async function lockOf(sql: Sql, taskId: string): Promise<string | null | undefined> {
  const [row] = await sql<
    { locked_by: string | null }[]
  >`select locked_by from graphile_worker.jobs where key = ${taskId}`;
  return row === undefined ? undefined : row.locked_by;
}

test("a node that stopped renewing is lost: its run is given up and its job is free at once", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const [dead, living] = [await newNode(sql), await newNode(sql)];
  const [taskId, otherId] = [await newTask(sql, account.id), await newTask(sql, account.id)];
  const runId = await newRun(sql, taskId, dead.id);
  const otherRun = await newRun(sql, otherId, living.id);
  await lockJob(sql, taskId, dead.poolId);
  await lockJob(sql, otherId, living.poolId);
  await silence(sql, dead.id);
  assert.equal(await releaseLostNodes(sql, logger), 1);
  const runs = await sql<{ id: string; state: string }[]>`select id, state from runs`;
  assert.equal(runs.find((run) => run.id === runId)?.state, "lost");
  assert.equal(runs.find((run) => run.id === otherRun)?.state, "running");
  assert.equal(await lockOf(sql, taskId), null);
  assert.equal(await lockOf(sql, otherId), living.poolId);
  const [task] = await sql`select state from tasks where id = ${taskId}`;
  assert.equal(task?.state, "running", "the task itself goes on with its next run");
  assert.equal(await releaseLostNodes(sql, logger), 0);
});

test("a task whose every run lost its node is given up with a refund to follow", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  for (let run = 1; run <= QUEUE_LIMITS.runsPerTask; run += 1) {
    const node = await newNode(sql);
    const runId = await newRun(sql, taskId, node.id);
    await silence(sql, node.id);
    await releaseLostNodes(sql, logger);
    const finals = await sql<{ payload: unknown }[]>`
      select p.payload from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
      where j.task_identifier = 'finalize-task'`;
    const isLast = run === QUEUE_LIMITS.runsPerTask;
    assert.deepEqual(
      finals.map((row) => row.payload),
      isLast ? [{ taskId, runId }] : [],
    );
  }
  const [run] = await sql<{ outcome: { error: { code: string; retryable: boolean } } }[]>`
    select outcome from runs where outcome is not null`;
  assert.deepEqual([run?.outcome.error.code, run?.outcome.error.retryable], ["INTERNAL", true]);
});

test("a task whose last run was given up by another node's start is given up, too", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  for (let run = 1; run <= QUEUE_LIMITS.runsPerTask; run += 1) await newRun(sql, taskId);
  await sql`update runs set state = 'lost'`;
  await releaseLostNodes(sql, logger);
  await releaseLostNodes(sql, logger);
  const [row] = await sql`
    select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'finalize-task'`;
  assert.equal(row?.jobs, 1);
});

test("a job locked under a name that no lease knows is freed, unless the lock is fresh", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const [old, fresh] = [await newTask(sql, account.id), await newTask(sql, account.id)];
  await lockJob(sql, old, "pool-of-nobody");
  await lockJob(sql, fresh, "pool-that-just-started", "1 second");
  await releaseLostNodes(sql, logger);
  assert.equal(await lockOf(sql, old), null);
  assert.equal(await lockOf(sql, fresh), "pool-that-just-started");
});

test("several control planes may sweep at once: one deals with a lost node", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const node = await newNode(sql);
  await newRun(sql, await newTask(sql, account.id), node.id);
  await silence(sql, node.id);
  const found = await Promise.all(Array.from({ length: 4 }, () => releaseLostNodes(sql, logger)));
  assert.equal(
    found.reduce((sum, count) => sum + count, 0),
    1,
  );
});
