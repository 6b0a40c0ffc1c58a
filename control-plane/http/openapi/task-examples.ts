// Tasks as the API's document shows them: one talk that is cut, transcribed and rendered again, a match, and an image.

type Fields = Readonly<Record<string, unknown>>;

const FILES = "https://clipmill.example.com/files";
const TASK_ID = "task_01k9a1b2c3d4e5f6g7h8j9k0m1";
const CLIP_ID = "clip_01k9a1b2c3d4e5f6g7h8j9k0m1";
const RESULT_ID = "res_01k9a1b2c3d4e5f6g7h8j9k0m1";
export const CREATED_AT = "2026-11-30T09:15:00.000Z";
const STARTED_AT = "2026-11-30T09:15:02.410Z";
const ENDED_AT = "2026-11-30T09:19:41.873Z";

/** A signed address of a file of the service. */
export function fileUrl(path: string): string {
  return `${FILES}/${path}?expires=1796116781&signature=l6QPyQ2nT8aMxGkJb0dYc4sVwE7uHfZr1oXt9iCLm5A`;
}

/** What every task has, as it is when it was created. */
const CREATED = {
  task_id: TASK_ID,
  kind: "clip",
  name: "talk.mp4",
  status: "queued",
  model: null,
  template_id: null,
  callback_url: null,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  started_at: null,
  completed_at: null,
  deleted_at: null,
  error: null,
  progress: null,
  billing: { base_moods: 1, charged_moods: 1, extra_moods_charged: 0, refunded_moods: 0 },
  result: [],
  output: null,
  webhooks: [],
} as const satisfies Fields;

export const CREATED_HIGHLIGHTS = { ...CREATED, kind: "highlight", name: "Cup final" } as const;
export const CREATED_TRANSCRIPTION = { ...CREATED, kind: "transcription" } as const;
export const CREATED_RENDER = { ...CREATED, kind: "render" } as const;

function endedTask(changes: Fields): Fields {
  const progress = { percent: 100, stage: "done", message: "Done", queue_position: null };
  const times = { updated_at: ENDED_AT, started_at: STARTED_AT, completed_at: ENDED_AT };
  return { ...CREATED, status: "finished", progress, ...times, ...changes };
}

export const CLIP = {
  id: CLIP_ID,
  index: 0,
  title: "Every second of waggling means about one kilometre",
  description: "After every trip, a scout dances a little less, even if she has found a palace.",
  hashtags: ["#Kilometre", "#Scout", "#Angle"],
  start: 323.5,
  end: 349.9,
  duration: 26.4,
  viralityScore: 66.3,
  scoreBreakdown: { hook: 18.4, engagement: 16.1, value: 16.8, shareability: 15 },
  reason: "Speaks of “scout” and keeps a lively pace.",
  hook: "A scout who finds one comes back, and dances.",
  transcript:
    "A scout who finds one comes back, and dances. The angle of her dance is the angle from the sun.",
  videoUrl: fileUrl(`tasks/${TASK_ID}/clips/${CLIP_ID}/video.mp4`),
  thumbnailUrl: fileUrl(`tasks/${TASK_ID}/clips/${CLIP_ID}/thumbnail.jpg`),
  captionsUrl: fileUrl(`tasks/${TASK_ID}/clips/${CLIP_ID}/captions.srt`),
  width: 1080,
  height: 1920,
  editingStyle: "STATIC_CROP",
} as const satisfies Fields;

const CLIP_OUTPUT = { notice: null, clips: [CLIP] } as const;

export const DELIVERY = {
  id: "whd_01k9a1b2c3d4e5f6g7h8j9k0m1",
  status: "PENDING",
  attempts: 0,
  max_attempts: 3,
  last_attempt_at: null,
  next_retry_at: null,
  delivered_at: null,
  last_status_code: null,
  last_error: null,
} as const satisfies Fields;

export const CREATED_CLIPS = {
  ...CREATED,
  callback_url: "https://hooks.example.com/clipmill/4f9c2a7e",
  webhooks: [DELIVERY],
} as const;

export const FINISHED_CLIPS = endedTask({ output: CLIP_OUTPUT });

export const FINISHED_HIGHLIGHTS = endedTask({
  kind: "highlight",
  name: "Cup final",
  output: {
    notice: null,
    rawVideoUrl: fileUrl(`tasks/${TASK_ID}/reel.mp4`),
    templatedVideoUrl: null,
    thumbnailUrl: fileUrl(`tasks/${TASK_ID}/thumbnail.jpg`),
    duration: 24.5,
    moments: [
      { start: 1261.2, end: 1273.7, score: 91.2, reason: "The crowd rose sharply and a replay followed." },
      { start: 2890, end: 2902, score: 74.8, reason: "Play sped up and the crowd stayed loud." },
    ],
  },
});

export const FINISHED_TRANSCRIPTION = endedTask({
  kind: "transcription",
  output: {
    notice: null,
    segments: 1,
    captions: [
      {
        text: "Ten thousand bees",
        start: 0.21,
        end: 1.32,
        words: [
          { word: "Ten", start: 0.21, end: 0.45, score: 0.97 },
          { word: "thousand", start: 0.45, end: 0.93, score: 0.99 },
          { word: "bees", start: 0.93, end: 1.32, score: 0.98 },
        ],
      },
    ],
    language: "en",
    model: "speech-en-small",
    duration: 600,
  },
});

export const RUNNING_CLIPS = {
  ...CREATED,
  status: "running",
  updated_at: STARTED_AT,
  started_at: STARTED_AT,
  progress: {
    percent: 51.9,
    stage: "rendering",
    message: "Rendering: 1 of 3 clips finished",
    queue_position: null,
  },
} as const satisfies Fields;

const UNREACHABLE = {
  code: "SOURCE_UNREACHABLE",
  message: "The source answered 404.",
  retryable: false,
} as const;

const REFUNDED = { base_moods: 1, charged_moods: 1, extra_moods_charged: 0, refunded_moods: 1 } as const;

export const FAILED_CLIPS = endedTask({
  status: "failed",
  progress: { percent: 2, stage: "fetching", message: "Fetching the source", queue_position: null },
  error: UNREACHABLE,
  billing: REFUNDED,
});

export const CANCELLED_CLIPS = endedTask({
  status: "failed",
  started_at: null,
  progress: null,
  error: { code: "CANCELLED", message: "The task was cancelled at its owner's request.", retryable: false },
  billing: REFUNDED,
});

export const REMOVED_CLIPS = endedTask({ deleted_at: "2026-12-01T08:00:00.000Z" });

const GENERATION = {
  kind: "generation",
  name: "a lighthouse at dawn, watercolour",
  model: "a-model-from-the-list",
} as const;

export const CREATED_GENERATION = { ...CREATED, ...GENERATION };
export const CANCELLED_GENERATION = { ...CANCELLED_CLIPS, ...GENERATION };
export const REMOVED_GENERATION = { ...REMOVED_CLIPS, ...GENERATION };

export const FINISHED_GENERATION = endedTask({
  ...GENERATION,
  result: [
    {
      id: RESULT_ID,
      status: "SUCCESS",
      file_url: fileUrl(`tasks/${TASK_ID}/results/${RESULT_ID}.png`),
      file_type: "image/png",
      thumbnail_url: fileUrl(`tasks/${TASK_ID}/results/${RESULT_ID}-thumbnail.webp`),
      external_task_id: "run_01k9a1b2c3d4e5f6g7h8j9k0m1",
    },
  ],
});

/** A task as lists show it. */
export function listedTask(task: Fields): Fields {
  const { output: _output, webhooks: _webhooks, ...listed } = task;
  return listed;
}

export const WEBHOOK_EXAMPLE = {
  event: "job.finished",
  task_id: TASK_ID,
  status: "finished",
  model: null,
  result: [],
  error: null,
  created_at: CREATED_AT,
  completed_at: ENDED_AT,
  kind: "clip",
  output: CLIP_OUTPUT,
} as const satisfies Fields;
