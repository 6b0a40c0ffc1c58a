// The body of POST /api/v1/transcriptions as one JSON Schema: it validates, it types, and it documents.
import { type Static, Type } from "typebox";
import { DEFAULT_QUALITY, SOURCE_QUALITIES } from "../../tasks/transcription-job.ts";
import { CallbackUrl, ClockTime, HttpUrl, IdempotencyKey, UploadKey } from "./request-fields.ts";

export const TranscriptionRequest = Type.Object({
  video_url: Type.Optional(HttpUrl),
  s3_key: Type.Optional(UploadKey),
  start_time: Type.Optional(ClockTime),
  end_time: Type.Optional(ClockTime),
  quality: Type.Optional(
    Type.Enum([...SOURCE_QUALITIES], { default: DEFAULT_QUALITY, description: "The video height to fetch." }),
  ),
  callback_url: Type.Optional(CallbackUrl),
  idempotency_key: Type.Optional(IdempotencyKey),
});
export type TranscriptionRequest = Static<typeof TranscriptionRequest>;
