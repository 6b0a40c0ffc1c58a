// Of which footage moments are searched: the first hour, counted from the source's beginning, whatever the range.
import { AppError } from "../../shared/errors.ts";
import { HIGHLIGHT_LIMITS } from "../../shared/limits/highlights.ts";
import type { MediaRange } from "../../shared/tasks/media-source.ts";
import type { Span } from "../signal/span.ts";

/**
 * The part of a range that is searched.
 * @throws AppError RANGE_OUTSIDE_SOURCE for none, which a control plane of an earlier version still took
 */
export function searchedRange({ startS, endS }: MediaRange): Span {
  const { scoredS } = HIGHLIGHT_LIMITS;
  if (startS < scoredS) return { startS, endS: Math.min(endS ?? scoredS, scoredS) };
  throw new AppError(
    "RANGE_OUTSIDE_SOURCE",
    `The range starts at ${startS} s, but only the first ${scoredS / 60} minutes of the footage are searched for moments.`,
  );
}
