// How loud the people at a match are, as cuts see it. What they shout about is over when they are quiet again: a moment
// that ends before has lost its celebration, and sounds as if a switch had been thrown.
import { percentile } from "../../signal/percentile.ts";
import type { MatchCurves } from "../match-curves.ts";
import { smooth } from "./match-peaks.ts";

export interface CrowdNoise {
  readonly startS: number;
  readonly hopS: number;
  /** Over what is usual, 0 to 1 per tick; 0 where nothing is known. */
  readonly levels: Float32Array;
  /** What crowds that never rest have all the time: cuts need not wait for less. */
  readonly usual: number;
}

/** Single ticks flicker. */
const SMOOTHING_S = 0.5;
/** A crowd that rises by less than this is not up: its noise binds no cut. */
const MIN_RISE = 0.15;
/** The height of an outburst is looked for from this long before a peak on: the peak may lie behind it. */
const BEFORE_PEAK_S = 3;
/** A level that goes up by more than this within a second is on its way to an outburst. */
const [RISING, RISING_S] = [0.12, 1];

/** The crowd of a match, with the cheers that a model detected, where there is one. */
export function readCrowdNoise({ startS, hopS, tickCount, curves }: MatchCurves): CrowdNoise {
  const known = (value: number | undefined): number =>
    value === undefined || Number.isNaN(value) ? 0 : value;
  const levels = Float32Array.from({ length: tickCount }, (_, tick) =>
    Math.max(known(curves.crowd?.[tick]), known(curves.cheering?.[tick])),
  );
  const smoothed = smooth(levels, SMOOTHING_S / hopS);
  return { startS, hopS, levels: smoothed, usual: percentile(smoothed, 0.5) };
}

function tickAt({ startS, hopS, levels }: CrowdNoise, timeS: number): number {
  return Math.min(levels.length - 1, Math.max(0, Math.floor((timeS - startS) / hopS)));
}

/** How loud the crowd is at a time. */
export function crowdAt(noise: CrowdNoise, timeS: number): number {
  return noise.levels[tickAt(noise, timeS)] ?? 0;
}

/** The loudest that the crowd is between two times. */
function loudestBetween(noise: CrowdNoise, fromS: number, toS: number): number {
  const part = noise.levels.subarray(tickAt(noise, fromS), tickAt(noise, toS) + 1);
  return part.reduce((max, level) => Math.max(max, level), 0);
}

/** The level below which the crowd is calm after the outburst at a peak. @param calmShare see MomentShape */
function calmLevel({ usual }: CrowdNoise, top: number, calmShare: number): number {
  return top - usual < MIN_RISE ? Number.POSITIVE_INFINITY : usual + calmShare * (top - usual);
}

function isRising(noise: CrowdNoise, timeS: number): boolean {
  return crowdAt(noise, timeS + RISING_S) - crowdAt(noise, timeS) > RISING;
}

/** Whether a cut at `timeS` falls into the noise about what happened at `peakS`. */
export function isRestless(noise: CrowdNoise, peakS: number, timeS: number, calmShare: number): boolean {
  const [fromS, toS] = timeS < peakS ? [timeS, peakS] : [peakS - BEFORE_PEAK_S, timeS];
  const level = calmLevel(noise, loudestBetween(noise, fromS, toS), calmShare);
  return crowdAt(noise, timeS) > level || (timeS >= peakS && isRising(noise, timeS));
}

/** The first calm time from `fromS` on, up to `untilS`; null where there is none. */
export function calmAfter(
  noise: CrowdNoise,
  peakS: number,
  {
    fromS,
    untilS,
    calmShare,
  }: { readonly fromS: number; readonly untilS: number; readonly calmShare: number },
): number | null {
  for (let timeS = fromS; timeS <= untilS; timeS += noise.hopS) {
    if (!isRestless(noise, peakS, timeS, calmShare)) return timeS;
  }
  return null;
}

/** When the crowd is quietest between two times, the latest of equals: a roar beyond what the curve tells is let out. */
export function quietestBetween(noise: CrowdNoise, fromS: number, untilS: number): number {
  let quietestS = fromS;
  for (let timeS = fromS; timeS <= untilS; timeS += noise.hopS) {
    if (crowdAt(noise, timeS) <= crowdAt(noise, quietestS)) quietestS = timeS;
  }
  return quietestS;
}
