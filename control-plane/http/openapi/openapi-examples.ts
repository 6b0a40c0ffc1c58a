// A body for each operation that takes one, as a client would send it; by operation id.

const VIDEO_URL = "https://videos.example.com/talk.mp4";

export const BODY_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createClipJob: {
    video_url: VIDEO_URL,
    video_duration_seconds: 1800,
    start_time: "00:05:00",
    end_time: "00:25:00",
    clip_count: 3,
    clip_length: "20-45s",
    subtitle: { preset: "bold", animation: "karaoke" },
    callback_url: "https://hooks.example.com/clipmill/4f9c2a7e",
    idempotency_key: "talk-42-clips",
  },
  createHighlightJob: {
    url: "https://videos.example.com/match.mp4",
    title: "Cup final",
    category: "FOOTBALL",
    duration: "3600",
    layout: "LANDSCAPE",
    target_resolution: "1080p",
  },
  createTranscriptionJob: { video_url: VIDEO_URL, start_time: "00:00:00", end_time: "00:10:00" },
  createRender: {
    start: 312.4,
    end: 341.9,
    words: [
      { index: 4, word: "Clipmill" },
      { index: 9, word: "" },
    ],
    editing_style: "STATIC_CROP",
    subtitle: { preset: "karaoke" },
  },
  createGenerationTask: {
    model: "a-model-from-the-list",
    model_tier: "lite",
    input: { prompt: "a lighthouse at dawn, watercolour" },
    output_count: 2,
  },
  createUpload: { filename: "talk.mp4", content_type: "video/mp4", size_bytes: 734003200 },
};
