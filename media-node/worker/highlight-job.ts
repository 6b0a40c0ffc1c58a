// The queue job of highlight tasks: payload → pipeline → report.
import type { QueueHandler } from "../../shared/db/queue-runner.ts";
import type { HighlightJobRequest } from "../../shared/highlight-job.ts";
import { makeReel } from "../pipelines/make-reel.ts";
import { selectHighlights } from "../pipelines/select-highlights.ts";
import { type NodeServices, taskJob } from "./run-task.ts";

export function highlightJob(services: NodeServices): QueueHandler {
  return taskJob(services, async (context, request) => ({
    output: await makeReel(context, request as HighlightJobRequest, selectHighlights),
  }));
}
