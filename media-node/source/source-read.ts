// What is read of a source for a stretch of it. In formats without an index a seek may land behind the last key frame
// before the stretch, and all up to the next one would be lost: reading begins earlier there, and what comes too early is
// left out by filters.

/** Where to seek, and what to leave out. Seconds. */
export interface SourceRead {
  /** Where reading begins on the source's clock. */
  readonly startS: number;
  /** What comes before the stretch and is left out. */
  readonly skipS: number;
  /** With what is left out. */
  readonly durationS: number;
}

/** @param seekMarginS see VideoStream */
export function sourceRead(startS: number, durationS: number, seekMarginS = 0): SourceRead {
  const skipS = Math.min(startS, seekMarginS);
  return { startS: startS - skipS, skipS, durationS: skipS + durationS };
}
