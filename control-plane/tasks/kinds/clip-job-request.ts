// Makes a clip job from a client's body: fills the defaults in and checks what a schema cannot say. Pure, so that the
// same body always gives the same job, which idempotency compares.
import {
  type CaptionPresets,
  changeCaptionStyle,
  findCaptionPreset,
} from "../../../shared/captions/caption-presets.ts";
import { type CaptionStyle, DEFAULT_PRESET } from "../../../shared/captions/caption-styles.ts";
import { CLIP_LIMITS } from "../../../shared/limits/clips.ts";
import { CAPTION_FIELDS } from "../../../shared/schemas/caption-fields.ts";
import {
  type ClipRequest,
  defaultClipCount,
  type SubtitleOptions,
} from "../../../shared/schemas/requests/clip-request.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import { type ClipJobRequest, DEFAULT_RESOLUTION, EDITING_STYLES } from "../../../shared/tasks/clip-job.ts";
import type { KindServices } from "../task-kind.ts";
import { checkWithin, readRange, readSource } from "./media-fields.ts";

function readClipLength(text: string): { min: number; max: number } {
  const [min = 0, max = 0] = text.slice(0, -1).split("-").map(Number);
  const bounds = CLIP_LIMITS.clipLengthS;
  if (min >= bounds.min && min < max && max <= bounds.max) return { min, max };
  const message = `must be <min>-<max>s with ${bounds.min} ≤ min < max ≤ ${bounds.max}, such as ${bounds.default}`;
  throw invalidRequest([{ path: "/clip_length", message }]);
}

function readCaptions(options: SubtitleOptions, presets: CaptionPresets): CaptionStyle | null {
  if (options.with_subtitle === false) return null;
  const { style } = findCaptionPreset(presets, options.preset);
  return changeCaptionStyle(style, options, "/subtitle");
}

/** Letters as transcripts and tables of words have them, in whatever way a client puts them together. */
function composed(text: string | undefined): string | null {
  return text?.normalize("NFC") ?? null;
}

/** Makes the job that a media node runs. @throws AppError INVALID_REQUEST with the field that is wrong */
export function clipJobRequest(
  body: ClipRequest,
  { captionPresets, bounds }: Pick<KindServices, "captionPresets" | "bounds">,
): ClipJobRequest {
  const range = readRange(body, bounds);
  const clipLengthS = readClipLength(body.clip_length ?? CLIP_LIMITS.clipLengthS.default);
  if (range.endS !== null && range.endS - range.startS < clipLengthS.min) {
    const message = `leaves a range shorter than the shortest clip asked for (${clipLengthS.min} s)`;
    throw invalidRequest([{ path: "/end_time", message }]);
  }
  const subtitle = body.subtitle ?? {};
  return {
    source: readSource("video_url", body.video_url, body.s3_key),
    range,
    clipCount: body.clip_count ?? defaultClipCount(bounds),
    clipLengthS,
    targetWidth: Number.parseInt(body.target_resolution ?? DEFAULT_RESOLUTION, 10),
    editingStyles: subtitle.allowed_editing_styles ?? EDITING_STYLES,
    captions: readCaptions(subtitle, captionPresets),
    title: composed(body.video_title),
    prompt: composed(body.user_prompt),
    declaredDurationS: body.video_duration_seconds,
  };
}

/** Checks that apply to new jobs but not to repeats. @throws AppError INVALID_REQUEST with the field that is wrong */
export function checkClipJob({ range, clipLengthS, declaredDurationS }: ClipJobRequest): void {
  checkWithin(range, { field: "video_duration_seconds", lengthS: declaredDurationS });
  // Of a whole source that is too short nothing is said here: it may last longer than its client believes.
  const { startS, endS } = range;
  if (startS === 0 || endS !== null || Math.ceil(declaredDurationS) - startS >= clipLengthS.min) return;
  const message = `leaves a range shorter than the shortest clip asked for (${clipLengthS.min} s): video_duration_seconds is ${declaredDurationS} s`;
  throw invalidRequest([{ path: "/start_time", message }]);
}

/**
 * What a repeat is compared by: the job, but with captions and count as the client gave them, because an operator may
 * change presets and the highest count in between, and with its texts as they were sent.
 */
export function clipIdentity(body: ClipRequest, request: ClipJobRequest): unknown {
  const { preset = DEFAULT_PRESET, ...subtitle } = body.subtitle ?? {};
  const fields = Object.entries(subtitle).filter(([field]) => Object.hasOwn(CAPTION_FIELDS, field));
  const captions = request.captions === null ? null : { preset, ...Object.fromEntries(fields) };
  const { default: clipCount } = CLIP_LIMITS.clipCount;
  const texts = { title: body.video_title ?? null, prompt: body.user_prompt ?? null };
  const said = { ...request, ...texts, clipCount: body.clip_count ?? clipCount, captions };
  return { request: said, callbackUrl: body.callback_url ?? null };
}
