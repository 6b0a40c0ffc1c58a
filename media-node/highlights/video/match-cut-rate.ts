// How fast a match is cut, against how fast it usually is: directors change cameras faster around what happens. The
// usual is a running median, since programmes differ, and so do the halves of one.

import { clamp } from "../../signal/clamp.ts";
import { percentile } from "../../signal/percentile.ts";
import { MATCH_HOP_S } from "../match-curves.ts";

/** A shot change counts less the further away it is, and beyond this not at all. */
const REACH_S = 6;
/** How far around a tick the usual is taken, and from one such look to the next. */
const [MEDIAN_REACH_S, MEDIAN_STEP_S] = [150, 10];
/** Shot changes within `REACH_S`, counted so, above the usual: fewer are chance, and this many more are all there is. */
const CHANCE = 0.5;
const [MIN_SPREAD, SPREAD_OF_MEDIAN] = [2, 1.5];

function cutsAround(shotChangesS: readonly number[], tickCount: number): Float32Array {
  const counts = new Float32Array(tickCount);
  for (const cutS of shotChangesS) {
    const last = Math.min(tickCount - 1, Math.floor((cutS + REACH_S) / MATCH_HOP_S));
    for (let tick = Math.max(0, Math.ceil((cutS - REACH_S) / MATCH_HOP_S)); tick <= last; tick += 1) {
      const distanceS = Math.abs((tick + 0.5) * MATCH_HOP_S - cutS);
      counts[tick] = (counts[tick] ?? 0) + Math.max(0, 1 - distanceS / REACH_S);
    }
  }
  return counts;
}

/** 0 to 1 per tick. @param shotChangesS seconds after the first tick's begin */
export function cutRateCurve(shotChangesS: readonly number[], tickCount: number): Float32Array<ArrayBuffer> {
  const counts = cutsAround(shotChangesS, tickCount);
  const curve = new Float32Array(tickCount);
  const stepTicks = MEDIAN_STEP_S / MATCH_HOP_S;
  const reachTicks = MEDIAN_REACH_S / MATCH_HOP_S;
  for (let start = 0; start < tickCount; start += stepTicks) {
    const middle = start + stepTicks / 2;
    const median = percentile(counts.subarray(Math.max(0, middle - reachTicks), middle + reachTicks), 0.5);
    const spread = Math.max(MIN_SPREAD, SPREAD_OF_MEDIAN * median);
    for (let tick = start; tick < Math.min(tickCount, start + stepTicks); tick += 1) {
      curve[tick] = clamp(((counts[tick] ?? 0) - median - CHANCE) / spread);
    }
  }
  return curve;
}
