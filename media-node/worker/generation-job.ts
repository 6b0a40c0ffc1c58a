// The queue job of generation tasks: payload → pipeline → report. Each model has a job of its own, so that only nodes that
// can run it take it.
import type { QueueHandler } from "../../shared/db/queue-runner.ts";
import type { GenerationJobRequest } from "../../shared/generation-job.ts";
import { generateImages } from "../pipelines/generate-images.ts";
import { type NodeServices, taskJob } from "./run-task.ts";

export function generationJob(services: NodeServices): QueueHandler {
  return taskJob(services, async (context, request) => ({
    output: null,
    result: await generateImages(context, request as GenerationJobRequest),
  }));
}
