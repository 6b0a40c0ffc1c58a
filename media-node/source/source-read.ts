// What is read of a source for a stretch of it. In formats without an index a seek may land behind the last key frame
// before the stretch, and all up to the next one would be lost: reading begins earlier there, and what comes too early is
// left out by filters.
import type { VideoStream } from "./probe-source.ts";

/** What a seek must know of the video. */
export type VideoClock = Pick<VideoStream, "seekMarginS" | "endS" | "decodableS">;

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
 * Where to read for a stretch of so many seconds, which begins at `startS` on the source's clock. Without an
 * index nothing leads back to the last frame of video that ends before the stretch: reading begins before its
 * end. Behind the last frame that decodes reading begins there, so that there is one to hold: key frames may
 * follow of which nothing can be decoded.
 */
export function sourceRead(startS: number, durationS: number, video: VideoClock): SourceRead {
  const { seekMarginS = 0, endS = startS, decodableS = startS } = video;
  const lastS = Math.min(startS, decodableS);
  const skipS =
    seekMarginS === 0 ? startS - lastS : Math.min(startS, startS - Math.min(lastS, endS) + seekMarginS);
  return { startS: startS - skipS, skipS, durationS: skipS + durationS };
}
