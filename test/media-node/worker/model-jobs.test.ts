// Which node runs a generation task: one that has the task's model, however many others look at the queue.
import assert from "node:assert/strict";
import { test } from "node:test";
import { NODE_KINDS, type NodeKinds } from "../../../media-node/worker/kinds.ts";
import { startMediaWorker } from "../../../media-node/worker/media-worker.ts";
import type { Pipeline } from "../../../media-node/worker/runs/run-pipeline.ts";
import { newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { dispatch } from "../../support/database/queue.ts";
import { TEST_MODEL } from "../../support/media-node/media-node.ts";
import { workerServices } from "../../support/media-node/worker-services.ts";
import { until } from "../../support/until.ts";

/** Generation tasks that finish at once and are told of. */
function generating(tell: (taskId: string) => void): NodeKinds {
  const pipeline: Pipeline = async ({ taskId }) => {
    tell(taskId);
    return { output: null, result: [] };
  };
  return { ...NODE_KINDS, generation: { ...NODE_KINDS.generation, pipeline } };
}

test("a generation task goes to the node that has its model, and no other takes it", async (t) => {
  const { sql, nodeSql, nodeUrl: databaseUrl, account } = await accountDatabase(t);
  const taken: string[] = [];
  const startNode = async (node: string, model: string) => {
    const { services } = await workerServices(t, nodeSql);
    const models = [{ ...TEST_MODEL, model }];
    const kinds = generating((taskId) => taken.push(`${node} ${taskId}`));
    return startMediaWorker(services, { databaseUrl, places: { cores: 2, devices: 0 }, models, kinds });
  };
  const nodes = [await startNode("first", "other"), await startNode("second", TEST_MODEL.model)];
  try {
    const creation = { kind: "generation", model: TEST_MODEL.model } as const;
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push(await newTask(sql, account.id, creation));
    await newTask(sql, account.id, { kind: "generation", model: "nobody-has-it" });
    await dispatch(sql);
    await until("the tasks", () => taken.length >= ids.length);
    assert.deepEqual(taken.sort(), ids.map((id) => `second ${id}`).sort());
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
  const left =
    await sql`select task_identifier, attempts from graphile_worker.jobs where task_identifier like 'run-%'`;
  assert.deepEqual([...left], [{ task_identifier: "run-generation:nobody-has-it", attempts: 0 }]);
});

test("a model that is offered later is run from then on", async (t) => {
  const { sql, nodeSql, nodeUrl: databaseUrl, account } = await accountDatabase(t);
  const { services } = await workerServices(t, nodeSql);
  const taken: string[] = [];
  const node = await startMediaWorker(services, {
    databaseUrl,
    places: { cores: 1, devices: 0 },
    models: [],
    kinds: generating((taskId) => taken.push(taskId)),
  });
  try {
    const id = await newTask(sql, account.id, { kind: "generation", model: TEST_MODEL.model });
    assert.equal(await dispatch(sql), 1);
    node.offer([TEST_MODEL]);
    await until("the task", () => taken.length > 0);
    assert.deepEqual(taken, [id]);
  } finally {
    await node.stop();
  }
});
