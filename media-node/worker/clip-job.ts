// The queue job of clip tasks: payload → pipeline → report.
import type { ClipJobRequest } from "../../shared/clip-job.ts";
import type { QueueHandler } from "../../shared/db/queue-runner.ts";
import { cutClips } from "../pipelines/cut-clips.ts";
import { type NodeServices, taskJob } from "./run-task.ts";

export function clipJob(services: NodeServices): QueueHandler {
  return taskJob(services, async (context, request) => ({
    output: await cutClips(context, request as ClipJobRequest),
  }));
}
