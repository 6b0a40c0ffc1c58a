// Makes a highlight job from a client's body: fills the defaults in and checks what a schema cannot say. Pure, so that
// the same body always gives the same job, which idempotency compares.

import { CLIP_LIMITS } from "../../../shared/limits/clips.ts";
import { HIGHLIGHT_LIMITS } from "../../../shared/limits/highlights.ts";
import type { RequestBounds } from "../../../shared/limits/request-bounds.ts";
import type { HighlightRequest } from "../../../shared/schemas/requests/highlight-request.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import { DEFAULT_RESOLUTION } from "../../../shared/tasks/clip-job.ts";
import { askedLengthS } from "../../../shared/tasks/footage-length.ts";
import {
  DEFAULT_CATEGORY,
  DEFAULT_LAYOUT,
  type HighlightJobRequest,
  SPORT_CATEGORIES,
  type SportCategory,
} from "../../../shared/tasks/highlight-job.ts";
import type { ReelTemplate } from "../../../shared/templates/reel-styles.ts";
import { checkWithin, readRange, readSource } from "./media-fields.ts";

function readCategory(text: string): SportCategory {
  const category = SPORT_CATEGORIES.find((name) => name === text.toUpperCase());
  if (category !== undefined) return category;
  throw invalidRequest([{ path: "/category", message: `must be one of ${SPORT_CATEGORIES.join(", ")}` }]);
}

function readDuration(text: string, { sourceS }: RequestBounds): number {
  const durationS = Number(text);
  const { min } = CLIP_LIMITS.declaredLengthS;
  if (durationS >= min && durationS <= sourceS) return durationS;
  const message = `must be at least ${min} and at most ${sourceS} seconds`;
  throw invalidRequest([{ path: "/duration", message }]);
}

/** What the client asks for; the template is only named, since what it says may change. */
export type HighlightWish = Omit<HighlightJobRequest, "template">;

/** Reads a client's body. @throws AppError INVALID_REQUEST with the field that is wrong */
export function highlightWish(body: HighlightRequest, bounds: RequestBounds): HighlightWish {
  return {
    source: readSource("url", body.url, body.s3_key),
    range: readRange(body, bounds),
    title: body.title ?? null,
    category: readCategory(body.category ?? DEFAULT_CATEGORY),
    layout: body.layout ?? DEFAULT_LAYOUT,
    shortSidePx: Number.parseInt(body.target_resolution ?? DEFAULT_RESOLUTION, 10),
    templateId: body.template_id ?? null,
    declaredDurationS: body.duration === undefined ? null : readDuration(body.duration, bounds),
  };
}

/** What must hold of a new job alone. @throws AppError INVALID_REQUEST with the field that is wrong */
export function checkHighlightWish({ range, declaredDurationS }: HighlightWish): void {
  if (declaredDurationS !== null) checkWithin(range, { field: "duration", lengthS: declaredDurationS });
  const { scoredS } = HIGHLIGHT_LIMITS;
  if (range.startS < scoredS) return;
  const message = `is ${range.startS} s, but only the first ${scoredS / 60} minutes of the footage (${scoredS} s) are searched for moments`;
  throw invalidRequest([{ path: "/start_time", message }]);
}

/** Seconds of footage that are searched; null where that is not known. */
export function searchedLengthS(wish: HighlightWish): number | null {
  const askedS = askedLengthS(wish);
  return askedS === null ? null : Math.min(askedS, HIGHLIGHT_LIMITS.scoredS - wish.range.startS);
}

/** The job that a media node runs. */
export function highlightJobRequest(wish: HighlightWish, template: ReelTemplate | null): HighlightJobRequest {
  return { ...wish, template };
}

/** What a repeat of a request is known by: what the client said, and not what its template said at the time. */
export function highlightIdentity(body: HighlightRequest, wish: HighlightWish): unknown {
  const { templateId } = wish;
  return { request: wish, callbackUrl: body.callback_url ?? null, model: null, templateId };
}
