// Transcriptions: what is said in a range, with the times of every word.
import { TranscriptionRequest } from "../../../shared/schemas/requests/transcription-request.ts";
import { askedLengthS } from "../../../shared/tasks/footage-length.ts";
import { createJob } from "../create/create-job.ts";
import { controlKind } from "../task-kind.ts";
import { describeSourceBounds } from "./media-fields.ts";
import { transcriptionJobRequest } from "./transcription-job-request.ts";

export const transcriptionJobs = controlKind({
  body: () => TranscriptionRequest,
  scope: "CLIPPING",
  operation: {
    id: "createTranscriptionJob",
    tag: "Clipping",
    summary: "Transcribe a time range with word-level times",
    errors: ["INVALID_REQUEST", "INSUFFICIENT_MOODS", "IDEMPOTENCY_CONFLICT"],
  },
  describe: ({ bounds }) =>
    `Send exactly one of \`video_url\` and \`s3_key\`. Without a range, the whole source. ${describeSourceBounds(bounds)}`,
  created: "Transcription job created",
  create: (services, { body, ...creation }) => {
    const request = transcriptionJobRequest(body, services.bounds);
    return createJob(services, {
      ...creation,
      request,
      footageS: askedLengthS(request),
      urlPath: "/video_url",
      templateId: null,
      callbackUrl: body.callback_url ?? null,
      idempotencyKey: body.idempotency_key ?? null,
    });
  },
  viewOutput: null,
  showsTemplate: false,
  hasCaptions: true,
});
