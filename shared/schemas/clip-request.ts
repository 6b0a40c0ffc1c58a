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

const Color = (description: string) =>
  Type.String({
    pattern: "^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$",
    examples: ["#FFD400"],
    description,
  });

/** A point of time in the source, `HH:MM:SS`. */
export const ClockTime = Type.String({
  pattern: "^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$",
  description: "A time in the source, `HH:MM:SS`. Without it, the source's start or end.",
  examples: ["00:05:00"],
});

export const HttpUrl = Type.String({
  minLength: 1,
  maxLength: HTTP_LIMITS.urlLength,
  description: "A public http or https address.",
});

export const CallbackUrl = Type.String({
  minLength: 1,
  maxLength: HTTP_LIMITS.urlLength,
  description: "A public http or https address that gets a POST when the task has ended; see Webhooks.",
});

export const UploadKey = Type.String({
  minLength: 1,
  maxLength: STORAGE_LIMITS.keyLength,
  description: "A file of your own, from `POST /api/v1/uploads`.",
});

export const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: CLIP_LIMITS.idempotencyKeyLength,
  description: "A repeat with the same key and body returns the original task and is not charged again.",
});

export const SubtitleOptions = Type.Object({
  with_subtitle: Type.Optional(
    Type.Boolean({ default: true, description: "Whether captions are drawn into the clips." }),
  ),
  preset: Type.Optional(
    Type.Enum(Object.keys(CAPTION_PRESETS) as CaptionPreset[], {
      default: "bold",
      description: "A whole look; the other fields change parts of it.",
    }),
  ),
  font_style: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `A font family that the appliance has: ${Object.keys(CAPTION_FONTS).join(", ")}.`,
    }),
  ),
  font_size: Type.Optional(
    Type.Number({
      minimum: CLIP_LIMITS.fontSize.min,
      maximum: CLIP_LIMITS.fontSize.max,
      description: "Size of the text in pixels of a clip 1080 wide.",
    }),
  ),
  max_words_on_screen: Type.Optional(
    Type.Integer({
      minimum: CLIP_LIMITS.wordsOnScreen.min,
      maximum: CLIP_LIMITS.wordsOnScreen.max,
      description: "The most words shown at once.",
    }),
  ),
  allowed_editing_styles: Type.Optional(
    Type.Array(Type.Enum([...EDITING_STYLES]), {
      minItems: 1,
      maxItems: 16,
      description: "Framings to choose from; `AUTO` means all. All by default.",
    }),
  ),
  position: Type.Optional(Type.Enum([...CAPTION_POSITIONS], { description: "Where the captions stand." })),
  position_y: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Centre of the text, 0 at the top to 1 at the bottom; wins over `position`.",
    }),
  ),
  font_color: Type.Optional(Color("Colour of the text, `#RRGGBB` or `#RRGGBBAA`.")),
  highlight_color: Type.Optional(Color("Colour of the word that is being said.")),
  stroke_color: Type.Optional(Color("Colour of the outline.")),
  background_color: Type.Optional(Color("Colour of a box behind the text.")),
  stroke_width: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 20,
      description: "Width of the outline in pixels of a clip 1080 wide.",
    }),
  ),
  animation: Type.Optional(Type.Enum([...CAPTION_ANIMATIONS], { description: "How words appear." })),
  uppercase: Type.Optional(Type.Boolean({ description: "Whether captions are set in capitals." })),
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
      description: "A target: fewer good moments give fewer clips.",
    }),
  ),
  clip_length: Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,3}-[0-9]{1,3}s$",
      default: CLIP_LIMITS.clipLengthS.default,
      description: "Length of a clip, `<min>-<max>s`, with 5 ≤ min < max ≤ 180 seconds.",
    }),
  ),
  target_resolution: Type.Optional(
    Type.Enum([...TARGET_RESOLUTIONS], {
      default: "1080p",
      description: "The number is the width of the vertical clip: `1080p` is 1080×1920.",
    }),
  ),
  user_prompt: Type.Optional(
    Type.String({ maxLength: CLIP_LIMITS.promptLength, description: "What to look for, in your words." }),
  ),
  video_title: Type.Optional(
    Type.String({ maxLength: CLIP_LIMITS.titleLength, description: "The video's title." }),
  ),
  video_duration_seconds: Type.Integer({
    minimum: 1,
    maximum: SOURCE_LIMITS.durationS,
    description: "Length of the source in seconds; sizes the job before the video is touched.",
  }),
  subtitle: Type.Optional(SubtitleOptions),
  callback_url: Type.Optional(CallbackUrl),
  idempotency_key: Type.Optional(IdempotencyKey),
});
export type ClipRequest = Static<typeof ClipRequest>;
