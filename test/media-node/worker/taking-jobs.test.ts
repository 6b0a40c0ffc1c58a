// Whether a node takes jobs at all, with a real queue and runs that fail at once.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { NODE_KINDS } from "../../../media-node/worker/kinds.ts";
import { type MediaWorker, startMediaWorker } from "../../../media-node/worker/media-worker.ts";
import { createNodeDrain } from "../../../media-node/worker/node-drain.ts";
import { watchNodeRoom } from "../../../media-node/worker/node-room.ts";
import type { Pipeline } from "../../../media-node/worker/runs/run-pipeline.ts";
import { takeJobsWhileAble } from "../../../media-node/worker/take-jobs-while-able.ts";
import { NodeLack } from "../../../shared/node-lack.ts";
import { newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { dispatch } from "../../support/database/queue.ts";
import { TEST_MODEL } from "../../support/media-node/media-node.ts";
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

test("a node whose devices are all down goes on with what needs none, and takes up the rest once one is back", {
  timeout: 60_000,
}, async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const { services, metric } = await workerServices(t, sql);
  let isDeviceUp = false;
  const made: string[] = [];
  const image: Pipeline = async () => {
    if (!isDeviceUp) throw new NodeLack("device");
    made.push("image");
    return { output: null, result: [] };
  };
  const clip: Pipeline = async () => {
    made.push("clip");
    return { output: { notice: null, clips: [] } };
  };
  const disk = { name: "a disk", readSpace: async () => ({ freeBytes: 2 ** 40, totalBytes: 2 ** 40 }) };
  const room = await watchNodeRoom({
    ...services,
    disks: { scratch: disk, storage: disk },
    floorBytes: null,
    lackPauseMs: 100,
    isDeviceUp: () => isDeviceUp,
  });
  const add = async (kind: "clip" | "generation"): Promise<void> => {
    await newTask(sql, account.id, { kind, model: kind === "generation" ? TEST_MODEL.model : null });
    await dispatch(sql);
  };
  const worker = await startMediaWorker(
    { ...services, room },
    {
      databaseUrl,
      places: { cores: 1, devices: 1 },
      models: [TEST_MODEL],
      isOnDevice: () => true,
      kinds: {
        ...NODE_KINDS,
        clip: { ...NODE_KINDS.clip, pipeline: clip },
        generation: { ...NODE_KINDS.generation, pipeline: image },
      },
    },
  );
  services.metrics.setPlaces(worker.places);
  takeJobsWhileAble(worker, { room, drain: createNodeDrain(), metrics: services.metrics });
  const freePlaces = (resource: string) => metric(`clipmill_run_places_free{resource="${resource}"}`);
  try {
    await add("generation");
    await until("the pause", () => room.deviceShortage() !== undefined, 30_000);
    assert.deepEqual([await freePlaces("cores"), await freePlaces("devices")], [1, 0]);
    await add("generation");
    await add("clip");
    await until("the clip", () => made.length > 0, 30_000);
    assert.deepEqual(made, ["clip"]);
    const lacking = async (): Promise<number> => (await sql`select from runs where lack = 'device'`).length;
    await until("the end of the run that found the lack", async () => (await lacking()) > 0);
    assert.equal(await lacking(), 1, "no other run was begun meanwhile");
    isDeviceUp = true;
    await until("the image", () => made.includes("image"), 30_000);
    await until("its end", async () => (await freePlaces("devices")) === 1, 30_000);
  } finally {
    await worker.stop();
    await room.stop();
  }
});
