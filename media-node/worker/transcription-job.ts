// The queue job of transcriptions: payload → pipeline → report.
import type { QueueHandler } from "../../shared/db/queue-runner.ts";
import type { TranscriptionJobRequest } from "../../shared/transcription-job.ts";
import { transcribeTask } from "../pipelines/transcription.ts";
import { type NodeServices, taskJob } from "./run-task.ts";

export function transcriptionJob(services: NodeServices): QueueHandler {
  return taskJob(services, async (context, request) => ({
    output: await transcribeTask(context, request as TranscriptionJobRequest),
  }));
}
