// A node's lease in the database: which models it offers, and what the catalogue then knows of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withdrawTask } from "../../../control-plane/tasks/create/withdrawals.ts";
import { listNodes } from "../../../deploy/admin/list-nodes.ts";
import { formatTable } from "../../../deploy/format-table.ts";
import { keepLease, type Offered } from "../../../media-node/worker/lease.ts";
import { leasedCompute, type NodeCompute } from "../../../media-node/worker/node-devices.ts";
import { createActiveRuns, Revoked } from "../../../media-node/worker/runs/active-runs.ts";
import { newId } from "../../../shared/ids.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import { createLogger } from "../../../shared/logger.ts";
import type { AnnouncedModel } from "../../../shared/schemas/model.ts";
import { newRun, newTask, openAnswer } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { TEST_MODEL } from "../../support/media-node/media-node.ts";
import { until } from "../../support/until.ts";

function offer(models: readonly AnnouncedModel[]): Offered {
  return { models, queueJobs: ["run-clip"], deviceQueueJobs: [] };
}

function leaseOf(sql: Parameters<typeof keepLease>[0]["sql"], models: readonly AnnouncedModel[]) {
  const logger = createLogger("test", "silent");
  return keepLease({
    sql,
    nodeId: newId("node"),
    poolIds: () => [],
    offered: offer(models),
    activeRuns: createActiveRuns(),
    logger,
  });
}

test("a node announces its models before it offers them, and takes its offer back with its lease", async (t) => {
  const { sql, nodeSql } = await accountDatabase(t);
  const lease = leaseOf(nodeSql, [TEST_MODEL]);
  const offers = await until("the lease", async () => {
    const [row] = await sql`select models from worker_leases`;
    return row?.models as string[] | undefined;
  });
  assert.deepEqual(offers, [TEST_MODEL.model]);
  const [model] = await sql`select input_schema from models where slug = ${TEST_MODEL.model}`;
  assert.equal(JSON.stringify(model?.input_schema), JSON.stringify(TEST_MODEL.input_schema));
  const isRecent = async (): Promise<boolean> =>
    (await sql`select from model_offers where offered_at > now() - interval '10 seconds'`).length === 1;
  await until("the offer's time", isRecent);
  await sql`update model_offers set offered_at = now() - interval '30 seconds'`;
  await lease.release();
  assert.equal((await sql`select from worker_leases`).length, 0);
  assert.ok(await isRecent(), "a node that leaves says until when it was there");
});

test("a lease says what its node computes on, and operators read it in a line", async (t) => {
  const { sql, nodeSql } = await accountDatabase(t);
  const compute: NodeCompute = {
    devices: [
      { provider: "cuda", index: 1, name: "NVIDIA L4", uuid: "GPU-bb22", memoryBytes: 24e9 },
      { provider: "webgpu", index: 0, name: "adapter", uuid: null, memoryBytes: null },
    ],
    modelProviders: new Map([["whisper-base", "cuda"]]),
  };
  const lease = keepLease({
    sql: nodeSql,
    nodeId: newId("node"),
    poolIds: () => [],
    offered: offer([]),
    activeRuns: createActiveRuns(),
    compute: () => leasedCompute(compute),
    logger: createLogger("test", "silent"),
  });
  const node = await until("the lease", () => listNodes(sql).then(([row]) => row));
  assert.deepEqual(node.devices, ["cuda:1 NVIDIA L4 (24 GB)", "webgpu:0 adapter"]);
  assert.deepEqual(node.models, { "whisper-base": "cuda" });
  assert.match(
    formatTable([{ ...node }]),
    /cuda:1 NVIDIA L4 \(24 GB\), webgpu:0 adapter +whisper-base: cuda$/m,
  );
  await lease.release();
  const bare = leaseOf(nodeSql, []);
  const [devices, models] = await until("the other lease", () =>
    listNodes(sql).then(([row]) => (row === undefined ? undefined : [row.devices, row.models])),
  );
  assert.deepEqual([devices, models], [[], {}]);
  await bare.release();
});

test("a lease names the pools that lock jobs now, and operators read how many places are taken", async (t) => {
  const { sql, nodeSql } = await accountDatabase(t);
  let poolIds = ["pool-1", "pool-2"];
  const lease = keepLease({
    sql: nodeSql,
    nodeId: newId("node"),
    poolIds: () => poolIds,
    places: () => [
      { resource: "cores", places: 4, busy: 3 },
      { resource: "devices", places: 40, busy: 0 },
    ],
    offered: offer([]),
    activeRuns: createActiveRuns(),
    logger: createLogger("test", "silent"),
  });
  t.after(lease.release);
  const named = async (names: string): Promise<boolean> => {
    const [row] = await sql`select pool_ids from worker_leases`;
    return String(row?.pool_ids) === names;
  };
  await until("the lease", () => named("pool-1,pool-2"));
  const [node] = await listNodes(sql);
  assert.deepEqual(node?.places, ["cores 3 of 4", "devices 0 of 40"]);
  // As where a runner gave itself up and was started anew.
  poolIds = ["pool-1", "pool-3"];
  await until("the new name", () => named("pool-1,pool-3"), 6 * QUEUE_LIMITS.leaseRenewalMs);
});

test("a node that starts with the same models leaves the catalogue untouched", async (t) => {
  const { sql, nodeSql } = await accountDatabase(t);
  const start = async (): Promise<unknown> => {
    const lease = leaseOf(nodeSql, [TEST_MODEL]);
    await until("the lease", async () => (await sql`select from worker_leases`).length === 1);
    await lease.release();
    const [row] = await sql`select xmin::text, updated_at from models`;
    return row;
  };
  assert.deepEqual(await start(), await start());
});

test("a model whose descriptor clients could not use stops the node", async (t) => {
  const { sql, nodeSql } = await accountDatabase(t);
  const broken: Partial<AnnouncedModel>[] = [
    { model: "no spaces" },
    { model_tiers: [] },
    { default_output_count: 65 },
    { tier_prices: { lite: "free" } },
    { input_schema: { ...TEST_MODEL.input_schema, properties: { a: { type: "objekt" } } } },
    { input_schema: { ...TEST_MODEL.input_schema, $ref: "#" } as AnnouncedModel["input_schema"] },
  ];
  for (const change of broken) {
    assert.throws(() => leaseOf(nodeSql, [{ ...TEST_MODEL, ...change }]), Error, JSON.stringify(change));
  }
  assert.equal((await sql`select from worker_leases`).length, 0);
});

test("a node that offers other models than before announces the new ones first, and a wrong one changes nothing", async (t) => {
  const { sql, nodeSql } = await accountDatabase(t);
  const lease = leaseOf(nodeSql, [TEST_MODEL]);
  const offered = async (): Promise<string> => {
    const [row] = await sql`select models from worker_leases`;
    return String(row?.models);
  };
  await until("the lease", async () => (await offered()) === TEST_MODEL.model);
  assert.throws(() => lease.offer(offer([{ ...TEST_MODEL, model: "no spaces" }])), Error);
  lease.offer(offer([{ ...TEST_MODEL, model: "added" }, TEST_MODEL]));
  await until("the new offer", async () => (await offered()) === `added,${TEST_MODEL.model}`);
  assert.equal((await sql`select from models where slug = 'added'`).length, 1);
  await lease.release();
});

test("a run whose task was withdrawn is revoked with the next beat, and what is no task's goes on", async (t) => {
  const { sql, nodeSql, account } = await accountDatabase(t);
  const activeRuns = createActiveRuns();
  const nodeId = newId("node");
  const answer = openAnswer();
  const taskId = await newTask(sql, account.id, { answer });
  const runId = await newRun(sql, taskId, nodeId);
  const run = activeRuns.begin({ taskId, runId }, 60_000);
  const preview = activeRuns.beginUntasked(60_000);
  const logger = createLogger("test", "silent");
  await withdrawTask(sql, taskId, { id: answer.id, by: new Date(0) }, logger);
  const lease = keepLease({
    sql: nodeSql,
    nodeId,
    poolIds: () => [],
    offered: offer([]),
    activeRuns,
    logger,
  });
  t.after(lease.release);
  await until("the run's end", () => Promise.resolve(run.signal.aborted));
  assert.ok(run.signal.reason instanceof Revoked);
  assert.equal(preview.signal.aborted, false, "a preview is no task's");
  run.end();
  preview.end();
});
