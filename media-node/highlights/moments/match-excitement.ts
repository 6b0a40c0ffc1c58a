// How exciting a match is at each tick of its curves, and the model that says so: one temporal kernel per category and
// curve. A kernel's tap at +5 s says what a curve's value five seconds after a tick says of that tick, so that what
// comes before a moment (a swell) and what comes after it (a celebration, a replay) both speak for the moment itself.
//
// With v the curve's values, u its usual value in this match, and K the kernel of the category:
//   contribution[c, t] = scale[t] · Σ_τ K[c, τ] · (v[c, t+τ] - u[c])        over known values
//   excitement[t]      = sigmoid(bias + Σ_c contribution[c, t])
// scale[t] is the kernels' whole reach over the reach that fell on known values: what is unknown is taken to say what
// the rest says, and neither lifts a moment nor sinks it.
import { MATCH_CURVES, type MatchCurves } from "../match-curves.ts";

export interface ExcitementModel {
  readonly categories: readonly string[];
  /** For each category and curve (in the order of MATCH_CURVES) an odd number of taps, the middle one at the tick itself. */
  readonly kernels: readonly (readonly (readonly number[])[])[];
  /** For each category the logit of a tick at which nothing is unusual. */
  readonly bias: readonly number[];
  /** For each curve the value that it has while nothing happens. */
  readonly priorMeans: readonly number[];
  /** For how many ticks of a match's own that value counts, when the match's own mean is taken. */
  readonly priorTicks: number;
  /** The share of the kernels' reach that is the least to be scaled up to the whole. */
  readonly minKnown: number;
}

/** What a highlight model says of a match, per tick of its curves. */
export interface MatchExcitement {
  /** [tickCount], 0 to 1. */
  readonly excitement: Float32Array;
  /** [MATCH_CURVES.length, tickCount], curve by curve: what each adds to the logit of the excitement. */
  readonly contributions: Float32Array;
}

/** The curves as one table [MATCH_CURVES.length, tickCount], NaN where a curve is absent or too short. */
export function curveTable({ curves, tickCount }: MatchCurves): Float32Array {
  const table = new Float32Array(MATCH_CURVES.length * tickCount).fill(Number.NaN);
  for (const [row, name] of MATCH_CURVES.entries()) {
    table.set(curves[name]?.subarray(0, tickCount) ?? [], row * tickCount);
  }
  return table;
}

/** What each curve adds at a tick, in the order of MATCH_CURVES. */
export function contributionsAt({ contributions }: MatchExcitement, tick: number): Float64Array {
  const tickCount = contributions.length / MATCH_CURVES.length;
  return Float64Array.from(MATCH_CURVES, (_, row) => contributions[row * tickCount + tick] ?? 0);
}
