import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { releaseEndedProcess, releaseLostNodes } from "../../../control-plane/worker/release-lost-nodes.ts";
import { markSurvived } from "../../../media-node/db/runs.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import { createLogger } from "../../../shared/logger.ts";
import { finalizeReported, moneyOf, newRun, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { newLease, pass, steadySweeper, type TestLease } from "../../support/database/leases.ts";
import { dispatch, tasksToTell } from "../../support/database/queue.ts";
import { startRun } from "../../support/database/runs.ts";

const logger = createLogger("test", "silent");
/** Longer than a lease lasts, by more than a test takes. */
const PERIOD_MS = QUEUE_LIMITS.leaseTtlMs + 60_000;

async function lockJob(sql: Sql, taskId: string, poolId: string, agoMs = PERIOD_MS): Promise<void> {
  const locked = await sql`
    update graphile_worker._private_jobs set locked_by = ${poolId}, attempts = attempts + 1,
      locked_at = now() - ${agoMs} * interval '1 millisecond'
    where key = ${taskId}`;
  assert.equal(locked.count, 1);
}

async function jobOf(sql: Sql, taskId: string): Promise<unknown> {
  const [row] = await sql`
    select locked_by, attempts::int, run_at <= now() as is_due from graphile_worker.jobs where key = ${taskId}`;
  return row && { ...row };
}

const WAITING = { locked_by: null, attempts: 0, is_due: true };

interface Scene {
  readonly sql: Sql;
  readonly sweeper: TestLease;
  sweep(): Promise<number>;
  readonly accountId: string;
  task(creation?: Parameters<typeof newTask>[2]): Promise<string>;
  /** A run of a task on a node of its own, which works on it, on whichever machine. */
  begin(taskId: string, percent?: number, host?: string): Promise<{ runId: string; node: TestLease }>;
  state(runId: string): Promise<string | undefined>;
  finals(): Promise<unknown[]>;
}

async function scene(t: TestContext): Promise<Scene> {
  const { sql, account } = await accountDatabase(t);
  const sweeper = await steadySweeper(sql);
  return {
    sql,
    sweeper,
    sweep: () => releaseLostNodes(sql, sweeper.id, logger),
    accountId: account.id,
    task: async (creation) => {
      const taskId = await newTask(sql, account.id, creation);
      assert.equal(await dispatch(sql), 1);
      return taskId;
    },
    begin: async (taskId, percent = 0, host = "test") => {
      const node = await newLease(sql, "media-node", 1, host);
      const runId = newId("run");
      await lockJob(sql, taskId, node.poolId);
      assert.ok(await startRun(sql, { id: runId, taskId, nodeId: node.id }), "there is a task to run");
      await sql`update runs set percent = ${percent} where id = ${runId}`;
      return { runId, node };
    },
    state: async (runId) => {
      const [run] = await sql<{ state: string }[]>`select state from runs where id = ${runId}`;
      return run?.state;
    },
    finals: async () => {
      const rows = await sql<{ taskId: string; runId: string }[]>`
        select task_id as "taskId", run_id as "runId" from reported_runs`;
      return rows.map((row) => ({ ...row }));
    },
  };
}

test("a node that stopped renewing is lost: its run is over and its job is free at once", async (t) => {
  const { sql, sweep, task, begin, state } = await scene(t);
  const [taskId, otherId] = [await task(), await task()];
  const [dead, living] = [await begin(taskId), await begin(otherId)];
  await pass(sql, PERIOD_MS, [dead.node.id]);
  assert.equal(await sweep(), 1);
  assert.deepEqual([await state(dead.runId), await state(living.runId)], ["lost", "running"]);
  assert.deepEqual(await jobOf(sql, taskId), WAITING);
  assert.deepEqual(await jobOf(sql, otherId), { locked_by: living.node.poolId, attempts: 1, is_due: true });
  const [row] = await sql`select state from tasks where id = ${taskId}`;
  assert.equal(row?.state, "running", "the task itself goes on with its next run");
  assert.equal(await sweep(), 0);
});

test("after a pause of the database nobody is lost before a whole lease period of writes that went through", async (t) => {
  const { sql, sweeper, sweep, task, begin, state } = await scene(t);
  const { node, runId } = await begin(await task());
  // For so long nobody could write.
  await pass(sql, PERIOD_MS);
  assert.equal(await sweep(), 0, "before this process's own renewal");
  await sweeper.renew();
  assert.equal(await sweep(), 0, "this process is the first whose renewal goes through");
  for (let waitedMs = 0; waitedMs < QUEUE_LIMITS.leaseTtlMs; waitedMs += QUEUE_LIMITS.leaseRenewalMs) {
    await pass(sql, QUEUE_LIMITS.leaseRenewalMs);
    await sweeper.renew();
    await node.renew();
    assert.equal(await sweep(), 0, `after ${waitedMs} ms`);
  }
  assert.equal(await state(runId), "running");
  await pass(sql, PERIOD_MS, [node.id]);
  assert.equal(await sweep(), 1);
  assert.equal(await state(runId), "lost");
});

test("a control plane that has just started, or was paused itself, declares nobody lost", async (t) => {
  const { sql, sweeper, sweep, task, begin, state } = await scene(t);
  const { runId, node } = await begin(await task());
  await pass(sql, PERIOD_MS, [node.id]);
  const fresh = await newLease(sql, "control-plane");
  assert.equal(await releaseLostNodes(sql, fresh.id, logger), 0);
  await pass(sql, PERIOD_MS, [sweeper.id]);
  await sweeper.renew();
  assert.equal(await sweep(), 0);
  assert.equal(await state(runId), "running");
});

test("a task whose nodes were stopped or paused 30 times still runs at once", async (t) => {
  const { sql, sweep, task, begin, finals } = await scene(t);
  const taskId = await task();
  for (let time = 1; time <= 30; time += 1) {
    const { runId, node } = await begin(taskId);
    await pass(sql, PERIOD_MS, [node.id]);
    assert.equal(await sweep(), 1);
    // The node comes back and says that its process lives.
    await markSurvived(sql, { taskId, runId });
    assert.deepEqual(await jobOf(sql, taskId), WAITING);
  }
  assert.deepEqual(await finals(), []);
  await begin(taskId);
});

test("a task that comes further before each death of its node is not given up", async (t) => {
  const { sql, sweep, task, begin, state, finals } = await scene(t);
  const taskId = await task();
  for (let time = 1; time <= 30; time += 1) {
    const { runId, node } = await begin(taskId, time * 3);
    await pass(sql, PERIOD_MS, [node.id]);
    await sweep();
    assert.equal(await state(runId), "interrupted");
  }
  assert.deepEqual(await finals(), []);
});

test("nodes that go with the machine that they share are lost, as one alone is", async (t) => {
  const { sql, sweep, task, begin, state } = await scene(t);
  const [one, other] = [await begin(await task()), await begin(await task())];
  await pass(sql, PERIOD_MS, [one.node.id, other.node.id]);
  assert.equal(await sweep(), 2);
  assert.deepEqual([await state(one.runId), await state(other.runId)], ["lost", "lost"]);
});

test("nodes of several machines that go together take nobody's runs for suspects", async (t) => {
  const { sql, sweep, task, begin, state } = await scene(t);
  const [one, other] = [await begin(await task(), 0, "mill-1"), await begin(await task(), 0, "mill-2")];
  await pass(sql, PERIOD_MS, [one.node.id, other.node.id]);
  assert.equal(await sweep(), 2);
  assert.deepEqual([await state(one.runId), await state(other.runId)], ["interrupted", "interrupted"]);
});

test("a task that takes its node down each time is given up after a bound, with a refund to follow", async (t) => {
  const { sql, sweep, task, begin, finals } = await scene(t);
  const taskId = await task();
  for (let loss = 1; loss <= QUEUE_LIMITS.lossesPerTask; loss += 1) {
    assert.deepEqual(await finals(), []);
    const { runId, node } = await begin(taskId);
    await pass(sql, PERIOD_MS, [node.id]);
    await sweep();
    if (loss === QUEUE_LIMITS.lossesPerTask) assert.deepEqual(await finals(), [{ taskId, runId }]);
  }
  await sweep();
  assert.equal((await finals()).length, 1);
  assert.equal(await startRun(sql, { id: newId("run"), taskId, nodeId: newId("node") }), undefined);
  const [run] = await sql<{ outcome: { error: { code: string; retryable: boolean } } }[]>`
    select outcome from reported_runs`;
  assert.deepEqual([run?.outcome.error.code, run?.outcome.error.retryable], ["INTERNAL", true]);
});

test("a task that loses its nodes in one stage and another, and control planes between, fails once: refunded, and told", async (t) => {
  const { sql, task, begin, finals, accountId } = await scene(t);
  const taskId = await task({ callbackUrl: "https://93.184.215.14/hook" });
  const percents = [40, 20, 70, 2];
  let kills = 0;
  while ((await finals()).length === 0) {
    const { node } = await begin(taskId, percents[kills % percents.length]);
    await pass(sql, PERIOD_MS, [node.id]);
    // Each finds another set of control planes, of whom none is let deal with it twice.
    const sweepers = [await steadySweeper(sql), await steadySweeper(sql)];
    await Promise.all(sweepers.map(({ id }) => releaseLostNodes(sql, id, logger)));
    kills += 1;
  }
  assert.equal(kills, QUEUE_LIMITS.lossesPerTask + 2, "two runs had come further than those before");
  const ended = await Promise.all([finalizeReported(sql), finalizeReported(sql)]);
  assert.equal(ended.filter((isOurs) => isOurs).length, 1);
  const [row] =
    await sql`select state, error->>'code' as code, refunded_moods from tasks where id = ${taskId}`;
  assert.deepEqual({ ...row }, { state: "failed", code: "INTERNAL", refunded_moods: "1.0000" });
  const { used, entries } = await moneyOf(sql, accountId);
  assert.deepEqual([used, entries.charge, entries.refund], [0, 1, 1]);
  assert.deepEqual(await tasksToTell(sql), [taskId]);
});

test("a job locked under a name that no lease knows is freed, unless the lock is fresh", async (t) => {
  const { sql, sweep, task } = await scene(t);
  const [old, fresh] = [await task(), await task()];
  await lockJob(sql, old, "pool-of-nobody");
  await lockJob(sql, fresh, "pool-that-just-started", 1_000);
  await sweep();
  assert.deepEqual(await jobOf(sql, old), WAITING);
  assert.deepEqual(await jobOf(sql, fresh), {
    locked_by: "pool-that-just-started",
    attempts: 1,
    is_due: true,
  });
});

test("a lost try counts where the queue alone bounds the tries", async (t) => {
  const { sql, sweep } = await scene(t);
  await sql`select graphile_worker.add_job('preview-template:x', max_attempts => 4, job_key => 'preview', queue_name => 'one')`;
  await lockJob(sql, "preview", "pool-of-nobody");
  await sweep();
  assert.deepEqual(await jobOf(sql, "preview"), { locked_by: null, attempts: 1, is_due: true });
});

test("several control planes may sweep at once: one deals with a lost node", async (t) => {
  const { sql, sweep, task, begin } = await scene(t);
  const { node } = await begin(await task());
  await pass(sql, PERIOD_MS, [node.id]);
  const found = await Promise.all(Array.from({ length: 4 }, sweep));
  assert.equal(
    found.reduce((sum, count) => sum + count, 0),
    1,
  );
});

test("the work of a process that was seen to end is given back at once, and no other's", async (t) => {
  const { sql, task, begin, state } = await scene(t);
  const [taskId, otherId] = [await task(), await task()];
  const [dead, living] = [await begin(taskId), await begin(otherId)];
  const ended = { host: "test", pid: 4321, processSpace: "this boot" };
  // Machines that were made from one image may have one name, and each has its process of this id.
  await sql`update worker_leases set pid = 4321, process_space = 'another boot'`;
  await sql`update worker_leases set process_space = 'this boot' where id = ${dead.node.id}`;
  assert.equal(await releaseEndedProcess(sql, { ...ended, host: "elsewhere" }, logger), 0);
  assert.equal(await releaseEndedProcess(sql, ended, logger), 1);
  assert.deepEqual([await state(dead.runId), await state(living.runId)], ["lost", "running"]);
  assert.deepEqual(await jobOf(sql, taskId), WAITING);
  assert.deepEqual(await jobOf(sql, otherId), { locked_by: living.node.poolId, attempts: 1, is_due: true });
  assert.equal(await releaseEndedProcess(sql, ended, logger), 0);
});

test("a process that was seen to end is found lost by the next sweep of a control plane, once", async (t) => {
  const { sql, sweeper, task, begin, state } = await scene(t);
  const { node, runId } = await begin(await task());
  await sql`update worker_leases set pid = 4321, process_space = 'this boot' where id = ${node.id}`;
  await releaseEndedProcess(sql, { host: "test", pid: 4321, processSpace: "this boot" }, logger);
  const lost: string[] = [];
  const sweep = () => releaseLostNodes(sql, sweeper.id, logger, (plane) => lost.push(plane));
  assert.deepEqual([await sweep(), await sweep()], [1, 0]);
  assert.deepEqual(lost, ["media-node"]);
  assert.equal(await state(runId), "lost");
});

test("a run that a node starts over the unended one of a living node is no loss of the task", async (t) => {
  const { sql, task, begin, state } = await scene(t);
  const taskId = await task();
  const earlier = await newRun(sql, taskId);
  await begin(taskId);
  assert.equal(await state(earlier), "interrupted");
});
