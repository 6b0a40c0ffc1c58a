// Makes a highlight job from a client's body: fills the defaults in and checks what a schema cannot say. Pure, so that
// the same body always gives the same job, which idempotency compares.
import {
  type HighlightJobRequest,
  SPORT_CATEGORIES,
  type SportCategory,
} from "../../shared/highlight-job.ts";
import { SOURCE_LIMITS } from "../../shared/limits.ts";
import type { HighlightRequest } from "../../shared/schemas/highlight-request.ts";
import { invalidRequest } from "../../shared/schemas/validate.ts";
import { readRange, readSource } from "./media-fields.ts";

function readCategory(text: string): SportCategory {
  const category = SPORT_CATEGORIES.find((name) => name === text.toUpperCase());
  if (category !== undefined) return category;
  throw invalidRequest([{ path: "/category", message: `must be one of ${SPORT_CATEGORIES.join(", ")}` }]);
}

function readDuration(text: string): number {
  const durationS = Number(text);
  if (durationS > 0 && durationS <= SOURCE_LIMITS.durationS) return durationS;
  const message = `must be more than 0 and at most ${SOURCE_LIMITS.durationS} seconds`;
  throw invalidRequest([{ path: "/duration", message }]);
}

/** Makes the job that a media node runs. @throws AppError INVALID_REQUEST with the field that is wrong */
export function highlightJobRequest(body: HighlightRequest): HighlightJobRequest {
  return {
    source: readSource("url", body.url, body.s3_key),
    range: readRange(body),
    title: body.title ?? null,
    category: readCategory(body.category ?? "OTHER"),
    layout: body.layout ?? "LANDSCAPE",
    shortSidePx: Number.parseInt(body.target_resolution ?? "1080p", 10),
    templateId: body.template_id ?? null,
    declaredDurationS: body.duration === undefined ? null : readDuration(body.duration),
  };
}
