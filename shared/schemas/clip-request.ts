// The body of POST /api/v1/clips as one JSON Schema: it validates, it types, and it documents. What a schema cannot
// say (an end after its start, one source and not two) is checked where the body becomes a job.
import { type Static, Type } from "typebox";
import {
  CAPTION_ANIMATIONS,
  CAPTION_FONTS,
  CAPTION_POSITIONS,
  CAPTION_PRESETS,
  type CaptionPreset,
} from "../caption-styles.ts";
import { EDITING_STYLES, TARGET_RESOLUTIONS } from "../clip-job.ts";
import { CLIP_LIMITS, HTTP_LIMITS, SOURCE_LIMITS, STORAGE_LIMITS } from "../limits.ts";

const Color = Type.String({
  pattern: "^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$",
  description: "#RRGGBB or #RRGGBBAA",
});

/** A point of time in the source, `HH:MM:SS`. */
export const ClockTime = Type.String({
  pattern: "^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$",
  description: "HH:MM:SS",
});

export const HttpUrl = Type.String({
  minLength: 1,
  maxLength: HTTP_LIMITS.urlLength,
  description: "An http or https address",
});

export const UploadKey = Type.String({
  minLength: 1,
  maxLength: STORAGE_LIMITS.keyLength,
  description: "From POST /uploads",
});

export const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: CLIP_LIMITS.idempotencyKeyLength,
  description: "A repeat with the same key and body returns the original job and is not charged again.",
});

export const SubtitleOptions = Type.Object({
  with_subtitle: Type.Optional(Type.Boolean({ default: true })),
  preset: Type.Optional(Type.Enum(Object.keys(CAPTION_PRESETS) as CaptionPreset[])),
  font_style: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `A font family: ${Object.keys(CAPTION_FONTS).join(", ")}`,
    }),
  ),
  font_size: Type.Optional(
    Type.Number({
      minimum: CLIP_LIMITS.fontSize.min,
      maximum: CLIP_LIMITS.fontSize.max,
      description: "Pixels on a clip 1080 wide",
    }),
  ),
  max_words_on_screen: Type.Optional(
    Type.Integer({ minimum: CLIP_LIMITS.wordsOnScreen.min, maximum: CLIP_LIMITS.wordsOnScreen.max }),
  ),
  allowed_editing_styles: Type.Optional(
    Type.Array(Type.Enum([...EDITING_STYLES]), { minItems: 1, maxItems: 16 }),
  ),
  position: Type.Optional(Type.Enum([...CAPTION_POSITIONS])),
  position_y: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: "Centre of the text, 0 top to 1 bottom" }),
  ),
  font_color: Type.Optional(Color),
  highlight_color: Type.Optional(Color),
  stroke_color: Type.Optional(Color),
  background_color: Type.Optional(Color),
  stroke_width: Type.Optional(Type.Number({ minimum: 0, maximum: 20 })),
  animation: Type.Optional(Type.Enum([...CAPTION_ANIMATIONS])),
  uppercase: Type.Optional(Type.Boolean()),
});
export type SubtitleOptions = Static<typeof SubtitleOptions>;

export const ClipRequest = Type.Object({
  video_url: Type.Optional(HttpUrl),
  s3_key: Type.Optional(UploadKey),
  start_time: Type.Optional(ClockTime),
  end_time: Type.Optional(ClockTime),
  clip_count: Type.Optional(
    Type.Integer({
      minimum: CLIP_LIMITS.clipCount.min,
      maximum: CLIP_LIMITS.clipCount.max,
      default: CLIP_LIMITS.clipCount.default,
    }),
  ),
  clip_length: Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,3}-[0-9]{1,3}s$",
      default: CLIP_LIMITS.clipLengthS.default,
      description: "<min>-<max>s",
    }),
  ),
  target_resolution: Type.Optional(Type.Enum([...TARGET_RESOLUTIONS], { default: "1080p" })),
  user_prompt: Type.Optional(Type.String({ maxLength: CLIP_LIMITS.promptLength })),
  video_title: Type.Optional(Type.String({ maxLength: CLIP_LIMITS.titleLength })),
  video_duration_seconds: Type.Integer({ minimum: 1, maximum: SOURCE_LIMITS.durationS }),
  subtitle: Type.Optional(SubtitleOptions),
  callback_url: Type.Optional(HttpUrl),
  idempotency_key: Type.Optional(IdempotencyKey),
});
export type ClipRequest = Static<typeof ClipRequest>;
