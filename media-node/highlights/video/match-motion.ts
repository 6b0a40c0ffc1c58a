// The motion curve of a match, and whether anything moves at all. Motion is measured against the source's own usual, with
// a floor under what counts as much, so that the noise of still video stays nothing. Shot changes are no movement and
// are left out; what lies under one is taken from beside it.

import { clamp } from "../../signal/clamp.ts";
import { percentile } from "../../signal/percentile.ts";
import { MATCH_HOP_S } from "../match-curves.ts";
import type { MatchStep } from "./match-steps.ts";
import { MATCH_FRAME } from "./match-video.ts";

/** Of a source's ticks; below the first nothing counts, from the second on it is all there is. */
const [LOW_SHARE, HIGH_SHARE] = [0.3, 0.98];
/** The least that lies between the two, as mean change of brightness. */
const MIN_SPREAD = 0.004;
/** Frames further apart than this came with nothing in between: what was shown meanwhile stood still. */
const MAX_STEP_S = 1;
/** The last frame is shown for this long at most; after that nothing is known. */
const HELD_S = 12;
/** How far a tick without frames of its own may be from one with. */
const LEND_TICKS = 4;
/** A moving tick changes this share of the frame, and has moving ones around it for this long: slides fade faster. */
const [MIN_CHANGED, MIN_RUN_TICKS] = [0.004, 4];
/** A source in which less of the time moves is still. */
const MIN_MOVING = 0.02;
/** Of a lively tick this share of the frame changes from one look to the next: a speaker or a pointer is less. */
const LIVELY_CHANGED = 0.06;

type Measure = (step: MatchStep) => number;

/** Means per tick, weighted by time; NaN where no step lies. */
function perTick(
  steps: readonly MatchStep[],
  tickCount: number,
  measure: Measure,
): Float32Array<ArrayBuffer> {
  const sums = new Float64Array(tickCount);
  const weights = new Float64Array(tickCount);
  const add = (fromS: number, toS: number, value: number): void => {
    const last = Math.min(tickCount - 1, Math.ceil(toS / MATCH_HOP_S) - 1);
    for (let tick = Math.floor(fromS / MATCH_HOP_S); tick <= last; tick += 1) {
      const overlapS = Math.min(toS, (tick + 1) * MATCH_HOP_S) - Math.max(fromS, tick * MATCH_HOP_S);
      sums[tick] = (sums[tick] ?? 0) + overlapS * value;
      weights[tick] = (weights[tick] ?? 0) + overlapS;
    }
  };
  for (const step of steps) {
    const value = measure(step);
    const isGap = step.timeS - step.fromS > MAX_STEP_S;
    const fromS = isGap ? step.timeS - 1 / MATCH_FRAME.perS : step.fromS;
    if (isGap) add(step.fromS, fromS, 0);
    if (!Number.isNaN(value)) add(fromS, step.timeS, value);
  }
  const lastS = steps.at(-1)?.timeS;
  if (lastS !== undefined) holdLast(sums, weights, lastS);
  return Float32Array.from(sums, (sum, tick) => {
    const weight = weights[tick] ?? 0;
    return weight > 1e-9 ? sum / weight : Number.NaN;
  });
}

/** The last frame stands still for a while: what follows it counts for nothing more than the time it is shown. */
function holdLast(sums: Float64Array, weights: Float64Array, lastS: number): void {
  const end = Math.min(sums.length, Math.ceil((lastS + HELD_S) / MATCH_HOP_S));
  for (let tick = Math.ceil(lastS / MATCH_HOP_S); tick < end; tick += 1) {
    sums[tick] = 0;
    weights[tick] = 1;
  }
}

/** Gives ticks that know nothing the value of the nearest that does. */
function lend(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  return values.map((value, tick) => {
    if (!Number.isNaN(value)) return value;
    for (let distance = 1; distance <= LEND_TICKS; distance += 1) {
      for (const other of [values[tick - distance], values[tick + distance]]) {
        if (other !== undefined && !Number.isNaN(other)) return other;
      }
    }
    return Number.NaN;
  });
}

/** 0 to 1 per tick; NaN where nothing is known. @param cutsS times of the steps that are shot changes */
export function motionCurve(
  steps: readonly MatchStep[],
  cutsS: ReadonlySet<number>,
  tickCount: number,
): Float32Array<ArrayBuffer> {
  const measure: Measure = (step) => (cutsS.has(step.timeS) ? Number.NaN : step.movement);
  const movement = lend(perTick(steps, tickCount, measure));
  const known = movement.filter((value) => !Number.isNaN(value));
  const low = percentile(known, LOW_SHARE);
  const spread = Math.max(MIN_SPREAD, percentile(known, HIGH_SHARE) - low);
  return movement.map((value) => clamp((value - low) / spread));
}

/** The share of the time in which much of the video moves. @param cutsS times of the steps that are shot changes */
export function livelyShare(
  steps: readonly MatchStep[],
  cutsS: ReadonlySet<number>,
  tickCount: number,
): number {
  const measure: Measure = (step) => (cutsS.has(step.timeS) ? Number.NaN : step.changedShare);
  const known = perTick(steps, tickCount, measure).filter((value) => !Number.isNaN(value));
  return known.filter((value) => value >= LIVELY_CHANGED).length / Math.max(1, known.length);
}

/** Whether (nearly) nothing moves, not even the camera. @param cutsS times of the steps that are shot changes */
export function isStillVideo(
  steps: readonly MatchStep[],
  cutsS: ReadonlySet<number>,
  tickCount: number,
): boolean {
  const measure: Measure = (step) => (cutsS.has(step.timeS) ? 0 : step.changedShare);
  const changed = perTick(steps, tickCount, measure);
  let [known, moving, run] = [0, 0, 0];
  for (const value of [...changed, 0]) {
    if (Number.isNaN(value)) continue;
    known += 1;
    if (value >= MIN_CHANGED) {
      run += 1;
      continue;
    }
    if (run >= MIN_RUN_TICKS) moving += run;
    run = 0;
  }
  return moving <= MIN_MOVING * known;
}
