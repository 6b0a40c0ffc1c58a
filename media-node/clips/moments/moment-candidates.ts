// All stretches between two cut points that can be given a legal length. A length that is a little off is mended
// inside the rooms of its two cuts (a longer or shorter breath), never by leaving them. Columns of numbers rather than
// objects, because a long source has some hundred thousand candidates.

import { roundToMs } from "../../../shared/round-to-ms.ts";
import type { CutPoint } from "../../signal/cut-point.ts";
import type { LengthBounds, Stretch } from "./moment-rater.ts";

/** Cut points beyond this many are thinned to the widest of their neighbourhood. */
const MAX_CUT_POINTS = 4_000;

export interface Candidates {
  /** Indices of cut points, ascending by `opensAt`. */
  readonly opensAt: number[];
  readonly closesAt: number[];
  readonly startS: number[];
  readonly endS: number[];
  readonly score: number[];
}

/** The times of a stretch from one cut point to another within `bounds`, or null where no room allows it. */
export function fitStretch(
  opens: CutPoint,
  closes: CutPoint,
  bounds: LengthBounds,
): { startS: number; endS: number } | null {
  let startS = opens.opening.bestS;
  let endS = closes.closing.bestS;
  if (endS - startS < bounds.min) endS = Math.min(closes.closing.latestS, startS + bounds.min);
  if (endS - startS < bounds.min) startS = Math.max(opens.opening.earliestS, endS - bounds.min);
  if (endS - startS > bounds.max) endS = Math.max(closes.closing.earliestS, startS + bounds.max);
  if (endS - startS > bounds.max) startS = Math.min(opens.opening.latestS, endS - bounds.max);
  startS = roundToMs(startS);
  endS = roundToMs(endS);
  const lengthS = roundToMs(endS - startS);
  return lengthS >= bounds.min && lengthS <= bounds.max ? { startS, endS } : null;
}

/** Lists the candidates that `rate` gives a score; it returns null for those that must not be chosen. */
export function listCandidates(
  points: readonly CutPoint[],
  bounds: LengthBounds,
  rate: (stretch: Stretch) => number | null,
): Candidates {
  const found: Candidates = { opensAt: [], closesAt: [], startS: [], endS: [], score: [] };
  for (const [opensAt, opens] of points.entries()) {
    for (let closesAt = opensAt + 1; closesAt < points.length; closesAt += 1) {
      const closes = points[closesAt];
      if (closes === undefined || closes.startS - opens.endS > bounds.max) break;
      const fit = fitStretch(opens, closes, bounds);
      const score = fit === null ? null : rate({ ...fit, opensAt, closesAt });
      if (fit === null || score === null) continue;
      found.opensAt.push(opensAt);
      found.closesAt.push(closesAt);
      found.startS.push(fit.startS);
      found.endS.push(fit.endS);
      found.score.push(score);
    }
  }
  return found;
}

/**
 * Candidate number `index` as an object, with its times in seconds of the source. Candidates are kept as
 * columns: there may be some hundred thousand.
 */
export function stretchAt(candidates: Candidates, index: number): Stretch {
  return {
    opensAt: candidates.opensAt[index] ?? 0,
    closesAt: candidates.closesAt[index] ?? 0,
    startS: candidates.startS[index] ?? 0,
    endS: candidates.endS[index] ?? 0,
  };
}

/** What two candidates have in common: seconds, negative where they lie apart, and their share of all that both span. */
export function overlapOf(
  { startS, endS }: Pick<Candidates, "startS" | "endS">,
  a: number,
  b: number,
): { readonly sharedS: number; readonly share: number } {
  const [fromA = 0, toA = 0, fromB = 0, toB = 0] = [startS[a], endS[a], startS[b], endS[b]];
  const sharedS = Math.min(toA, toB) - Math.max(fromA, fromB);
  return { sharedS, share: Math.max(0, sharedS) / (Math.max(toA, toB) - Math.min(fromA, fromB)) };
}

/**
 * Keeps the work bounded for any source: beyond MAX_CUT_POINTS at most one cut point, the widest, per equal
 * share of the range. Ascending, as `points` are.
 */
export function thinCutPoints(points: readonly CutPoint[]): CutPoint[] {
  if (points.length <= MAX_CUT_POINTS) return [...points];
  const fromS = points[0]?.startS ?? 0;
  const shareS = ((points.at(-1)?.endS ?? 0) - fromS + 1) / MAX_CUT_POINTS;
  const widest = new Map<number, CutPoint>();
  for (const point of points) {
    const share = Math.floor((point.startS - fromS) / shareS);
    const kept = widest.get(share);
    if (kept === undefined || point.endS - point.startS > kept.endS - kept.startS) widest.set(share, point);
  }
  return [...widest.values()];
}
