// Cut points for a range that is filled to its last seconds: those of stretches that are known to fit beside each other,
// and the usual places of the gaps around them, so that a better set of as many can be chosen where there is one. Each
// is a single time, at which one clip may end and the next begin: how wide a gap is does not matter any more.

import { CUE_EPSILON_S } from "../../signal/cues.ts";
import { type CutPoint, cutPoint } from "../../signal/cut-point.ts";
import type { Span } from "../../signal/span.ts";

export interface PackedSpans {
  /** Where a cut breaks no word, ascending and disjoint. */
  readonly free: readonly Span[];
  /** Stretches that begin and end there and do not overlap, ascending. */
  readonly packed: readonly Span[];
}

/** Usual places beyond this many are thinned evenly; those of packed stretches all stay. */
const MAX_PLACES = 3_900;
/** A gap wider than this has a place near either end, and every so often between them. */
const WIDE_S = 0.6;
const AFTER_SOUND_S = 0.3;
const BEFORE_SOUND_S = 0.2;
const STEP_S = 2;

function placesIn({ startS, endS }: Span): number[] {
  if (endS - startS <= WIDE_S) return [(startS + endS) / 2];
  const firstS = startS + AFTER_SOUND_S;
  const lastS = endS - BEFORE_SOUND_S;
  const steps = Math.ceil((lastS - firstS) / STEP_S);
  return Array.from({ length: steps + 1 }, (_, step) => firstS + ((lastS - firstS) * step) / steps);
}

function thin(timesS: readonly number[]): number[] {
  const every = Math.ceil(timesS.length / MAX_PLACES);
  return timesS.filter((_, index) => index % every === 0);
}

/** Cut points without length, ascending and apart. */
export function packedCuts({ free, packed }: PackedSpans): CutPoint[] {
  const fixedS = new Set(packed.flatMap(({ startS, endS }) => [startS, endS]));
  const usual = thin(free.flatMap(placesIn)).filter((timeS) =>
    [...fixedS].every((fixed) => Math.abs(fixed - timeS) > CUE_EPSILON_S),
  );
  return [...fixedS, ...usual]
    .sort((a, b) => a - b)
    .map((timeS) => cutPoint({ startS: timeS, endS: timeS }, "gap", 0));
}
