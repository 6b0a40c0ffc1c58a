// Where a moment of a match begins and ends: as far from its peak as the excitement says within its sport's bounds, and
// not before the crowd has calmed down; then on a shot change, in a pause of the audio, or at its quietest place nearby.
// An edge never leaves a flash of another shot: where a shot change lies close by, the edge is on it.

import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import { cutPoint } from "../../signal/cut-point.ts";
import { type Pause, quietestNear } from "../../signal/pauses.ts";
import { percentile } from "../../signal/percentile.ts";
import type { Span } from "../../signal/span.ts";
import { type CrowdNoise, calmAfter, isRestless, quietestBetween } from "./crowd-noise.ts";
import type { MomentShape } from "./match-shapes.ts";

export interface EdgePlaces {
  /** Ascending. */
  readonly shotChangesS: ArrayLike<number>;
  readonly pauses: readonly Pause[];
  readonly audio: AudioAnalysis | null;
  readonly noise: CrowdNoise;
  readonly range: Span;
}

/** The excitement as moments are read from it. */
export interface SmoothedMatch {
  readonly startS: number;
  readonly hopS: number;
  readonly values: Float32Array;
  /** What the match has most of the time. */
  readonly median: number;
}

/**
 * The smoothed excitement (`smooth`), with its median for what is usual in this match.
 * @param values 0 to 1, one per tick of `hopS` seconds
 */
export function readSmoothed(values: Float32Array, startS: number, hopS: number): SmoothedMatch {
  return { startS, hopS, values, median: percentile(values, 0.5) };
}

/** How far an edge may move to a better place, seconds. */
const REACH_S = 2;
/** The least of a moment that stays before its peak, as a share of its sport's least. */
const KEPT_SHARE = 0.5;
/** A shot shorter than this at an edge is a flash. */
const FLASH_S = 1;
/** A pause is as good as a shot change that lies this much further off, a quiet place as one that lies further still. */
const PAUSE_COST_S = 0.5;
const QUIET_COST_S = 2;
const QUIET_REACH_S = 0.75;

interface Place {
  readonly timeS: number;
  readonly costS: number;
}

/** Seconds from the peak to where the excitement has fallen half way to the usual, within the bounds. */
function reachFrom(
  match: SmoothedMatch,
  peak: number,
  step: 1 | -1,
  bounds: { readonly min: number; readonly max: number },
): number {
  const half = (match.median + (match.values[peak] ?? 0)) / 2;
  let ticks = 0;
  while (ticks * match.hopS < bounds.max && (match.values[peak + step * (ticks + 1)] ?? 0) >= half)
    ticks += 1;
  return Math.min(bounds.max, Math.max(bounds.min, ticks * match.hopS));
}

function shotsWithin(shotChangesS: ArrayLike<number>, fromS: number, toS: number): number[] {
  return Array.from(shotChangesS).filter((timeS) => timeS >= fromS && timeS <= toS);
}

interface Edge {
  /** What lies beyond it is left out. */
  readonly side: "opening" | "closing";
  readonly idealS: number;
  /** Where it may lie. */
  readonly allowed: Span;
  /** Whether a cut there would fall into the crowd's noise. */
  readonly isRestless: (timeS: number) => boolean;
}

/** The best place for an edge near where it should be. */
function snap(places: EdgePlaces, edge: Edge): number {
  const { side, idealS, allowed } = edge;
  const fromS = Math.max(allowed.startS, idealS - REACH_S);
  const toS = Math.min(allowed.endS, idealS + REACH_S);
  const found: Place[] = shotsWithin(places.shotChangesS, fromS, toS).map((timeS) => ({ timeS, costS: 0 }));
  for (const pause of places.pauses) {
    if (pause.endS < fromS || pause.startS > toS) continue;
    const timeS = cutPoint(pause, "pause", pause.depthDb)[side].bestS;
    if (timeS >= fromS && timeS <= toS) found.push({ timeS, costS: PAUSE_COST_S });
  }
  const clamped = Math.min(Math.max(idealS, allowed.startS), allowed.endS);
  const quietS = places.audio === null ? clamped : quietestNear(places.audio, clamped, QUIET_REACH_S);
  if (quietS >= allowed.startS && quietS <= allowed.endS) found.push({ timeS: quietS, costS: QUIET_COST_S });
  const costOf = ({ timeS, costS }: Place): number => Math.abs(timeS - idealS) + costS;
  const calm = found.filter(({ timeS }) => !edge.isRestless(timeS));
  const best = calm.toSorted((a, b) => costOf(a) - costOf(b))[0]?.timeS ?? clamped;
  return offFlash(places, best, allowed);
}

/** On the shot change that lies within a flash's length of `timeS`, if any. */
function offFlash({ shotChangesS }: EdgePlaces, timeS: number, allowed: Span): number {
  const fromS = Math.max(allowed.startS, timeS - FLASH_S);
  const near = shotsWithin(shotChangesS, fromS, Math.min(allowed.endS, timeS + FLASH_S));
  const byDistance = near.toSorted((a, b) => Math.abs(a - timeS) - Math.abs(b - timeS));
  return byDistance[0] ?? timeS;
}

interface Calm {
  readonly fromS: number;
  readonly untilS: number;
  readonly calmShare: number;
}

/** Until when the crowd at a peak is let out, from `fromS` on: until it is calm, or as calm as it gets. */
function calmedBy({ noise }: EdgePlaces, peakS: number, calm: Calm): number {
  const { fromS, untilS } = calm;
  if (untilS <= fromS) return fromS;
  return calmAfter(noise, peakS, calm) ?? quietestBetween(noise, fromS, untilS);
}

/** A peak of the excitement that becomes a moment. */
interface MomentPeak {
  readonly match: SmoothedMatch;
  /** Its tick. */
  readonly peak: number;
  readonly peakS: number;
  readonly shape: MomentShape;
}

function closingOf({ match, peak, peakS, shape }: MomentPeak, startS: number, places: EdgePlaces): number {
  const { tailS, maxDurationS, calmShare } = shape;
  const latestS = Math.min(places.range.endS, startS + maxDurationS);
  const earliestS = Math.min(latestS, peakS + tailS.min);
  const calmS = calmedBy(places, peakS, { fromS: earliestS, untilS: latestS, calmShare });
  return snap(places, {
    side: "closing",
    idealS: Math.max(calmS, peakS + reachFrom(match, peak, 1, tailS)),
    // A shot change right before it is calm is better than a flash right behind it.
    allowed: { startS: Math.max(earliestS, calmS - match.hopS), endS: latestS },
    isRestless: (timeS) => isRestless(places.noise, peakS, timeS, calmShare),
  });
}

/** Begin and end of the moment around a peak. @param peak its tick */
export function edgesOf(match: SmoothedMatch, peak: number, shape: MomentShape, places: EdgePlaces): Span {
  const peakS = match.startS + (peak + 0.5) * match.hopS;
  const { leadInS, calmShare } = shape;
  const { range } = places;
  const latestS = Math.max(range.startS, peakS - KEPT_SHARE * leadInS.min);
  const startS = snap(places, {
    side: "opening",
    idealS: peakS - reachFrom(match, peak, -1, leadInS),
    allowed: { startS: Math.max(range.startS, peakS - leadInS.max - REACH_S), endS: latestS },
    isRestless: (timeS) => isRestless(places.noise, peakS, timeS, calmShare),
  });
  return { startS, endS: closingOf({ match, peak, peakS, shape }, startS, places) };
}
