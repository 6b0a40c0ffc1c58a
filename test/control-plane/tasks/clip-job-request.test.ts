import assert from "node:assert/strict";
import { test } from "node:test";
import { clipJobRequest } from "../../../control-plane/tasks/clip-job-request.ts";
import { CAPTION_PRESETS } from "../../../shared/caption-styles.ts";
import { EDITING_STYLES } from "../../../shared/clip-job.ts";
import { AppError } from "../../../shared/errors.ts";

const LEAST = { video_url: "https://example.com/a.mp4", video_duration_seconds: 600 };

test("the least that a client may send becomes a job with every default of the contract", () => {
  assert.deepEqual(clipJobRequest(LEAST), {
    source: { kind: "url", url: LEAST.video_url },
    range: { startS: 0, endS: null },
    clipCount: 5,
    clipLengthS: { min: 15, max: 60 },
    targetWidth: 1080,
    editingStyles: EDITING_STYLES,
    captions: CAPTION_PRESETS.bold,
    title: null,
    prompt: null,
    declaredDurationS: 600,
  });
});

test("what a client says wins over the preset that it names", () => {
  const { captions } = clipJobRequest({
    ...LEAST,
    subtitle: { preset: "boxed", font_style: "montserrat", font_size: 50, position_y: 0, uppercase: true },
  });
  assert.deepEqual(captions, {
    ...CAPTION_PRESETS.boxed,
    font: "Montserrat ExtraBold",
    fontSizePx: 50,
    positionY: 0,
    uppercase: true,
  });
});

test("captions are off only when the client says so", () => {
  assert.equal(clipJobRequest({ ...LEAST, subtitle: { with_subtitle: false } }).captions, null);
  assert.notEqual(clipJobRequest({ ...LEAST, subtitle: {} }).captions, null);
});

test("times of day become seconds, and the range must hold the shortest clip", () => {
  const { range } = clipJobRequest({ ...LEAST, start_time: "01:02:03", end_time: "01:02:18" });
  assert.deepEqual(range, { startS: 3_723, endS: 3_738 });
  const short = { ...LEAST, start_time: "00:00:00", end_time: "00:00:14" };
  assert.throws(
    () => clipJobRequest(short),
    (error) => error instanceof AppError && error.details?.[0]?.path === "/end_time",
  );
});

test("every target resolution is the width of the vertical clip", () => {
  for (const width of [360, 480, 720, 1080, 1440, 2160] as const) {
    assert.equal(clipJobRequest({ ...LEAST, target_resolution: `${width}p` }).targetWidth, width);
  }
});
