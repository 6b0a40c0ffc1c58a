import assert from "node:assert/strict";
import { test } from "node:test";
import { clipIdentity, clipJobRequest } from "../../../../control-plane/tasks/kinds/clip-job-request.ts";
import { readCaptionPresets } from "../../../../shared/captions/caption-presets.ts";
import { AppError } from "../../../../shared/errors.ts";
import { DEFAULT_BOUNDS } from "../../../../shared/limits/request-bounds.ts";
import type { ClipRequest } from "../../../../shared/schemas/requests/clip-request.ts";
import { type ClipJobRequest, EDITING_STYLES } from "../../../../shared/tasks/clip-job.ts";
import { PRESET_STYLES } from "../../../support/preset-styles.ts";

const MINIMAL_BODY = { video_url: "https://example.com/a.mp4", video_duration_seconds: 600 };
const PRESETS = readCaptionPresets(null, "CLIPMILL_CAPTION_PRESETS_DIR");

function jobOf(body: ClipRequest): ClipJobRequest {
  return clipJobRequest(body, { captionPresets: PRESETS, bounds: DEFAULT_BOUNDS });
}

test("the least that a client may send becomes a job with every default of the contract", () => {
  assert.deepEqual(jobOf(MINIMAL_BODY), {
    source: { kind: "url", url: MINIMAL_BODY.video_url },
    range: { startS: 0, endS: null },
    clipCount: 5,
    clipLengthS: { min: 15, max: 60 },
    targetWidth: 1080,
    editingStyles: EDITING_STYLES,
    captions: PRESET_STYLES.bold,
    title: null,
    prompt: null,
    declaredDurationS: 600,
  });
});

test("what a client says wins over the preset that it names", () => {
  const { captions } = jobOf({
    ...MINIMAL_BODY,
    subtitle: { preset: "boxed", font_style: "montserrat", font_size: 50, position_y: 0, uppercase: true },
  });
  assert.deepEqual(captions, {
    ...PRESET_STYLES.boxed,
    font: "Montserrat ExtraBold",
    fontSizePx: 50,
    positionY: 0,
    uppercase: true,
  });
});

test("every field of a caption style can be changed", () => {
  const { captions } = jobOf({
    ...MINIMAL_BODY,
    subtitle: {
      preset: "neon",
      font_style: "Anton",
      font_size: 90,
      max_words_on_screen: 2,
      position: "top",
      position_y: 0.3,
      font_color: "#111111",
      highlight_color: "#222222",
      stroke_color: "#333333",
      stroke_width: 3,
      background_color: "#44444480",
      highlight_background_color: "#555555",
      shadow: "hard",
      shadow_color: "#666666",
      animation: "bounce",
      uppercase: true,
    },
  });
  assert.deepEqual(captions, {
    font: "Anton",
    fontSizePx: 90,
    maxWordsOnScreen: 2,
    position: "top",
    positionY: 0.3,
    fontColor: "#111111",
    highlightColor: "#222222",
    strokeColor: "#333333",
    strokeWidthPx: 3,
    backgroundColor: "#44444480",
    highlightBackgroundColor: "#555555",
    shadow: "hard",
    shadowColor: "#666666",
    animation: "bounce",
    uppercase: true,
  });
});

test("a preset or a font that is not there is refused by its field, and the answer lists the presets", () => {
  for (const [field, subtitle] of [
    ["preset", { preset: "plaid" }],
    ["font_style", { font_style: "Comic Sans" }],
  ] as const) {
    assert.throws(
      () => jobOf({ ...MINIMAL_BODY, subtitle }),
      (error) =>
        error instanceof AppError &&
        error.code === "INVALID_REQUEST" &&
        error.details?.[0]?.path === `/subtitle/${field}` &&
        (field !== "preset" || error.details[0].message.includes("bold, karaoke")),
    );
  }
});

test("a repeat is known by what the client said, whatever its preset has become since", () => {
  const changed = new Map(PRESETS).set("bold", { description: "Ours.", style: PRESET_STYLES.neon });
  const identityOf = (subtitle: NonNullable<ClipRequest["subtitle"]>, captionPresets = PRESETS): unknown => {
    const body = { ...MINIMAL_BODY, subtitle };
    return clipIdentity(body, clipJobRequest(body, { captionPresets, bounds: DEFAULT_BOUNDS }));
  };
  assert.deepEqual(identityOf({ uppercase: true }), identityOf({ preset: "bold", uppercase: true }, changed));
  assert.notDeepEqual(identityOf({}), identityOf({ uppercase: true }));
  assert.notDeepEqual(identityOf({}), identityOf({ preset: "neon" }));
  assert.notDeepEqual(identityOf({}), identityOf({ with_subtitle: false }));
});

test("a job that does not say how many clips gets no more than the bound, and is known all the same", () => {
  const made = [20, 3].map((clipCount) => {
    const bounds = { ...DEFAULT_BOUNDS, clipCount };
    return clipJobRequest(MINIMAL_BODY, { captionPresets: PRESETS, bounds });
  });
  assert.deepEqual(
    made.map(({ clipCount }) => clipCount),
    [5, 3],
  );
  const [before, after] = made.map((request) => clipIdentity(MINIMAL_BODY, request));
  assert.deepEqual(after, before);
});

test("a request is known by the same text in each version, or a repeat over an upgrade would be another request", () => {
  const known = {
    request: {
      source: { kind: "url", url: MINIMAL_BODY.video_url },
      range: { startS: 0, endS: null },
      clipCount: 5,
      clipLengthS: { min: 15, max: 60 },
      targetWidth: 1080,
      editingStyles: ["AUTO", "STATIC_CROP", "DYNAMIC_CROP", "BLURRED_WINGS", "SPLIT_SCREEN", "LETTERBOX"],
      captions: { preset: "bold" },
      title: null,
      prompt: null,
      declaredDurationS: 600,
    },
    callbackUrl: null,
  };
  const identity = clipIdentity(MINIMAL_BODY, jobOf(MINIMAL_BODY));
  assert.deepEqual(JSON.parse(JSON.stringify(identity)), known);
});

test("prompt and title are composed, and a repeat is still known by the letters that its client sent", () => {
  const [prompt, title] = ["найсмішніші", "Été"].map((text) => text.normalize("NFD"));
  assert.ok(prompt !== undefined && title !== undefined);
  const body = { ...MINIMAL_BODY, user_prompt: prompt, video_title: title };
  const request = jobOf(body);
  assert.deepEqual(
    [request.prompt, request.title],
    ["найсмішніші", "Été"].map((text) => text.normalize("NFC")),
  );
  const { request: said } = clipIdentity(body, request) as { request: ClipJobRequest };
  assert.deepEqual([said.prompt, said.title], [prompt, title]);
});

test("a range that begins where the longest source has ended is refused", () => {
  assert.throws(
    () => jobOf({ ...MINIMAL_BODY, start_time: "06:00:00" }),
    (error) => error instanceof AppError && error.details?.[0]?.path === "/start_time",
  );
  assert.deepEqual(jobOf({ ...MINIMAL_BODY, start_time: "05:59:59", end_time: "23:00:00" }).range, {
    startS: 21_599,
    endS: 82_800,
  });
});

test("captions are off only when the client says so", () => {
  assert.equal(jobOf({ ...MINIMAL_BODY, subtitle: { with_subtitle: false } }).captions, null);
  assert.notEqual(jobOf({ ...MINIMAL_BODY, subtitle: {} }).captions, null);
});

test("times of day become seconds, and the range must hold the shortest clip", () => {
  const { range } = jobOf({ ...MINIMAL_BODY, start_time: "01:02:03", end_time: "01:02:18" });
  assert.deepEqual(range, { startS: 3_723, endS: 3_738 });
  const short = { ...MINIMAL_BODY, start_time: "00:00:00", end_time: "00:00:14" };
  assert.throws(
    () => jobOf(short),
    (error) => error instanceof AppError && error.details?.[0]?.path === "/end_time",
  );
});

test("every target resolution is the width of the vertical clip", () => {
  for (const width of [360, 480, 720, 1080, 1440, 2160] as const) {
    assert.equal(jobOf({ ...MINIMAL_BODY, target_resolution: `${width}p` }).targetWidth, width);
  }
});
