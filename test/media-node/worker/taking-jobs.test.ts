// Whether a node takes jobs at all, with a real queue and runs that fail at once.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type MediaWorker, startMediaWorker } from "../../../media-node/worker/media-worker.ts";
import { newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { dispatch } from "../../support/database/queue.ts";
import { workerServices } from "../../support/media-node/worker-services.ts";
import { until } from "../../support/until.ts";

async function setUp(t: TestContext) {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const { services } = await workerServices(t, sql);
  const addTask = async (): Promise<string> => {
    const taskId = await newTask(sql, account.id);
    await dispatch(sql);
    return taskId;
  };
  const taskId = await addTask();
  return {
    withWorker: async (takesJobs: boolean, watch: (worker: MediaWorker) => Promise<unknown>) => {
      const worker = await startMediaWorker(services, {
        databaseUrl,
        places: { cores: 1, devices: 0 },
        models: [],
        takesJobs,
      });
      // A hook of the test would come after the database's own, which ends the connections that a stop needs.
      await watch(worker).finally(worker.stop);
    },
    leases: async () => (await sql`select from worker_leases`).length,
    runs: async () => (await sql`select from runs where task_id = ${taskId}`).length,
    addTask,
    allRuns: async () => (await sql`select from runs`).length,
    /** Resolves once the node has asked the queue for what it takes while it takes nothing. */
    hasLooked: () =>
      until(
        "the node to look",
        async () => {
          const looked = await sql`select from graphile_worker._private_tasks where identifier = 'none'`;
          const offers = await sql`select from worker_leases where queue_jobs = '{}'`;
          return looked.length === 1 && offers.length === 1;
        },
        30_000,
      ),
  };
}

test("a node without room keeps its lease and leaves jobs alone, until there is room", {
  timeout: 60_000,
}, async (t) => {
  const { withWorker, leases, runs, hasLooked } = await setUp(t);
  await withWorker(false, async (worker) => {
    await hasLooked();
    await until("the lease", async () => (await leases()) === 1);
    assert.equal(await runs(), 0);
    worker.takeJobs(true);
    await until("a run", async () => (await runs()) > 0, 30_000);
  });
});

test("a node that is told to takes no further job, whatever models it comes to offer", {
  timeout: 60_000,
}, async (t) => {
  const { withWorker, runs, hasLooked, addTask, allRuns } = await setUp(t);
  await withWorker(true, async (worker) => {
    await until("a run", async () => (await runs()) > 0, 30_000);
    worker.takeJobs(false);
    worker.offer([]);
    await hasLooked();
    const before = await allRuns();
    await addTask();
    worker.takeJobs(true);
    await until("a run of the next task", async () => (await allRuns()) > before, 30_000);
  });
});
