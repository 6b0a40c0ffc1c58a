// A node whose images are made on a device: what its cores and its devices work on keep out of each other's places, and
// both go with the node's lease, its drain and its faults. Processes for real, on a simulated card.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { selectDrainState } from "../../../control-plane/db/queue/drains.ts";
import { releaseLostNodes } from "../../../control-plane/worker/release-lost-nodes.ts";
import { listNodes } from "../../../deploy/admin/list-nodes.ts";
import { openOnnxSession } from "../../../media-node/onnx/onnx-session.ts";
import { Tensor } from "../../../media-node/onnx/tensor.ts";
import { NODE_KINDS, type NodeKinds } from "../../../media-node/worker/kinds.ts";
import { type MediaWorker, startMediaWorker } from "../../../media-node/worker/media-worker.ts";
import { createNodeDrain, type NodeDrain } from "../../../media-node/worker/node-drain.ts";
import type { Pipeline } from "../../../media-node/worker/runs/run-pipeline.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import { createLogger } from "../../../shared/logger.ts";
import { newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { pass, steadySweeper } from "../../support/database/leases.ts";
import { dispatch } from "../../support/database/queue.ts";
import { TEST_MODEL } from "../../support/media-node/media-node.ts";
import { workerServices } from "../../support/media-node/worker-services.ts";
import { writeAdder } from "../../support/models/adder-model.ts";
import { openSimulatedDevices } from "../../support/models/open-simulated-devices.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

/** A beat of each of two nodes, one more, and as much for a machine that is busy with others. */
const PATIENCE_MS = 6 * QUEUE_LIMITS.leaseRenewalMs;
const TIMEOUT = { timeout: 240_000 };

interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

function newGate(): Gate {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { opened, open };
}

interface Scene {
  readonly sql: Sql;
  /** Keeps clips going until it is opened, and images once they are made. */
  readonly gates: { readonly clips: Gate; readonly images: Gate };
  /** Numbers that the device has made, in this order. */
  readonly made: number[];
  readonly devices: Awaited<ReturnType<typeof openSimulatedDevices>>;
  fail(fault: "die" | "hang" | "break"): Promise<void>;
  /** A node with one place for each resource. */
  start(options?: { drain: NodeDrain }): Promise<MediaWorker & { readonly nodeId: string }>;
  /** Gives the queue so many tasks of a kind. */
  add(kind: "clip" | "generation", count: number): Promise<void>;
  /** Runs by kind and state, in the order of their start. */
  runs(): Promise<string[]>;
}

async function scene(t: TestContext, work: (scene: Scene) => Promise<void>): Promise<void> {
  const { sql, nodeSql, nodeUrl: databaseUrl, account } = await accountDatabase(t);
  const folder = await temporaryFolder(t);
  const faultFile = join(folder, "fault");
  const devices = await openSimulatedDevices(t, [{ memoryBytes: 2 ** 26, faultFile }], {
    runTimeoutMs: 5_000,
  });
  const path = join(folder, "add.onnx");
  await writeAdder(path, 1);
  const gates = { clips: newGate(), images: newGate() };
  const made: number[] = [];
  const image: Pipeline = async ({ signal }) => {
    const session = await openOnnxSession(path, { providers: ["cuda"], threads: 1 });
    const { y } = await session.run({ x: new Tensor("float32", Float32Array.of(1, 1), [1, 2]) });
    made.push(((y as Tensor).data as Float32Array)[0] ?? Number.NaN);
    await Promise.race([gates.images.opened, aborted(signal)]);
    return { output: null, result: [] };
  };
  const clip: Pipeline = async ({ signal }) => {
    await Promise.race([gates.clips.opened, aborted(signal)]);
    return { output: { notice: null, clips: [] } };
  };
  const kinds: NodeKinds = {
    ...NODE_KINDS,
    clip: { ...NODE_KINDS.clip, pipeline: clip },
    generation: { ...NODE_KINDS.generation, pipeline: image },
  };
  const workers: MediaWorker[] = [];
  const start = async (options: { drain?: NodeDrain } = {}): ReturnType<Scene["start"]> => {
    const { services } = await workerServices(t, nodeSql);
    const places = { cores: 1, devices: 1 };
    const models = [TEST_MODEL];
    const isOnDevice = (): boolean => true;
    const worker = await startMediaWorker(services, {
      databaseUrl,
      places,
      models,
      kinds,
      isOnDevice,
      ...options,
    });
    workers.push(worker);
    return { ...worker, nodeId: services.nodeId };
  };
  const add = async (kind: "clip" | "generation", count: number): Promise<void> => {
    const model = kind === "generation" ? TEST_MODEL.model : null;
    for (let index = 0; index < count; index += 1) await newTask(sql, account.id, { kind, model });
    await dispatch(sql);
  };
  const runs = async (): Promise<string[]> => {
    const rows = await sql<{ run: string }[]>`
      select t.kind || ' ' || r.state as run from runs r join tasks t on t.id = r.task_id order by r.started_at`;
    return rows.map(({ run }) => run).sort();
  };
  const fail = (fault: string): Promise<void> => writeFile(faultFile, fault);
  try {
    await work({ sql, gates, made, devices, fail, start, add, runs });
  } finally {
    // A hook of the test would come after the database's own, which ends the connections that a stop needs.
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(signal.reason);
    if (signal.aborted) fail();
    else signal.addEventListener("abort", fail, { once: true });
  });
}

function busy(worker: MediaWorker): number[] {
  return worker.places().map((use) => use.busy);
}

test("jobs that keep all cores busy hold up none of a device", TIMEOUT, async (t) => {
  await scene(t, async ({ gates, made, start, add, runs }) => {
    const worker = await start();
    await add("clip", 3);
    await until("a clip", async () => (await runs()).join() === "clip running");
    await add("generation", 3);
    await until("an image beside it", () => made.length === 1);
    assert.deepEqual(busy(worker), [1, 1]);
    assert.equal(worker.jobsUnderWay(), 2);
    gates.images.open();
    await until("all images", () => made.length === 3 && busy(worker)[1] === 0);
    assert.deepEqual(made, [2, 2, 2]);
    assert.deepEqual(await runs(), ["clip running", ...Array(3).fill("generation succeeded")]);
    gates.clips.open();
    await until(
      "all clips",
      async () => (await runs()).filter((run) => run === "clip succeeded").length === 3,
    );
  });
});

test("jobs that wait for a device hold up none of the cores", TIMEOUT, async (t) => {
  await scene(t, async ({ gates, made, start, add, runs }) => {
    const worker = await start();
    await add("generation", 3);
    await until("an image", () => made.length === 1);
    gates.clips.open();
    await add("clip", 2);
    await until(
      "the clips",
      async () => (await runs()).filter((run) => run === "clip succeeded").length === 2,
    );
    assert.deepEqual([made.length, busy(worker)[1]], [1, 1]);
  });
});

for (const fault of ["die", "hang", "break"] as const) {
  test(
    `a device that is told to ${fault} costs its image nothing, nor the clip beside it`,
    TIMEOUT,
    async (t) => {
      await scene(t, async ({ gates, made, devices, fail, start, add, runs }) => {
        const worker = await start();
        gates.images.open();
        await add("clip", 1);
        await until("the clip", () => busy(worker)[0] === 1);
        await fail(fault);
        await add("generation", 2);
        await until("the images", () => made.length === 2 && busy(worker)[1] === 0, 60_000);
        assert.deepEqual(await runs(), ["clip running", "generation succeeded", "generation succeeded"]);
        assert.equal(devices.status()[0]?.starts, 2);
      });
    },
  );
}

test(
  "a node that is drained finishes what cores and devices have, and takes no more of either",
  TIMEOUT,
  async (t) => {
    await scene(t, async ({ sql, gates, made, start, add, runs }) => {
      const drain = createNodeDrain();
      const worker = await start({ drain });
      drain.onChange(() => worker.takeJobs(!drain.isDraining()));
      await add("clip", 2);
      await add("generation", 2);
      await until("one of each", () => busy(worker).join() === "1,1" && made.length === 1);
      await sql`insert into drains (node) values (${worker.nodeId})`;
      const state = (): ReturnType<typeof selectDrainState> => selectDrainState(sql, worker.nodeId);
      await until("the drain", async () => (await state()).draining === 1, PATIENCE_MS);
      assert.deepEqual(await state(), { nodes: 1, draining: 1, jobs: 2 });
      const shown = async (): Promise<string> => {
        const [node] = await listNodes(sql);
        return `${node?.state}: ${node?.places.join(", ")}`;
      };
      assert.equal(await shown(), "draining: cores 1 of 1, devices 1 of 1");
      gates.images.open();
      await until("the device's end", async () => (await state()).jobs === 1);
      assert.equal(await drain.waitForIdle(0, new AbortController().signal), false);
      gates.clips.open();
      await until("the end", async () => (await state()).jobs === 0);
      const isShown = async (): Promise<boolean> =>
        (await shown()) === "drained: cores 0 of 1, devices 0 of 1";
      await until("the end in the list of nodes", isShown, PATIENCE_MS);
      assert.deepEqual(await runs(), ["clip succeeded", "generation succeeded"]);
    });
  },
);

test(
  "a node that lost its lease gives back what both runners had, and another does it",
  TIMEOUT,
  async (t) => {
    await scene(t, async ({ sql, gates, made, start, add, runs }) => {
      const lost = await start();
      await add("clip", 1);
      await add("generation", 1);
      await until("one of each", () => busy(lost).join() === "1,1" && made.length === 1);
      const names = async (): Promise<string[]> => {
        const [lease] = await sql<{ names: string[] }[]>`
        select pool_ids as names from worker_leases where id = ${lost.nodeId}`;
        return lease?.names ?? [];
      };
      const locks = async (): Promise<string[]> => {
        const rows = await sql<{ name: string }[]>`
        select locked_by as name from graphile_worker._private_jobs where locked_by is not null`;
        return rows.map(({ name }) => name).sort();
      };
      await until("the lease", async () => (await names()).length === 2, PATIENCE_MS);
      assert.deepEqual((await names()).sort(), await locks());
      const sweeper = await steadySweeper(sql);
      const isFoundLost = async (): Promise<boolean> => {
        // Its own beat may come in between.
        await pass(sql, 2 * QUEUE_LIMITS.leaseTtlMs, [lost.nodeId]);
        return (await releaseLostNodes(sql, sweeper.id, createLogger("test", "silent"))) === 1;
      };
      await until("the node to be lost", isFoundLost);
      assert.deepEqual(await locks(), []);
      assert.deepEqual(await runs(), ["clip lost", "generation lost"]);
      const other = await start();
      await until("the other node", () => busy(other).join() === "1,1" && made.length === 2, PATIENCE_MS);
      gates.clips.open();
      gates.images.open();
      const ended = ["clip lost", "clip succeeded", "generation lost", "generation succeeded"];
      await until("both tasks", async () => (await runs()).join() === ended.join());
      await until("no job", () => [...busy(lost), ...busy(other)].every((count) => count === 0));
      const reports = await sql`select from reported_runs`;
      assert.equal(reports.length, 2);
    });
  },
);
