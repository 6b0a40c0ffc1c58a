// How far a crowd lies over what it was around, and how quickly it got there. Each half octave of the bed is measured
// against its own median over a minute and more, so that what goes on all the time (chants, music, rain, a loud hall)
// is no excitement; and most half octaves have to rise, so that wind, a siren or a voice alone do not count.

import { ramp } from "../../signal/clamp.ts";
import { percentile } from "../../signal/percentile.ts";
import { medianOf, runningMedian } from "../../signal/running-median.ts";
import type { CrowdBed } from "./crowd-bed.ts";
import { onHeard } from "./heard-ticks.ts";
import { FLOOR_POWER } from "./match-spectrum.ts";

/** 40 s to each side: a celebration of half a minute, as after a goal, does not become its own measure. */
const AROUND = { reach: 80, step: 2 } as const;
/** Three quarters of the half octaves have to rise as far. */
const BANDS_SHARE = 0.25;
/** A half octave that is never this far over the floor is not there: telephone sound ends at 3.4 kHz. */
const MIN_OVER_FLOOR_DB = 3;
/** Wind and engines rise most in the lows. What those rise farther than the rest and these dB, the crowd did not. */
const LOW_EXCESS_DB = 4;
/** A swell lasts this many ticks at least; a shorter rise is a clap, a shout or a whistle. */
const MIN_TICKS = 3;
/**
 * How far the lift usually strays (dB): a bed that hardly moves must not make a swell of its last flicker, and a match
 * of one swell after the other must not hide them all.
 */
const SPREAD_DB = { min: 1, max: 2.5 } as const;
/** A normal deviation for each median of absolute ones. */
const DEVIATIONS_PER_MEDIAN = 1.4826;
/** A lift of this many spreads is nothing yet. */
const NO_LIFT_SPREADS = 1.5;
/**
 * Full excitement is what only a hundredth of the audio reaches, so that the best is told from the good; but at least
 * 7 dB, five times the power, where nothing happens, and at most 30 dB,
 * a quiet court's.
 */
const SATURATING_PERCENTILE = 0.99;
const SATURATING_DB = { min: 7, max: 30 } as const;
/** Of that lift, a rise within three seconds is a full one. */
const SATURATING_RISE = 0.7;
/** The rise is that of a second and a half from the tick on over the two seconds before. */
const AFTER_TICKS = 3;
const BEFORE_TICKS = 4;

export interface CrowdCurves {
  readonly crowd: Float32Array<ArrayBuffer>;
  readonly crowdRise: Float32Array<ArrayBuffer>;
}

function extremes(levels: Float32Array, pick: (...values: number[]) => number): Float32Array {
  const reach = (MIN_TICKS - 1) / 2;
  return levels.map((_, tick) => pick(...levels.subarray(Math.max(0, tick - reach), tick + reach + 1)));
}

/** Morphological opening: takes rises that are too short away and leaves the edges of all others where they are. */
function withoutShortRises(levels: Float32Array): Float32Array {
  return extremes(extremes(levels, Math.min), Math.max);
}

function known(levels: Float32Array): Float32Array {
  return levels.filter((level) => !Number.isNaN(level));
}

/** How far one half octave lies over its median, dB; null where the half octave is not there. */
function bandLift(levels: Float32Array): Float32Array | null {
  if (percentile(known(levels), 0.9) < 10 * Math.log10(FLOOR_POWER) + MIN_OVER_FLOOR_DB) return null;
  const opened = withoutShortRises(levels);
  const medians = runningMedian(opened, AROUND);
  return opened.map((level, tick) => level - (medians[tick] as number));
}

/** How far the crowd lies over its median in each tick, dB; NaN where it is not heard. */
function crowdLift(bed: CrowdBed, heard: Uint8Array): Float32Array {
  const lifts = bed.bandsDb.map((levels) => bandLift(onHeard(levels, heard))).filter((lift) => lift !== null);
  const low = bandLift(onHeard(bed.lowDb, heard));
  return Float32Array.from({ length: bed.tickCount }, (_, tick) => {
    const bands = lifts.map((lift) => lift[tick] as number);
    const lift = percentile(bands, BANDS_SHARE);
    return lift - Math.max(0, (low?.[tick] ?? 0) - lift - LOW_EXCESS_DB);
  });
}

function meanOver(lift: Float32Array, from: number, to: number): number {
  const part = lift.subarray(Math.max(0, from), Math.max(0, to));
  return part.reduce((sum, value) => sum + Math.max(0, value), 0) / Math.max(1, part.length);
}

/**
 * Both are NaN where nothing is heard.
 * @param rhythm how regular the sound is in each tick, 0 to 1: what beats time is no excitement
 * @param heard of `heardTicks`
 */
export function crowdCurves(bed: CrowdBed, rhythm: Float32Array, heard: Uint8Array): CrowdCurves {
  const lift = onHeard(crowdLift(bed, heard), heard);
  const typicalDb = DEVIATIONS_PER_MEDIAN * medianOf(lift.map(Math.abs));
  const spreadDb = Math.min(SPREAD_DB.max, Math.max(SPREAD_DB.min, typicalDb));
  const noneDb = NO_LIFT_SPREADS * spreadDb;
  const fullDb = Math.min(
    SATURATING_DB.max,
    Math.max(SATURATING_DB.min, percentile(known(lift), SATURATING_PERCENTILE)),
  );
  const level = { none: noneDb, full: fullDb };
  const crowd = lift.map((value, tick) => ramp(value, level) * (1 - (rhythm[tick] ?? 0)));
  const crowdRise = lift.map((_, tick) => {
    const rise = meanOver(lift, tick, tick + AFTER_TICKS) - meanOver(lift, tick - BEFORE_TICKS, tick);
    const isFirst = tick === 0;
    const rising = ramp(rise, { none: noneDb, full: SATURATING_RISE * fullDb });
    return isFirst ? 0 : rising * (1 - (rhythm[tick] ?? 0));
  });
  return { crowd: Float32Array.from(crowd), crowdRise: onHeard(crowdRise, heard) };
}
