// The media node's worker: pulls the queue jobs of every kind that this node can run, and keeps the node's lease.
import { startQueueRunner } from "../../shared/db/queue-runner.ts";
import type { Model } from "../../shared/schemas/model.ts";
import { TASK_KINDS } from "../../shared/task-kinds.ts";
import { clipJob } from "./clip-job.ts";
import { keepLease } from "./lease.ts";
import type { NodeServices } from "./run-task.ts";
import { transcriptionJob } from "./transcription-job.ts";
import { unavailableJob } from "./unavailable-job.ts";

export interface MediaWorker {
  /** Gives work under way back to the queue, and the lease with it. */
  stop(): Promise<void>;
}

export async function startMediaWorker(
  services: NodeServices,
  { models, ...options }: { databaseUrl: string; concurrency: number; models: readonly Model[] },
): Promise<MediaWorker> {
  const { sql, nodeId, activeRuns, logger } = services;
  const runner = await startQueueRunner({
    ...options,
    logger,
    handlers: {
      [TASK_KINDS.clip.queueJob]: clipJob(services),
      [TASK_KINDS.highlight.queueJob]: unavailableJob(services, "find highlights"),
      [TASK_KINDS.transcription.queueJob]: transcriptionJob(services),
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
