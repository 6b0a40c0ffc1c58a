// Where people get louder, as evidence that there are any. The curve of the crowd measures against what is
// usual in its own sound, so that in a quiet room a voice that draws no breath rises in it too. People are noise: what
// they fill a band with hardly changes within half a second, while syllables come and go, and tones leave gaps between
// them.
import type { Span } from "../../signal/span.ts";
import { MATCH_HOP_S } from "../match-curves.ts";

/** See CrowdBed: what a loud crowd has under a voice; speech and music have more. */
const MAX_GAP_DB = 6.5;
/** A swell: how high in the curve of the crowd, how much of it is steady, and how long it is. */
const [MIN_CROWD, MIN_STEADY, MIN_TICKS] = [0.35, 0.5, 4];
/** Dips of so many ticks are no end. */
const MAX_DIP_TICKS = 2;

/** 1 for each tick that is filled with noise. @param gapDb see CrowdBed */
export function steadyTicks(gapDb: Float32Array): Uint8Array {
  return Uint8Array.from(gapDb, (gap) => (gap <= MAX_GAP_DB ? 1 : 0));
}

/**
 * Stretches in which a crowd is up, in ticks: from the first one to the one after the last. NaN is no crowd.
 * @param crowd the curve of that name, 0 to 1
 * @param steady of `steadyTicks`
 */
export function swellsOf(crowd: Float32Array, steady: Uint8Array): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  crowd.forEach((level, tick) => {
    if (!(level >= MIN_CROWD)) return;
    const last = runs.at(-1);
    if (last !== undefined && tick - last.to <= MAX_DIP_TICKS) last.to = tick + 1;
    else runs.push({ from: tick, to: tick + 1 });
  });
  return runs.filter(({ from, to }) => {
    const filled = steady.subarray(from, to).reduce((sum, value) => sum + value, 0);
    return to - from >= MIN_TICKS && filled >= MIN_STEADY * (to - from);
  });
}

/**
 * What `swellsOf` finds, in seconds of the source's clock.
 * @param startS of the first tick
 */
export function swellSpans(crowd: Float32Array, steady: Uint8Array, startS: number): Span[] {
  return swellsOf(crowd, steady).map(({ from, to }) => ({
    startS: startS + from * MATCH_HOP_S,
    endS: startS + to * MATCH_HOP_S,
  }));
}
