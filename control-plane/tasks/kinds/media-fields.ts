// The fields that every video job has: which media, and which stretch of it. Pure, so that the same body always gives
// the same job, which idempotency compares.

import type { RequestBounds, SourceBounds } from "../../../shared/limits/request-bounds.ts";
import { MIB } from "../../../shared/limits/units.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import type { MediaRange, MediaSource } from "../../../shared/tasks/media-source.ts";

function clockSeconds(time: string): number {
  const [hours = 0, minutes = 0, secs = 0] = time.split(":").map(Number);
  return hours * 3_600 + minutes * 60 + secs;
}

/**
 * The one source that a body names.
 * @param urlField the name of the field for an address
 * @throws AppError INVALID_REQUEST for both or neither
 */
export function readSource(
  urlField: "video_url" | "url",
  url: string | undefined,
  storageKey: string | undefined,
): MediaSource {
  if (url !== undefined && storageKey === undefined) return { kind: "url", url };
  if (storageKey !== undefined && url === undefined) return { kind: "upload", storageKey };
  const path = url === undefined ? `/${urlField}` : "/s3_key";
  throw invalidRequest([{ path, message: `is wrong: send exactly one of ${urlField} and s3_key` }]);
}

/** What the document of the API says of the sources that are taken. */
export function describeSourceBounds({ sourceS, sourceBytes }: SourceBounds): string {
  return `A source lasts at most ${sourceS} seconds and has at most ${sourceBytes / MIB} MiB.`;
}

/**
 * The range that a body names. One that begins where every source has ended cannot be had; an end beyond the source is
 * moved by who knows it.
 * @throws AppError INVALID_REQUEST when it ends before it starts, or begins too late
 */
export function readRange(
  body: { start_time?: string; end_time?: string },
  { sourceS }: Pick<RequestBounds, "sourceS">,
): MediaRange {
  const startS = body.start_time === undefined ? 0 : clockSeconds(body.start_time);
  const endS = body.end_time === undefined ? null : clockSeconds(body.end_time);
  if (endS !== null && endS <= startS)
    throw invalidRequest([{ path: "/end_time", message: "must be after start_time" }]);
  if (startS >= sourceS) {
    const message = `must be before ${sourceS} seconds, the longest that a source may last`;
    throw invalidRequest([{ path: "/start_time", message }]);
  }
  return { startS, endS };
}

/** The source's length as the client told it. */
export interface DeclaredLength {
  readonly field: "video_duration_seconds" | "duration";
  readonly lengthS: number;
}

/**
 * Refuses a range that lies or ends beyond the declared length. Times of ranges are whole seconds, and so an end may be the
 * declared length rounded up.
 * @throws AppError INVALID_REQUEST
 */
export function checkWithin({ startS, endS }: MediaRange, { field, lengthS }: DeclaredLength): void {
  const refuse = (path: string, timeS: number) => {
    const message = `is ${timeS} s, which lies beyond the source: its ${field} is ${lengthS} s`;
    return invalidRequest([{ path, message }]);
  };
  if (startS >= lengthS) throw refuse("/start_time", startS);
  if (endS !== null && endS > Math.ceil(lengthS)) throw refuse("/end_time", endS);
}
