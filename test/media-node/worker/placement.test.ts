// Which of two nodes with the same model runs its tasks: the one that has a device for it, while there is one.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { NODE_KINDS } from "../../../media-node/worker/kinds.ts";
import { type MediaWorker, startMediaWorker } from "../../../media-node/worker/media-worker.ts";
import type { Pipeline } from "../../../media-node/worker/runs/run-pipeline.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import { queueJobOf } from "../../../shared/tasks/task-kinds.ts";
import { newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { dispatch } from "../../support/database/queue.ts";
import { TEST_MODEL } from "../../support/media-node/media-node.ts";
import { workerServices } from "../../support/media-node/worker-services.ts";
import { until } from "../../support/until.ts";

const QUEUE_JOB = queueJobOf("generation", TEST_MODEL.model);
/** One node's beat, then the other's, and as much for a machine that is busy with others. */
const PATIENCE_MS = 6 * QUEUE_LIMITS.leaseRenewalMs;
const NAMES = { device: "node with a device", cpu: "node without" } as const;

interface Nodes {
  start(name: keyof typeof NAMES): Promise<MediaWorker>;
  /** Runs some tasks, and says which nodes did. */
  run(count: number): Promise<Set<string>>;
  /** Waits until just this node takes the model's jobs, as their leases say. */
  takenBy(...names: (keyof typeof NAMES)[]): Promise<void>;
}

async function twoNodes(t: TestContext, work: (nodes: Nodes) => Promise<void>): Promise<void> {
  const { sql, nodeSql, nodeUrl: databaseUrl, account } = await accountDatabase(t);
  const ran: string[] = [];
  const ids = new Map<string, string>();
  const workers: MediaWorker[] = [];
  const start = async (name: keyof typeof NAMES): Promise<MediaWorker> => {
    const { services } = await workerServices(t, nodeSql);
    ids.set(services.nodeId, name);
    const pipeline: Pipeline = async () => {
      ran.push(name);
      return { output: null, result: [] };
    };
    const kinds = { ...NODE_KINDS, generation: { ...NODE_KINDS.generation, pipeline } };
    const isOnDevice = (): boolean => name === "device";
    const models = [TEST_MODEL];
    const worker = await startMediaWorker(services, {
      databaseUrl,
      places: name === "device" ? { cores: 1, devices: 1 } : { cores: 2, devices: 0 },
      models,
      kinds,
      isOnDevice,
    });
    workers.push(worker);
    return worker;
  };
  const run = async (count: number): Promise<Set<string>> => {
    const from = ran.length;
    for (let index = 0; index < count; index += 1)
      await newTask(sql, account.id, { kind: "generation", model: TEST_MODEL.model });
    await dispatch(sql);
    await until("the tasks", () => ran.length >= from + count, PATIENCE_MS);
    return new Set(ran.slice(from));
  };
  const takenBy = async (...names: (keyof typeof NAMES)[]): Promise<void> => {
    const isSo = async (): Promise<boolean> => {
      const leases = await sql<{ id: string }[]>`
        select id from worker_leases where ${QUEUE_JOB} = any (queue_jobs)`;
      const takers = leases.map(({ id }) => ids.get(id));
      return takers.sort().join() === names.join();
    };
    await until(`jobs taken by ${names.join()}`, isSo, PATIENCE_MS);
  };
  try {
    await work({ start, run, takenBy });
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

test("a node without a device runs a model until one with a device comes, and again when that has gone", {
  timeout: 240_000,
}, async (t) => {
  await twoNodes(t, async ({ start, run, takenBy }) => {
    await start("cpu");
    await takenBy("cpu");
    assert.deepEqual(await run(2), new Set(["cpu"]));
    const device = await start("device");
    await takenBy("device");
    assert.deepEqual(await run(6), new Set(["device"]));
    await device.stop();
    assert.deepEqual(await run(2), new Set(["cpu"]));
  });
});

test("a node without a device takes no such job from its start, and does while the other takes none", {
  timeout: 240_000,
}, async (t) => {
  await twoNodes(t, async ({ start, run, takenBy }) => {
    const device = await start("device");
    await takenBy("device");
    await start("cpu");
    assert.deepEqual(await run(6), new Set(["device"]));
    device.takeJobs(false);
    await takenBy("cpu");
    assert.deepEqual(await run(2), new Set(["cpu"]));
    device.takeJobs(true);
    await takenBy("device");
  });
});
