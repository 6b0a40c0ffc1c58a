// The queue jobs of tasks: what each carries is parsed, and its task is run.
import { Type } from "typebox";
import type { QueueHandler } from "../../shared/db/queue/run-queue-job.ts";
import { AppError } from "../../shared/errors.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import type { NodeServices } from "./node-services.ts";
import type { Pipeline } from "./runs/run-pipeline.ts";
import { runTask } from "./runs/run-task.ts";

const readTaskJob = compileSchema(Type.Object({ taskId: Type.String({ minLength: 1 }) }));

/** The outcome of a task whose job or request cannot be read, as at every further try. */
export function unreadable(cause: unknown): AppError {
  const details = cause instanceof AppError ? (cause.details ?? []) : [];
  return new AppError("INTERNAL", undefined, { cause, details, retryable: false });
}

/**
 * The handler of the queue jobs whose tasks this pipeline runs. A job's key is its task's id, so that a job that cannot be read
 * still ends its task.
 */
export function taskJob(services: NodeServices, pipeline: Pipeline): QueueHandler {
  return async ({ payload, key, lock }) => {
    let taskId: string;
    try {
      ({ taskId } = readTaskJob(payload));
    } catch (error) {
      if (key === null) throw error;
      return runTask(services, key, () => Promise.reject(unreadable(error)), lock);
    }
    return runTask(services, taskId, pipeline, lock);
  };
}
