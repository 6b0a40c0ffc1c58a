// The part of a source that a request's range leaves.

import { AppError } from "../../shared/errors.ts";
import type { MediaRange } from "../../shared/tasks/media-source.ts";
import type { Span } from "../signal/span.ts";

/** Ends are told in whole seconds: one that lies this far beyond the source's means the source's. */
const ROUNDED_S = 1;

/**
 * The range within the source, in seconds; and a sentence for the client where its end had to be moved by
 * more than a second, else null.
 * @throws AppError RANGE_OUTSIDE_SOURCE where it begins at the source's end or later
 */
export function usableRange(range: MediaRange, durationS: number): { range: Span; notice: string | null } {
  const { startS, endS } = range;
  if (startS >= durationS) {
    throw new AppError(
      "RANGE_OUTSIDE_SOURCE",
      `The range starts at ${startS} s, but the source is ${durationS.toFixed(1)} s long.`,
    );
  }
  const used = { startS, endS: Math.min(endS ?? durationS, durationS) };
  if (endS === null || endS <= durationS + ROUNDED_S) return { range: used, notice: null };
  const notice = `The range reaches beyond the source and was cut at its end (${durationS.toFixed(1)} s).`;
  return { range: used, notice };
}
