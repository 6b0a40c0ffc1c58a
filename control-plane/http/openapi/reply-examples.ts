// What each operation answers where all goes well; by operation id. Of a read of a job there are several, since its
// `output` is another one for each kind of job.
import {
  CANCELLED_CLIPS,
  CANCELLED_GENERATION,
  CLIP,
  CREATED_AT,
  CREATED_CLIPS,
  CREATED_GENERATION,
  CREATED_HIGHLIGHTS,
  CREATED_RENDER,
  CREATED_TRANSCRIPTION,
  DELIVERY,
  FAILED_CLIPS,
  FINISHED_CLIPS,
  FINISHED_GENERATION,
  FINISHED_HIGHLIGHTS,
  FINISHED_TRANSCRIPTION,
  fileUrl,
  listedTask,
  REMOVED_CLIPS,
  REMOVED_GENERATION,
  RUNNING_CLIPS,
} from "./task-examples.ts";

/** A reply without its `status`, which is the operation's. */
interface ReplyExample {
  readonly message: string;
  readonly data: unknown;
  readonly pagination?: unknown;
}

const ONE_PAGE = { total: 1, nextPage: null, limit: 20, currentPage: 1, totalPage: 1 } as const;
const CURSOR_PAGE = { ...ONE_PAGE, cursor: null } as const;

const UPLOAD = {
  upload_id: "upl_01k9a1b2c3d4e5f6g7h8j9k0m1",
  s3_key: "uploads/acct_01k9a1b2c3d4e5f6g7h8j9k0m1/upl_01k9a1b2c3d4e5f6g7h8j9k0m1.mp4",
} as const;

const STORED_UPLOAD = {
  ...UPLOAD,
  filename: "talk.mp4",
  size_bytes: 734003200,
  part_size_bytes: null,
  received: [],
  complete: true,
  expires_at: "2026-12-30T09:15:00.000Z",
} as const;

const PREVIEW_URL = fileUrl("templates/tmpl_01k9a1b2c3d4e5f6g7h8j9k0m1/preview.webp");

const TEMPLATE = {
  template_id: "tmpl_01k9a1b2c3d4e5f6g7h8j9k0m1",
  model: "a-model-from-the-list",
  model_title: "Backgrounds",
  capability: "IMAGE_GENERATION",
  description: "Desert: sand below a clear sky",
  media_url: PREVIEW_URL,
  raw_prompt: { prompt: "desert under a blue sky, warm" },
  input: { prompt: "desert under a blue sky, warm", size: "896x512" },
  category: { id: "cat_01k9a1b2c3d4e5f6g7h8j9k0m1", name: "Landscapes", slug: "landscapes" },
  preview_results: [
    {
      id: "image",
      type: "image",
      media_url: PREVIEW_URL,
      content_type: "image/webp",
      filename: "preview.webp",
    },
  ],
  model_tiers: ["lite", "max"],
  usage_count: 3,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
} as const;

const MODEL = {
  model: "a-model-from-the-list",
  title: "Backgrounds",
  subtitle: "Gradients, waves and simple landscapes",
  capability: "IMAGE_GENERATION",
  default_output_count: 1,
  max_output_count: 8,
  model_tiers: ["lite", "max"],
  tier_prices: { lite: 1, max: 2 },
  input_schema: {
    type: "object",
    properties: {
      prompt: { type: "string", maxLength: 2000, description: "What to show." },
      size: { type: "string", enum: ["512x512", "896x512"], default: "512x512" },
    },
    required: ["prompt"],
  },
} as const;

const CLIP_DETAILS = {
  ...CLIP,
  jobId: "task_01k9a1b2c3d4e5f6g7h8j9k0m1",
  words: [
    { index: 0, word: "A", start: 323.71, end: 323.84 },
    { index: 1, word: "scout", start: 323.84, end: 324.22 },
  ],
  wordsBefore: [],
  wordsAfter: [],
  subtitle: { with_subtitle: true, font_size: 84, position: "bottom", animation: "pop", uppercase: false },
  cuts: [336.86],
  framing: [{ start: 323.5, end: 349.9, layout: "crop", areas: [{ x: 212, y: 0, width: 406, height: 720 }] }],
  source: { duration: 1800, width: 1280, height: 720, frameRate: 25 },
  source_expires_at: "2026-12-30T09:15:00.000Z",
} as const;

const USAGE = {
  range: { from: "2026-11-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z" },
  totals: { requests: 16, base_moods: 2, charged_moods: 2, avg_response_time_ms: 31.9 },
  by_endpoint: [
    {
      endpoint: "/api/v1/clips",
      method: "POST",
      requests: 2,
      charged_moods: 2,
      avg_response_time_ms: 20.6,
    },
    {
      endpoint: "/api/v1/jobs/:jobId",
      method: "GET",
      requests: 14,
      charged_moods: 0,
      avg_response_time_ms: 33.5,
    },
  ],
  by_day: [{ day: "2026-11-30", requests: 16, charged_moods: 2 }],
} as const;

const BALANCE = {
  moodsBalance: 98,
  moodsUsed: 2,
  moodsGranted: 100,
  priceMultiplier: 1,
  rateLimit: { perMinute: 120, perDay: 50000, accountPerMinute: 120, accountPerDay: 50000 },
} as const;

const ANNOUNCED = {
  ...UPLOAD,
  upload_url: fileUrl(UPLOAD.s3_key).replace("/files/", "/uploads/"),
  method: "PUT",
  headers: { "content-type": "video/mp4" },
  expires_at: "2026-11-30T15:15:00.000Z",
} as const;

/** By what they show, the usual one first. */
export type ReplyExamples = Readonly<Record<string, ReplyExample>>;

function one(message: string, data: unknown, pagination?: unknown): ReplyExamples {
  return { usual: pagination === undefined ? { message, data } : { message, data, pagination } };
}

export const REPLY_EXAMPLES: Readonly<Record<string, ReplyExamples>> = {
  createClipJob: one("Clip job created", CREATED_CLIPS),
  createHighlightJob: one("Highlight job created", CREATED_HIGHLIGHTS),
  createTranscriptionJob: one("Transcription job created", CREATED_TRANSCRIPTION),
  createRender: one("Render created", CREATED_RENDER),
  listJobs: one("Jobs listed", [listedTask(FINISHED_CLIPS)], CURSOR_PAGE),
  readJob: {
    "finished clips": { message: "Job read", data: FINISHED_CLIPS },
    "finished highlights": { message: "Job read", data: FINISHED_HIGHLIGHTS },
    "finished transcription": { message: "Job read", data: FINISHED_TRANSCRIPTION },
    running: { message: "Job read", data: RUNNING_CLIPS },
    failed: { message: "Job read", data: FAILED_CLIPS },
  },
  deleteJob: one("Job's files removed", REMOVED_CLIPS),
  cancelJob: one("Job cancelled", CANCELLED_CLIPS),
  retryJobWebhook: one("Webhook delivery queued", DELIVERY),
  readClip: one("Clip read", CLIP_DETAILS),
  createUpload: one("Upload announced", ANNOUNCED),
  readUpload: one("Upload read", STORED_UPLOAD),
  deleteUpload: one("Upload removed", { ...UPLOAD, deleted_at: "2026-12-01T08:00:00.000Z" }),
  completeUpload: one("Upload complete", STORED_UPLOAD),
  listModels: one("Models listed", [MODEL]),
  listTemplates: one("Templates listed", [TEMPLATE], ONE_PAGE),
  readTemplate: one("Template read", TEMPLATE),
  createGenerationTask: one("Generation task created", CREATED_GENERATION),
  listGenerationTasks: one("Generation tasks listed", [listedTask(FINISHED_GENERATION)], CURSOR_PAGE),
  readGenerationTask: one("Generation task read", FINISHED_GENERATION),
  deleteGenerationTask: one("Generation task's files removed", REMOVED_GENERATION),
  cancelGenerationTask: one("Generation task cancelled", CANCELLED_GENERATION),
  retryGenerationTaskWebhook: one("Webhook delivery queued", DELIVERY),
  readBalance: one("Balance read", BALANCE),
  readUsage: one("Usage read", USAGE),
};
