// An appliance as its operators find it on a working day: accounts that ask, nodes, work that waits, failed and ended.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import { renewLease } from "../../../shared/db/queue/worker-leases.ts";
import { newId } from "../../../shared/ids.ts";
import { type TestControlPlane, testControlPlane } from "../control-plane/control-plane.ts";
import { endRun, FAILED, FINISHED, newRun, newTask, taskEnded } from "../control-plane/tasks.ts";
import { importTestTemplates } from "../control-plane/templates.ts";
import { keepAlive } from "../database/leases.ts";
import type { TestAccount } from "../database/test-account.ts";
import { fakeNode, TEST_MODEL } from "../media-node/media-node.ts";
import { until } from "../until.ts";

export interface OperatorScene {
  readonly plane: TestControlPlane;
  /** Asks for approval. */
  readonly asking: TestAccount;
  /** Has used some of its moods. */
  readonly busy: TestAccount;
  readonly nodeId: string;
  readonly failedTaskId: string;
  /** Ended as failed by a run. */
  readonly triedTaskId: string;
}

/** A node that says all that a node of this version says. */
async function richNode(t: TestContext, plane: TestControlPlane): Promise<string> {
  const { sql } = plane;
  const other = await fakeNode(sql, [TEST_MODEL, HIGHLIGHT_RENDER]);
  const id = newId("node");
  await renewLease(sql, {
    id,
    plane: "media-node",
    poolIds: [],
    host: "mill-2.example",
    pid: 4_711,
    processSpace: null,
    models: [TEST_MODEL.model],
    queueJobs: ["run-clip", "run-highlight", "run-transcription", `run-generation:${TEST_MODEL.model}`],
    places: [
      { resource: "cores", places: 4, busy: 1 },
      { resource: "devices", places: 2, busy: 0 },
    ],
    compute: {
      devices: [{ provider: "cuda", index: 0, name: "NVIDIA L4", memoryBytes: 24 * 2 ** 30 }],
      modelProviders: { "whisper-small": "cuda", "test-painter": "cuda" },
    },
    machine: { version: "0.1.0", memoryBytes: 64 * 2 ** 30, shortage: null },
  });
  keepAlive(t, sql, [other.id, id]);
  return id;
}

/** Returns the id of the one that failed. */
async function endSome({ sql }: TestControlPlane, accountId: string): Promise<string> {
  let lastId = "";
  for (const [waitS, outcome] of [
    [3, FINISHED],
    [70, FINISHED],
    [400, FAILED],
  ] as const) {
    const taskId = await newTask(sql, accountId);
    await sql`update tasks set created_at = now() - ${waitS} * interval '1 second' where id = ${taskId}`;
    await endRun(sql, await newRun(sql, taskId), outcome);
    await taskEnded(sql, taskId);
    lastId = taskId;
  }
  return lastId;
}

/** Has a queue job be given up, and returns its task's id. */
async function failOne({ sql }: TestControlPlane, accountId: string): Promise<string> {
  const taskId = await newTask(sql, accountId);
  await until("the job to be ready", async () => {
    const failed = await sql`
      update graphile_worker._private_jobs set attempts = max_attempts,
        last_error = 'The decoder stalled at 00:12:31 of source.mp4' where key = ${taskId}`;
    return failed.count === 1;
  });
  return taskId;
}

export async function operatorScene(t: TestContext): Promise<OperatorScene> {
  const plane = await testControlPlane(t);
  const asking = await plane.account({ moods: "0", approve: false });
  const busy = await plane.account({ moods: "50" });
  const nodeId = await richNode(t, plane);
  const triedTaskId = await endSome(plane, busy.id);
  const failedTaskId = await failOne(plane, busy.id);
  await newTask(plane.sql, busy.id);
  const [template] = await importTestTemplates(plane.sql, {});
  assert.ok(template !== undefined);
  return { plane, asking, busy, nodeId, failedTaskId, triedTaskId };
}
