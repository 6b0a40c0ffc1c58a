// What is read of a source for a stretch of it. In formats without an index a seek may land behind the last key frame
// before the stretch, and all up to the next one would be lost: reading begins earlier there, and what comes too early is
// left out by filters.
import type { VideoStream } from "./probe-source.ts";

/** What a seek must know of the pictures. */
export type PictureClock = Pick<VideoStream, "seekMarginS" | "endS">;

/** Where to seek, and what to leave out. Seconds. */
export interface SourceRead {
  /** Where reading begins on the source's clock. */
  readonly startS: number;
  /** What comes before the stretch and is left out. */
  readonly skipS: number;
  /** With what is left out. */
  readonly durationS: number;
}

/**
 * Without an index nothing leads back to the last frame of pictures that end before the stretch: reading begins before
 * their end.
 */
export function sourceRead(startS: number, durationS: number, video: PictureClock = {}): SourceRead {
  const { seekMarginS = 0, endS = startS } = video;
  const skipS = seekMarginS === 0 ? 0 : Math.min(startS, startS - Math.min(startS, endS) + seekMarginS);
  return { startS: startS - skipS, skipS, durationS: skipS + durationS };
}
