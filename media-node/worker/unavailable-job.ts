// The queue job of kinds of task that no pipeline of this version can run: the task fails at once, with a reason, and
// is refunded, where without a handler it would wait for ever.
import type { QueueHandler } from "../../shared/db/queue-runner.ts";
import { AppError } from "../../shared/errors.ts";
import { type NodeServices, runTask } from "./run-task.ts";

/** @param what names the work in a sentence, such as "transcribe" */
export function unavailableJob(services: NodeServices, what: string): QueueHandler {
  return ({ payload }) =>
    runTask(services, (payload as { taskId: string }).taskId, async () => {
      throw new AppError("MODEL_UNAVAILABLE", `This appliance has no model to ${what} with.`, {
        retryable: false,
      });
    });
}
