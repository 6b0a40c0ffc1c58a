// Where in a source somebody's face is seen: frames at even steps, each with a face or without.
import type { Span } from "../../signal/span.ts";

export interface FacePresence {
  /** Of the first frame, on the source's clock. */
  readonly startS: number;
  readonly stepS: number;
  /** 1 for each frame with a face, 0 for one without. */
  readonly seen: Uint8Array;
}

/** Share of a stretch's frames that have a face; NaN where nobody looked. */
export function facesIn(presence: FacePresence | null, { startS, endS }: Span): number {
  if (presence === null || presence.seen.length === 0) return Number.NaN;
  const indexAt = (timeS: number): number => Math.round((timeS - presence.startS) / presence.stepS);
  const from = Math.min(presence.seen.length - 1, Math.max(0, indexAt(startS)));
  const within = presence.seen.subarray(from, Math.max(from + 1, indexAt(endS)));
  return within.reduce((sum, seen) => sum + seen, 0) / within.length;
}
