// POST /transcriptions: transcribes a time range with word-level times.
import { Task } from "../../../shared/schemas/task.ts";
import { TranscriptionRequest } from "../../../shared/schemas/transcription-request.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import { createJob, type JobServices } from "../../tasks/create-job.ts";
import type { ViewTask } from "../../tasks/task-view.ts";
import { transcriptionJobRequest } from "../../tasks/transcription-job-request.ts";
import { jsonReply, type Route } from "../route.ts";

export function transcriptionRoutes(services: JobServices & { viewTask: ViewTask }): Route[] {
  const parse = compileSchema(TranscriptionRequest);
  return [
    {
      method: "POST",
      path: "/api/v1/transcriptions",
      creates: true,
      access: "key",
      scope: "CLIPPING",
      body: "json",
      operation: {
        id: "createTranscriptionJob",
        tag: "Clipping",
        summary: "Transcribe a time range with word-level times",
        description: "Send exactly one of `video_url` and `s3_key`. Without a range, the whole source.",
        body: TranscriptionRequest,
        reply: { status: 201, schema: Task },
        errors: ["INVALID_REQUEST", "INSUFFICIENT_MOODS", "IDEMPOTENCY_CONFLICT"],
      },
      async handle(call, { accountId }) {
        const body = parse(call.body);
        const task = await createJob(services, {
          kind: "transcription",
          accountId,
          request: transcriptionJobRequest(body),
          urlPath: "/video_url",
          templateId: null,
          callbackUrl: body.callback_url ?? null,
          idempotencyKey: body.idempotency_key ?? null,
          answer: call.answer,
        });
        return jsonReply(201, "Transcription job created", await services.viewTask(task));
      },
    },
  ];
}
