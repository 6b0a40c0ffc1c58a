// Splits a run of frames into shots by their differences. Works at the full frame rate of a chosen clip, so that a
// crop changes on the very frame of the cut; the overview of a whole source knows cuts only to a key frame.
import { type ColumnSaliency, FRAMING_WIDTH } from "./column-saliency.ts";

export interface Shot {
  /** First frame, and the frame after the last. */
  readonly startFrame: number;
  readonly endFrame: number;
}

/** What shots are told apart by. */
export interface ShotMeasures extends Pick<ColumnSaliency, "difference" | "motion" | "dissolve"> {
  /** Where known, how much levels of brightness change: see BrightnessLevelChanges. */
  readonly levels?: ArrayLike<number>;
}

/** A cut changes at least this share of all brightness… */
const MIN_DIFFERENCE = 0.06;
/** …and stands out this much from the frames around it, which tells it from fast motion. */
const TIMES_NEIGHBOURS = 3.5;
/** In the dark, or between two cameras on one set, it changes less, but nearly all columns at once. */
const [MIN_IN_DARK, TIMES_IN_DARK, COLUMNS_IN_DARK] = [0.015, 7, 0.8];
/** Where all pixels change all the time, a cut moves at least this share of them to other levels of brightness. */
const MIN_LEVELS = 0.15;
const NEIGHBOURS = 6;
const MAX_TIMES_SHOWN = 6;
const MIN_SHOT_S = 0.4;
/** A dissolve changes at least this share of all brightness from a third of a second before its middle to one after. */
const MIN_DISSOLVE = 0.04;
const DISSOLVE_S = 0.6;

/** How many times each frame of a slow source is shown: that many frames lie between all that differ, and most do. */
function timesShown(difference: ArrayLike<number>): number {
  const changes = Array.from(difference, (value, frame) => (value > 0 ? frame : -1)).filter(
    (frame) => frame > 0,
  );
  const first = changes[0] ?? 0;
  for (let times = MAX_TIMES_SHOWN; times > 1; times -= 1) {
    const isMost = 2 * times * changes.length >= difference.length;
    if (isMost && changes.every((frame) => (frame - first) % times === 0)) return times;
  }
  return 1;
}

/**
 * Mean difference of the frames around one, without itself and without repeats: a pan or a shaken camera lifts it. At an edge
 * as many are taken as elsewhere: of fewer, the one step in four of a drawn film would stand out like a cut.
 */
function meanAround(difference: ArrayLike<number>, frame: number, times: number): number {
  const reach = NEIGHBOURS * times;
  let sum = 0;
  let count = 0;
  const first = Math.max(1, Math.min(frame - reach, difference.length - 1 - 2 * reach));
  for (let other = first; other <= first + 2 * reach; other += 1) {
    const value = other === frame ? undefined : difference[other];
    if (value === undefined) continue;
    sum += Math.min(value, 0.5);
    count += 1;
  }
  return count === 0 ? 0 : (times * sum) / count;
}

/** Share of the columns that change by a quarter of what all change by on average, at least. */
function changedColumns({ motion, difference }: ShotMeasures, frame: number): number {
  const min = 0.25 * (difference[frame] ?? 0);
  const columns = motion.subarray(frame * FRAMING_WIDTH, (frame + 1) * FRAMING_WIDTH);
  return columns.reduce((count, value) => count + (value >= min ? 1 : 0), 0) / FRAMING_WIDTH;
}

function changesLevels({ levels }: ShotMeasures, frame: number, times: number): boolean {
  const value = levels?.[frame] ?? 0;
  if (levels === undefined || value < MIN_LEVELS) return false;
  return value >= TIMES_NEIGHBOURS * meanAround(levels, frame, times);
}

function isCut(measures: ShotMeasures, frame: number, shown: number): boolean {
  if (changesLevels(measures, frame, shown)) return true;
  const value = measures.difference[frame] ?? 0;
  if (value < MIN_IN_DARK) return false;
  const times = value / Math.max(1e-9, meanAround(measures.difference, frame, shown));
  if (value >= MIN_DIFFERENCE && times >= TIMES_NEIGHBOURS) return true;
  return times >= TIMES_IN_DARK && changedColumns(measures, frame) >= COLUMNS_IN_DARK;
}

/** The middles of dissolves: each run of frames that look like one has its own, at the centre of their strengths. */
function findDissolves(dissolve: Float32Array): number[] {
  const middles: number[] = [];
  for (let frame = 0; frame < dissolve.length; frame += 1) {
    let [sum, moment, max] = [0, 0, 0];
    for (; (dissolve[frame] ?? 0) > 0; frame += 1) {
      const strength = dissolve[frame] ?? 0;
      sum += strength;
      moment += strength * frame;
      max = Math.max(max, strength);
    }
    if (max >= MIN_DISSOLVE) middles.push(Math.round(moment / sum));
  }
  return middles;
}

/**
 * Splits frames into shots that cover them all. The first frame is never compared: what was before it is not known.
 * A dissolve is cut in its middle, unless a cut is near.
 */
export function splitShots(measures: ShotMeasures, frameRate: number): Shot[] {
  const { difference } = measures;
  const minFrames = MIN_SHOT_S * frameRate;
  const shown = timesShown(difference);
  const cuts: number[] = [];
  for (let frame = 1; frame < difference.length; frame += 1) {
    const isFar = cuts.length === 0 || frame - (cuts.at(-1) ?? 0) >= minFrames;
    if (isFar && isCut(measures, frame, shown)) cuts.push(frame);
  }
  const isAlone = (middle: number): boolean =>
    cuts.every((cut) => Math.abs(cut - middle) > DISSOLVE_S * frameRate);
  const dissolves = findDissolves(measures.dissolve).filter(isAlone);
  const starts = [0, ...[...cuts, ...dissolves].sort((a, b) => a - b)];
  return starts.map((startFrame, index) => ({
    startFrame,
    endFrame: starts[index + 1] ?? difference.length,
  }));
}
