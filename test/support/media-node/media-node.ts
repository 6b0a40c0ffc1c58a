// A media node as the database sees it: offers models with its lease, starts runs, and reports how they ended.
import assert from "node:assert/strict";
import { recordModelOffers, upsertModels } from "../../../media-node/db/models.ts";
import { recordQueueJobOffers } from "../../../media-node/db/queue-job-offers.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { deleteLease, renewLease } from "../../../shared/db/queue/worker-leases.ts";
import { newId } from "../../../shared/ids.ts";
import type { AnnouncedModel, Model } from "../../../shared/schemas/model.ts";
import { queueJobOf, TASK_KIND_NAMES, TASK_KINDS } from "../../../shared/tasks/task-kinds.ts";
import type { GenerationResult, RunOutcome } from "../../../shared/tasks/task-outcome.ts";
import { reportRun, startRun } from "../database/runs.ts";

export const TEST_MODEL: Model = {
  model: "test-painter",
  title: "Test painter",
  subtitle: "Paints what tests ask for",
  capability: "IMAGE_GENERATION",
  default_output_count: 2,
  input_schema: {
    type: "object",
    // In an order of their own, which clients show them in.
    properties: {
      prompt: { type: "string", description: "What to paint" },
      aspect_ratio: { type: "string", enum: ["1:1", "16:9"] },
      seed: { type: "integer" },
    },
    required: ["prompt"],
  },
  model_tiers: ["lite", "max"],
};

export interface FakeNode {
  readonly id: string;
  /** Takes the lease back, and the models with it. */
  leave(): Promise<void>;
  /** Starts a task's next run. */
  start(taskId: string): Promise<string>;
  report(taskId: string, runId: string, outcome: RunOutcome): Promise<void>;
}

/**
 * A node that offers models, takes the queue jobs of all kinds, and holds its lease for as long as one lasts without
 * renewal.
 */
export async function fakeNode(
  sql: Sql,
  models: readonly AnnouncedModel[] = [TEST_MODEL],
): Promise<FakeNode> {
  const id = newId("node");
  const offered = models.map((model) => model.model);
  await upsertModels(sql, models);
  await recordModelOffers(sql, offered, 0);
  const queueJobs = [
    ...TASK_KIND_NAMES.map((kind) => TASK_KINDS[kind].queueJob),
    ...offered.map((model) => queueJobOf("generation", model)),
  ];
  await recordQueueJobOffers(sql, queueJobs, 0);
  const lease = { id, plane: "media-node", poolIds: [], host: "test", pid: process.pid } as const;
  await renewLease(sql, { ...lease, processSpace: null, models: offered, queueJobs });
  return {
    id,
    leave: () => deleteLease(sql, id),
    start: async (taskId) => {
      const runId = newId("run");
      assert.ok(await startRun(sql, { id: runId, taskId, nodeId: id }), "there is a task to run");
      return runId;
    },
    report: async (taskId, runId, outcome) => assert.ok(await reportRun(sql, { taskId, runId }, outcome)),
  };
}

/** A finished output of a generation run. */
export function generatedFile(taskId: string): GenerationResult {
  const id = newId("result");
  return { id, status: "SUCCESS", fileKey: `results/${taskId}/${id}.png`, fileType: "image/png" };
}
