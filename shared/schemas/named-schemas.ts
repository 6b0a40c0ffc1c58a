// The schemas that have a name of their own: as such they stand in the API's document, and as types in the client. One
// that is missing here is written out wherever it occurs.
import type { TSchema } from "typebox";
import type { RequestBounds } from "../limits/request-bounds.ts";
import { Balance } from "./balance.ts";
import { ClipDetails, ClipFraming, ClipQuery, ClipWord } from "./clip-details.ts";
import { Pagination } from "./envelope.ts";
import { ErrorBody, ErrorReply } from "./error.ts";
import { Caption, Clip, ClipOutput, HighlightOutput, TranscriptionOutput } from "./job-output.ts";
import { JobListQuery, TaskListQuery } from "./list-query.ts";
import { InputSchema, ListedModel, listedModelWithin } from "./model.ts";
import { ClipRequest, clipRequestWithin, SubtitleOptions } from "./requests/clip-request.ts";
import { GenerationRequest, generationRequestWithin } from "./requests/generation-request.ts";
import { HighlightRequest, highlightRequestWithin } from "./requests/highlight-request.ts";
import { RenderRequest } from "./requests/render-request.ts";
import { TranscriptionRequest } from "./requests/transcription-request.ts";
import { UploadRequest, uploadRequestWithin } from "./requests/upload-request.ts";
import { Billing, ListedTask, Progress, ResultItem, Task, TaskFailure, WebhookPayload } from "./task.ts";
import { Template, TemplatesQuery } from "./template.ts";
import { AnnouncedUpload, DeletedUpload, Upload } from "./upload.ts";
import { Usage, UsageQuery } from "./usage.ts";
import { WebhookDelivery } from "./webhook-delivery.ts";

export const NAMED_SCHEMAS = {
  ClipRequest,
  SubtitleOptions,
  HighlightRequest,
  TranscriptionRequest,
  RenderRequest,
  GenerationRequest,
  UploadRequest,
  Task,
  ListedTask,
  TaskFailure,
  Progress,
  Billing,
  ResultItem,
  WebhookDelivery,
  WebhookPayload,
  ClipOutput,
  Clip,
  ClipDetails,
  ClipWord,
  ClipFraming,
  HighlightOutput,
  TranscriptionOutput,
  Caption,
  AnnouncedUpload,
  Upload,
  DeletedUpload,
  Model: ListedModel,
  InputSchema,
  Template,
  Balance,
  Usage,
  Pagination,
  ErrorReply,
  ErrorBody,
} as const satisfies Readonly<Record<string, TSchema>>;

/** The same within the bounds that are in force. */
export function namedSchemasWithin(bounds: RequestBounds): Readonly<Record<string, TSchema>> {
  return {
    ...NAMED_SCHEMAS,
    ClipRequest: clipRequestWithin(bounds),
    HighlightRequest: highlightRequestWithin(bounds),
    GenerationRequest: generationRequestWithin(bounds),
    UploadRequest: uploadRequestWithin(bounds),
    Model: listedModelWithin(bounds),
  };
}

/** Queries, which the document writes out as parameters. */
export const QUERY_SCHEMAS = {
  TaskListQuery,
  JobListQuery,
  ClipQuery,
  TemplatesQuery,
  UsageQuery,
} as const satisfies Readonly<Record<string, TSchema>>;
