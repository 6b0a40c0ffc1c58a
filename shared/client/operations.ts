// The API's operations as the client calls them, by their ids in its document. A test holds this table against the
// document of a running control plane, so that neither has an operation, a path or a type that the other has not.
import type { ApiTypes, QueryTypes } from "./api-types.ts";

interface OperationShape {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below `/api/v1`. */
  readonly path: string;
  readonly query?: keyof QueryTypes;
  readonly body?: keyof ApiTypes;
  /** What `data` is. */
  readonly reply?: keyof ApiTypes;
  /** What `data` is a list of. */
  readonly replies?: keyof ApiTypes;
  /** Of replies that are no JSON. */
  readonly text?: true;
  /** Of those that may be larger than memory. */
  readonly bytes?: true;
  /** Whether a repeat after a lost answer does no harm: always, by an idempotency key, or not. */
  readonly repeat: "safe" | "keyed" | "unsafe";
  /** The client's method. */
  readonly call: string;
}

export const OPERATIONS = {
  createClipJob: {
    method: "POST",
    path: "/clips",
    body: "ClipRequest",
    reply: "Task",
    repeat: "keyed",
    call: "clips.create",
  },
  createRender: {
    method: "POST",
    path: "/jobs/{jobId}/clips/{clipId}/renders",
    body: "RenderRequest",
    reply: "Task",
    repeat: "keyed",
    call: "clips.render",
  },
  exportClipSrt: {
    method: "GET",
    path: "/jobs/{jobId}/clips/{clipId}/exports/srt",
    text: true,
    repeat: "safe",
    call: "clips.srt",
  },
  exportClipVtt: {
    method: "GET",
    path: "/jobs/{jobId}/clips/{clipId}/exports/vtt",
    text: true,
    repeat: "safe",
    call: "clips.vtt",
  },
  exportClipTxt: {
    method: "GET",
    path: "/jobs/{jobId}/clips/{clipId}/exports/txt",
    text: true,
    repeat: "safe",
    call: "clips.txt",
  },
  exportJobOtio: {
    method: "GET",
    path: "/jobs/{jobId}/exports/otio",
    text: true,
    repeat: "safe",
    call: "exports.otio",
  },
  exportJobFcpxml: {
    method: "GET",
    path: "/jobs/{jobId}/exports/fcpxml",
    text: true,
    repeat: "safe",
    call: "exports.fcpxml",
  },
  exportJobSrt: {
    method: "GET",
    path: "/jobs/{jobId}/exports/srt",
    text: true,
    repeat: "safe",
    call: "exports.srt",
  },
  exportJobVtt: {
    method: "GET",
    path: "/jobs/{jobId}/exports/vtt",
    text: true,
    repeat: "safe",
    call: "exports.vtt",
  },
  exportJobTxt: {
    method: "GET",
    path: "/jobs/{jobId}/exports/txt",
    text: true,
    repeat: "safe",
    call: "exports.txt",
  },
  exportJobZip: {
    method: "GET",
    path: "/jobs/{jobId}/exports/zip",
    bytes: true,
    repeat: "safe",
    call: "exports.zip",
  },
  createHighlightJob: {
    method: "POST",
    path: "/highlights",
    body: "HighlightRequest",
    reply: "Task",
    repeat: "keyed",
    call: "highlights.create",
  },
  createTranscriptionJob: {
    method: "POST",
    path: "/transcriptions",
    body: "TranscriptionRequest",
    reply: "Task",
    repeat: "keyed",
    call: "transcriptions.create",
  },
  createGenerationTask: {
    method: "POST",
    path: "/generation-tasks",
    body: "GenerationRequest",
    reply: "Task",
    repeat: "keyed",
    call: "generationTasks.create",
  },
  listJobs: {
    method: "GET",
    path: "/jobs",
    query: "JobListQuery",
    replies: "ListedTask",
    repeat: "safe",
    call: "jobs.list",
  },
  readJob: { method: "GET", path: "/jobs/{jobId}", reply: "Task", repeat: "safe", call: "jobs.get" },
  watchJob: { method: "GET", path: "/jobs/{jobId}/events", text: true, repeat: "safe", call: "jobs.follow" },
  cancelJob: {
    method: "POST",
    path: "/jobs/{jobId}/cancel",
    reply: "Task",
    repeat: "safe",
    call: "jobs.cancel",
  },
  deleteJob: { method: "DELETE", path: "/jobs/{jobId}", reply: "Task", repeat: "safe", call: "jobs.delete" },
  retryJobWebhook: {
    method: "POST",
    path: "/jobs/{jobId}/webhooks/retry",
    reply: "WebhookDelivery",
    repeat: "unsafe",
    call: "jobs.retryWebhook",
  },
  readClip: {
    method: "GET",
    path: "/jobs/{jobId}/clips/{clipId}",
    query: "ClipQuery",
    reply: "ClipDetails",
    repeat: "safe",
    call: "clips.get",
  },
  readCaptionsSrt: {
    method: "GET",
    path: "/jobs/{jobId}/captions.srt",
    text: true,
    repeat: "safe",
    call: "transcriptions.srt",
  },
  readCaptionsVtt: {
    method: "GET",
    path: "/jobs/{jobId}/captions.vtt",
    text: true,
    repeat: "safe",
    call: "transcriptions.vtt",
  },
  listGenerationTasks: {
    method: "GET",
    path: "/generation-tasks",
    query: "TaskListQuery",
    replies: "ListedTask",
    repeat: "safe",
    call: "generationTasks.list",
  },
  readGenerationTask: {
    method: "GET",
    path: "/generation-tasks/{taskId}",
    reply: "Task",
    repeat: "safe",
    call: "generationTasks.get",
  },
  watchGenerationTask: {
    method: "GET",
    path: "/generation-tasks/{taskId}/events",
    text: true,
    repeat: "safe",
    call: "generationTasks.follow",
  },
  cancelGenerationTask: {
    method: "POST",
    path: "/generation-tasks/{taskId}/cancel",
    reply: "Task",
    repeat: "safe",
    call: "generationTasks.cancel",
  },
  deleteGenerationTask: {
    method: "DELETE",
    path: "/generation-tasks/{taskId}",
    reply: "Task",
    repeat: "safe",
    call: "generationTasks.delete",
  },
  retryGenerationTaskWebhook: {
    method: "POST",
    path: "/generation-tasks/{taskId}/webhooks/retry",
    reply: "WebhookDelivery",
    repeat: "unsafe",
    call: "generationTasks.retryWebhook",
  },
  // A repeat may announce twice; what nothing is sent to expires by itself.
  createUpload: {
    method: "POST",
    path: "/uploads",
    body: "UploadRequest",
    reply: "AnnouncedUpload",
    repeat: "safe",
    call: "uploads.create",
  },
  readUpload: {
    method: "GET",
    path: "/uploads/{uploadId}",
    reply: "Upload",
    repeat: "safe",
    call: "uploads.get",
  },
  completeUpload: {
    method: "POST",
    path: "/uploads/{uploadId}/complete",
    reply: "Upload",
    repeat: "safe",
    call: "uploads.complete",
  },
  deleteUpload: {
    method: "DELETE",
    path: "/uploads/{uploadId}",
    reply: "DeletedUpload",
    repeat: "safe",
    call: "uploads.delete",
  },
  listModels: { method: "GET", path: "/models", replies: "Model", repeat: "safe", call: "models.list" },
  listTemplates: {
    method: "GET",
    path: "/templates",
    query: "TemplatesQuery",
    replies: "Template",
    repeat: "safe",
    call: "templates.list",
  },
  readTemplate: {
    method: "GET",
    path: "/templates/{templateId}",
    reply: "Template",
    repeat: "safe",
    call: "templates.get",
  },
  readBalance: { method: "GET", path: "/balance", reply: "Balance", repeat: "safe", call: "balance" },
  readUsage: {
    method: "GET",
    path: "/usage",
    query: "UsageQuery",
    reply: "Usage",
    repeat: "safe",
    call: "usage",
  },
} as const satisfies Readonly<Record<string, OperationShape>>;

export type OperationName = keyof typeof OPERATIONS;
type Shapes = typeof OPERATIONS;
/** Those whose replies are read whole. */
export type CallName = {
  [Name in OperationName]: Shapes[Name] extends { bytes: true } ? never : Name;
}[OperationName];

type Placeholders<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The names in an operation's path. */
export type PathOf<Name extends OperationName> = Readonly<Record<Placeholders<Shapes[Name]["path"]>, string>>;
export type QueryOf<Name extends OperationName> = Shapes[Name] extends { query: infer Query }
  ? QueryTypes[Query & keyof QueryTypes]
  : undefined;
export type BodyOf<Name extends OperationName> = Shapes[Name] extends { body: infer Body }
  ? ApiTypes[Body & keyof ApiTypes]
  : undefined;
/** The `data` of an operation's reply; its text where it is no JSON. */
export type ReplyOf<Name extends OperationName> = Shapes[Name] extends { reply: infer Reply }
  ? ApiTypes[Reply & keyof ApiTypes]
  : Shapes[Name] extends { replies: infer Item }
    ? ApiTypes[Item & keyof ApiTypes][]
    : string;
