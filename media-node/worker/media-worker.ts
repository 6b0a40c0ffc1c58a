// The media node's worker: pulls the queue jobs of every kind that this node can run, and keeps the node's lease.
import { type QueueHandler, startQueueRunner } from "../../shared/db/queue-runner.ts";
import type { AnnouncedModel, ModelCapability } from "../../shared/schemas/model.ts";
import { TASK_KINDS } from "../../shared/task-kinds.ts";
import { previewQueueJob } from "../../shared/template-previews.ts";
import type { PreviewMaker } from "../pipelines/preview-makers.ts";
import { clipJob } from "./clip-job.ts";
import { highlightJob } from "./highlight-job.ts";
import { keepLease } from "./lease.ts";
import { previewJob } from "./preview-job.ts";
import type { NodeServices } from "./run-task.ts";
import { transcriptionJob } from "./transcription-job.ts";

export interface MediaWorker {
  /** Gives work under way back to the queue, and the lease with it. */
  stop(): Promise<void>;
}

export interface MediaWorkerOptions {
  readonly databaseUrl: string;
  /** Queue jobs at once. */
  readonly concurrency: number;
  /** What this node offers. */
  readonly models: readonly AnnouncedModel[];
  /** How previews are made with the models of a capability. */
  readonly previewMakers?: Partial<Record<ModelCapability, PreviewMaker>>;
}

/** The queue jobs by which previews come to this node: of its own models only. */
function previewHandlers(
  services: NodeServices,
  { models, previewMakers = {} }: Pick<MediaWorkerOptions, "models" | "previewMakers">,
): Record<string, QueueHandler> {
  const handlers: Record<string, QueueHandler> = {};
  for (const { model, capability } of models) {
    const make = previewMakers[capability];
    if (make !== undefined) handlers[previewQueueJob(model)] = previewJob(services, make);
  }
  return handlers;
}

export async function startMediaWorker(
  services: NodeServices,
  options: MediaWorkerOptions,
): Promise<MediaWorker> {
  const { databaseUrl, concurrency, models } = options;
  const { sql, nodeId, activeRuns, logger } = services;
  const runner = await startQueueRunner({
    databaseUrl,
    concurrency,
    logger,
    handlers: {
      [TASK_KINDS.clip.queueJob]: clipJob(services),
      [TASK_KINDS.highlight.queueJob]: highlightJob(services),
      [TASK_KINDS.transcription.queueJob]: transcriptionJob(services),
      ...previewHandlers(services, options),
    },
  });
  const lease = keepLease({ sql, nodeId, poolIds: runner.poolIds, models, activeRuns, logger });
  return {
    stop: async () => {
      const stopped = runner.stop();
      activeRuns.interruptAll();
      await stopped;
      await lease.release();
    },
  };
}
