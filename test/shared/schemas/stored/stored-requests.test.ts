// What the control plane makes of clients' bodies is what media nodes can read, whole and unchanged.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clipJobRequest } from "../../../../control-plane/tasks/kinds/clip-job-request.ts";
import {
  highlightJobRequest,
  highlightWish,
} from "../../../../control-plane/tasks/kinds/highlight-job-request.ts";
import { transcriptionJobRequest } from "../../../../control-plane/tasks/kinds/transcription-job-request.ts";
import { readCaptionPresets } from "../../../../shared/captions/caption-presets.ts";
import { DEFAULT_BOUNDS } from "../../../../shared/limits/request-bounds.ts";
import {
  readClipRequest,
  readGenerationRequest,
  readHighlightRequest,
  readRenderRequest,
  readTranscriptionRequest,
} from "../../../../shared/schemas/stored/stored-requests.ts";
import { BUILT_IN_REEL_TEMPLATES, completeReelTemplate } from "../../../../shared/templates/reel-template.ts";

const URL = "https://93.184.215.14/film.mp4";

/** As it comes out of the database. */
function stored(request: object): unknown {
  return JSON.parse(JSON.stringify(request));
}

test("a clip job is read as it was written, with any preset and without captions", () => {
  const presets = readCaptionPresets(null, "PRESETS");
  for (const subtitle of [{ with_subtitle: false }, ...[...presets.keys()].map((preset) => ({ preset }))]) {
    const body = { video_url: URL, video_duration_seconds: 600, subtitle };
    const request = clipJobRequest(body, { captionPresets: presets, bounds: DEFAULT_BOUNDS });
    assert.deepEqual(readClipRequest(stored(request)), request);
  }
});

test("a highlight job is read as it was written, with any built-in template and without one", () => {
  const templates = BUILT_IN_REEL_TEMPLATES.map(({ document }) => completeReelTemplate(document));
  const bare = completeReelTemplate({ intro: { enabled: false }, music: { asset: "assets/theme.m4a" } });
  for (const template of [null, bare, ...templates]) {
    const request = highlightJobRequest(
      highlightWish({ url: URL, duration: "90.5" }, DEFAULT_BOUNDS),
      template,
    );
    assert.deepEqual(readHighlightRequest(stored(request)), request);
  }
});

test("a transcription and a generation task are read as they were written, with fields of later versions", () => {
  const transcription = transcriptionJobRequest(
    { s3_key: "uploads/film", end_time: "00:01:00" },
    DEFAULT_BOUNDS,
  );
  assert.deepEqual(readTranscriptionRequest(stored(transcription)), transcription);
  const source = { kind: "upload", storageKey: "uploads/face" };
  const generation = {
    model: "painter",
    tier: "lite",
    input: { image: "uploads/face", seed: 1 },
    outputCount: 1,
    sources: { image: source },
    later: true,
  };
  assert.deepEqual(readGenerationRequest(stored(generation)), generation);
});

test("a render is read as it was written, with a style of an older version completed", () => {
  const scoreBreakdown = { hook: 1, engagement: 2, value: 3, shareability: 4 };
  const render = {
    jobId: "task_1",
    clipId: "clip_1",
    plan: { storageKey: "outputs/a/task_1/b.plan.json.gz" },
    source: { kind: "upload", storageKey: "uploads/film" },
    jobs: [{ storageKey: "tasks/task_1/" }],
    startS: 1.5,
    endS: 9,
    title: "Again",
    words: [{ place: 3, text: "" }],
    editingStyles: ["AUTO"],
    captions: null,
    scored: { viralityScore: 10, scoreBreakdown, reason: "It begins well." },
    features: { version: 1, values: [0.5, null] },
  };
  assert.deepEqual(readRenderRequest(stored(render)), render);
  const older = readRenderRequest(stored({ ...render, captions: { font: "Anton" } }));
  assert.equal(older.captions?.font, "Anton");
  assert.equal(older.captions?.shadow, "none");
});
