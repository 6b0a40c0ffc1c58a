// Makes a transcription job from a client's body. Pure, so that the same body always gives the same job, which
// idempotency compares.
import type { RequestBounds } from "../../../shared/limits/request-bounds.ts";
import type { TranscriptionRequest } from "../../../shared/schemas/requests/transcription-request.ts";
import { DEFAULT_QUALITY, type TranscriptionJobRequest } from "../../../shared/tasks/transcription-job.ts";
import { readRange, readSource } from "./media-fields.ts";

/** Makes the job that a media node runs. @throws AppError INVALID_REQUEST with the field that is wrong */
export function transcriptionJobRequest(
  body: TranscriptionRequest,
  bounds: RequestBounds,
): TranscriptionJobRequest {
  return {
    source: readSource("video_url", body.video_url, body.s3_key),
    range: readRange(body, bounds),
    quality: body.quality ?? DEFAULT_QUALITY,
  };
}
