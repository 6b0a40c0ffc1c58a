// The body of POST /api/v1/highlights as one JSON Schema: it validates, it types, and it documents. What a schema
// cannot say (a category in any case, one source and not two) is checked where the body becomes a job.
import { type Static, Type } from "typebox";
import { CLIP_LIMITS } from "../../limits/clips.ts";
import { DEFAULT_BOUNDS, type RequestBounds } from "../../limits/request-bounds.ts";
import { DEFAULT_RESOLUTION, TARGET_RESOLUTIONS } from "../../tasks/clip-job.ts";
import {
  DEFAULT_CATEGORY,
  DEFAULT_LAYOUT,
  REEL_LAYOUTS,
  SPORT_CATEGORIES,
} from "../../tasks/highlight-job.ts";
import { CallbackUrl, ClockTime, HttpUrl, IdempotencyKey, UploadKey } from "./request-fields.ts";

/** The schema, with the operator's bound of how long a source may be, in seconds. */
export function highlightRequestWithin({ sourceS }: RequestBounds) {
  return Type.Object({
    url: Type.Optional(HttpUrl),
    s3_key: Type.Optional(UploadKey),
    title: Type.Optional(
      Type.String({ maxLength: CLIP_LIMITS.titleLength, description: "The match's title." }),
    ),
    category: Type.Optional(
      Type.String({
        maxLength: 50,
        default: DEFAULT_CATEGORY,
        examples: [...SPORT_CATEGORIES],
        description: `One of ${SPORT_CATEGORIES.join(", ")}; case does not matter.`,
      }),
    ),
    duration: Type.Optional(
      Type.String({
        pattern: "^[0-9]{1,5}([.][0-9]{1,6})?$",
        examples: ["5400"],
        description: `Source duration in seconds, at least ${CLIP_LIMITS.declaredLengthS.min} and at most ${sourceS}, with up to six decimals. A range must lie within it.`,
      }),
    ),
    start_time: Type.Optional(ClockTime),
    end_time: Type.Optional(ClockTime),
    layout: Type.Optional(
      Type.Enum([...REEL_LAYOUTS], { default: DEFAULT_LAYOUT, description: "Shape of the frame." }),
    ),
    target_resolution: Type.Optional(
      Type.Enum([...TARGET_RESOLUTIONS], {
        default: DEFAULT_RESOLUTION,
        description: "The number is the shorter side of the frame.",
      }),
    ),
    template_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "A template of the model highlight-render; enables the templated render.",
      }),
    ),
    callback_url: Type.Optional(CallbackUrl),
    idempotency_key: Type.Optional(IdempotencyKey),
  });
}

/** Within the bounds that hold unless an operator sets others. */
export const HighlightRequest = highlightRequestWithin(DEFAULT_BOUNDS);
export type HighlightRequest = Static<typeof HighlightRequest>;
