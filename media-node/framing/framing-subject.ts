// Follows what moves where no face is known: the place of the strongest motion at each frame of a shot, column by
// column. Whether it may be followed at all is for the caller to decide, from how much of the motion it holds.
import { type ColumnSaliency, FRAMING_WIDTH } from "./shots/column-saliency.ts";
import type { Shot } from "./shots/split-shots.ts";

export interface MovingSubject {
  /** The centre at each frame of the shot, as a share of the source's width. */
  readonly centres: Float64Array;
  readonly halfWidth: number;
  /** Share of all motion that a crop around the centres holds, 0 to 1. */
  readonly coverage: number;
  /** Mean brightness difference between neighbouring frames, of the whole frame, 0 to 1. */
  readonly strength: number;
}

/** Motion is gathered over this time on each side, since a slow subject moves few pixels a frame. */
const GATHERED_S = 0.16;
const SMOOTHED_S = 0.24;
/**
 * Below this share of the mean motion a subject rests, or is not there yet, and what still moves is noise: up to 0.015 of
 * a walker's motion, whose swaying has 0.12 (2026-11).
 */
const RESTING = 0.03;

/** Motion of each column around a frame, beyond what a quarter of the columns has (noise, a moving camera). */
function motionAround(saliency: ColumnSaliency, shot: Shot, frame: number, reach: number): Float64Array {
  const sums = new Float64Array(FRAMING_WIDTH);
  // The first frame of a shot differs from another shot, which says nothing of motion.
  const from = Math.max(shot.startFrame + 1, frame - reach);
  const to = Math.min(shot.endFrame - 1, frame + reach);
  for (let near = from; near <= to; near += 1) {
    for (let column = 0; column < FRAMING_WIDTH; column += 1) {
      sums[column] = (sums[column] ?? 0) + (saliency.motion[near * FRAMING_WIDTH + column] ?? 0);
    }
  }
  const floor = sums.toSorted()[Math.floor(FRAMING_WIDTH / 4)] ?? 0;
  return sums.map((value) => Math.max(0, value - floor));
}

interface Place {
  readonly centre: number;
  readonly spread: number;
  readonly held: number;
  readonly total: number;
}

/** The window that holds most of the motion, and the centre and spread of what is in it. */
function strongest(motion: Float64Array, columns: number): Place | undefined {
  const total = motion.reduce((sum, value) => sum + value, 0);
  if (total <= 0) return undefined;
  let held = motion.subarray(0, columns).reduce((sum, value) => sum + value, 0);
  let best = { start: 0, held };
  for (let start = 1; start + columns <= FRAMING_WIDTH; start += 1) {
    held += (motion[start + columns - 1] ?? 0) - (motion[start - 1] ?? 0);
    if (held > best.held) best = { start, held };
  }
  const inside = [...motion.subarray(best.start, best.start + columns)].map((value, index) => ({
    value,
    place: (best.start + index + 0.5) / FRAMING_WIDTH,
  }));
  const centre = inside.reduce((sum, { value, place }) => sum + value * place, 0) / best.held;
  const variance =
    inside.reduce((sum, { value, place }) => sum + value * (place - centre) ** 2, 0) / best.held;
  return { centre, spread: Math.sqrt(variance), held: best.held, total };
}

function movingAverage(values: ArrayLike<number>, reach: number): Float64Array {
  return Float64Array.from(values, (_, index) => {
    let sum = 0;
    let count = 0;
    for (
      let near = Math.max(0, index - reach);
      near <= Math.min(values.length - 1, index + reach);
      near += 1
    ) {
      sum += values[near] ?? 0;
      count += 1;
    }
    return sum / count;
  });
}

/**
 * What moves in a shot, as a subject for the camera; undefined where nothing moves.
 * @param widthShare the crop's width as a share of the source's
 * @returns `centres` has one place per frame of the shot, a share of the width
 */
export function followMotion(
  saliency: ColumnSaliency,
  shot: Shot,
  widthShare: number,
  frameRate: number,
): MovingSubject | undefined {
  const columns = Math.max(1, Math.min(FRAMING_WIDTH, Math.round(widthShare * FRAMING_WIDTH)));
  const reach = Math.max(1, Math.round(GATHERED_S * frameRate));
  const places: (Place | undefined)[] = [];
  let difference = 0;
  for (let frame = shot.startFrame; frame < shot.endFrame; frame += 1) {
    places.push(strongest(motionAround(saliency, shot, frame, reach), columns));
    if (frame > shot.startFrame) difference += saliency.difference[frame] ?? 0;
  }
  const found = places.filter((place) => place !== undefined);
  if (found.length === 0) return undefined;
  const total = found.reduce((sum, place) => sum + place.total, 0);
  const isResting = (place: Place): boolean => place.total < (RESTING * total) / places.length;
  let last = found.find((place) => !isResting(place))?.centre ?? 0.5;
  const held = places.map((place) => {
    if (place !== undefined && !isResting(place)) last = place.centre;
    return last;
  });
  const mean = (of: (place: Place) => number): number =>
    found.reduce((sum, place) => sum + of(place) * place.total, 0) / total;
  return {
    centres: movingAverage(held, Math.max(1, Math.round(SMOOTHED_S * frameRate))),
    // Motion lies at a subject's edges: two deviations reach about as far as it does.
    halfWidth: Math.min(widthShare / 2, 1.5 * mean(({ spread }) => spread)),
    coverage: mean(({ held: inside, total: all }) => inside / all),
    strength: difference / Math.max(1, shot.endFrame - shot.startFrame - 1),
  };
}
