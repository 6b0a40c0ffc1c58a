// The body of POST /api/v1/clips as one JSON Schema: it validates, it types, and it documents. What a schema cannot
// say (an end after its start, one source and not two) is checked where the body becomes a job.
import { type Static, Type } from "typebox";
import { DEFAULT_PRESET } from "../../captions/caption-styles.ts";
import { CLIP_LIMITS } from "../../limits/clips.ts";
import { DEFAULT_BOUNDS, type RequestBounds } from "../../limits/request-bounds.ts";
import { DEFAULT_RESOLUTION, EDITING_STYLES, TARGET_RESOLUTIONS } from "../../tasks/clip-job.ts";
import { CAPTION_FIELDS } from "../caption-fields.ts";
import { CallbackUrl, ClockTime, HttpUrl, IdempotencyKey, UploadKey } from "./request-fields.ts";

export const SubtitleOptions = Type.Object({
  with_subtitle: Type.Optional(
    Type.Boolean({
      default: true,
      description: "Whether clips have captions, in the video and as a file.",
    }),
  ),
  preset: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      default: DEFAULT_PRESET,
      examples: ["karaoke"],
      description:
        "A whole style: one of the presets that the operation lists. The other fields change parts of it.",
    }),
  ),
  allowed_editing_styles: Type.Optional(
    Type.Array(Type.Enum([...EDITING_STYLES]), {
      minItems: 1,
      maxItems: 16,
      description: "Framings to choose from; `AUTO` means all. All by default.",
    }),
  ),
  ...CAPTION_FIELDS,
});
export type SubtitleOptions = Static<typeof SubtitleOptions>;

/** How many clips a request that names no number gets: the default, or the operator's bound where that is lower. */
export function defaultClipCount({ clipCount }: RequestBounds): number {
  return Math.min(CLIP_LIMITS.clipCount.default, clipCount);
}

/** The body of POST /api/v1/clips within an appliance's bounds, as it is validated and described there. */
export function clipRequestWithin(bounds: RequestBounds) {
  const { clipCount, sourceS } = bounds;
  const { clipLengthS } = CLIP_LIMITS;
  return Type.Object({
    video_url: Type.Optional(HttpUrl),
    s3_key: Type.Optional(UploadKey),
    start_time: Type.Optional(ClockTime),
    end_time: Type.Optional(ClockTime),
    clip_count: Type.Optional(
      Type.Integer({
        minimum: CLIP_LIMITS.clipCount.min,
        maximum: clipCount,
        default: defaultClipCount(bounds),
        description: "That many come wherever they can be cut in the range; weaker ones have lower scores.",
      }),
    ),
    clip_length: Type.Optional(
      Type.String({
        pattern: "^[1-9][0-9]{0,2}-[1-9][0-9]{0,2}s$",
        default: clipLengthS.default,
        description: `Length of a clip, \`<min>-<max>s\`, with ${clipLengthS.min} ≤ min < max ≤ ${clipLengthS.max} seconds, in whole numbers without leading zeros.`,
      }),
    ),
    target_resolution: Type.Optional(
      Type.Enum([...TARGET_RESOLUTIONS], {
        default: DEFAULT_RESOLUTION,
        description: "The number is the width of the vertical clip: `1080p` is 1080×1920.",
      }),
    ),
    user_prompt: Type.Optional(
      Type.String({ maxLength: CLIP_LIMITS.promptLength, description: "What to look for, in your words." }),
    ),
    video_title: Type.Optional(
      Type.String({ maxLength: CLIP_LIMITS.titleLength, description: "The video's title." }),
    ),
    video_duration_seconds: Type.Number({
      minimum: CLIP_LIMITS.declaredLengthS.min,
      maximum: sourceS,
      description: `Length of the source in seconds, at least ${CLIP_LIMITS.declaredLengthS.min} and at most ${sourceS}, with or without a fraction; sizes the job before the video is touched. A range beyond it is refused, and so is a \`start_time\` behind which it leaves less than the shortest clip; one whose end is left out goes to the source's own.`,
    }),
    subtitle: Type.Optional(SubtitleOptions),
    callback_url: Type.Optional(CallbackUrl),
    idempotency_key: Type.Optional(IdempotencyKey),
  });
}

/** Within the bounds that hold unless an operator sets others. */
export const ClipRequest = clipRequestWithin(DEFAULT_BOUNDS);
export type ClipRequest = Static<typeof ClipRequest>;
