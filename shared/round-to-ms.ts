/** A time in seconds, to the millisecond: as far as clocks of containers and subtitles go. */
export function roundToMs(timeS: number): number {
  return Math.round(timeS * 1_000) / 1_000;
}
