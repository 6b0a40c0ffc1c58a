// Chooses, per shot, the window of the source's width that holds most of what happens in it.
import { type ColumnSaliency, FRAMING_WIDTH } from "./shots/column-saliency.ts";
import type { Shot } from "./shots/split-shots.ts";

export interface CropWindow {
  /** Left edge as a share of the width, 0 to 1 minus the window's own share. */
  readonly left: number;
  /** Share of what happens that lies inside the window, 0 to 1. */
  readonly coverage: number;
  /** How far motion decided, 0 to 1: where nothing moves by itself, detail does, which may be anything. */
  readonly byMotion: number;
}

/** Motion counts fully from this mean difference on (a talking head in a still room has 0.0006); below, detail decides. */
const CLEAR_MOTION = 0.0002;
const MOTION_WEIGHT = 0.9;
/** How much less the far edges count than the centre: people frame their subject, and edges catch passers-by. */
const EDGE_DISCOUNT = 0.15;

function sumColumns(values: Float32Array, shot: Shot, fromFrame: number): Float64Array {
  const sums = new Float64Array(FRAMING_WIDTH);
  for (let frame = fromFrame; frame < shot.endFrame; frame += 1) {
    for (let column = 0; column < FRAMING_WIDTH; column += 1) {
      sums[column] = (sums[column] ?? 0) + (values[frame * FRAMING_WIDTH + column] ?? 0);
    }
  }
  return sums;
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** What columns have beyond what nearly every column has (noise, texture, a moving camera). */
interface Distinct {
  /** Sum to 1. */
  readonly shares: Float64Array;
  /** How much of all there is stands out, 0 to 1. */
  readonly distinctness: number;
}

function distinct(values: Float64Array): Distinct {
  const floor = values.toSorted()[Math.floor(values.length * 0.25)] ?? 0;
  const above = values.map((value) => Math.max(0, value - floor));
  const sum = total(above);
  if (sum === 0) return { shares: new Float64Array(values.length).fill(1 / values.length), distinctness: 0 };
  return { shares: above.map((value) => value / sum), distinctness: sum / total(values) };
}

function shotShares(
  saliency: ColumnSaliency,
  shot: Shot,
): { readonly shares: Float64Array; readonly byMotion: number } {
  // The first frame of a shot differs from another shot, which says nothing of motion.
  const motionSums = sumColumns(saliency.motion, shot, shot.startFrame + 1);
  const frames = Math.max(1, shot.endFrame - shot.startFrame - 1);
  const meanMotion = total(motionSums) / FRAMING_WIDTH / frames;
  const motion = distinct(motionSums);
  const byMotion = motion.distinctness * Math.min(1, meanMotion / CLEAR_MOTION);
  const motionWeight = MOTION_WEIGHT * byMotion;
  const detail = distinct(sumColumns(saliency.detail, shot, shot.startFrame)).shares;
  const shares = motion.shares.map(
    (share, column) => motionWeight * share + (1 - motionWeight) * (detail[column] ?? 0),
  );
  return { shares, byMotion };
}

/** The motion beside a part of the width, of a shot. */
export interface MotionBeside {
  /** Of all motion, 0 to 1. */
  readonly share: number;
  /** Mean difference of the columns there from one frame to the next, 0 to 1. */
  readonly mean: number;
}

/** What moves beside the part of the width from `left` to `right`, shares of it. */
export function motionBeside(
  saliency: ColumnSaliency,
  shot: Shot,
  left: number,
  right: number,
): MotionBeside {
  const sums = sumColumns(saliency.motion, shot, shot.startFrame + 1);
  const beside = sums.filter((_, column) => {
    const middle = (column + 0.5) / FRAMING_WIDTH;
    return middle < left || middle > right;
  });
  const frames = Math.max(1, shot.endFrame - shot.startFrame - 1);
  const sum = total(beside);
  return {
    share: sum === 0 ? 0 : sum / total(sums),
    mean: sum / Math.max(1, beside.length) / frames,
  };
}

/**
 * The best window of a shot.
 * @param widthShare the window's width as a share of the source's, 0 to 1
 */
export function chooseCropWindow(saliency: ColumnSaliency, shot: Shot, widthShare: number): CropWindow {
  const { shares, byMotion } = shotShares(saliency, shot);
  const columns = Math.max(1, Math.round(widthShare * FRAMING_WIDTH));
  const lastStart = FRAMING_WIDTH - columns;
  let best = { start: Math.round(lastStart / 2), score: -1, coverage: 0 };
  for (let start = 0; start <= lastStart; start += 1) {
    let coverage = 0;
    let moment = 0;
    for (let column = start; column < start + columns; column += 1) {
      const share = shares[column] ?? 0;
      coverage += share;
      moment += share * (column + 0.5 - start - columns / 2);
    }
    const offCentre = lastStart === 0 ? 0 : Math.abs(2 * start - lastStart) / lastStart;
    // Of windows that hold the same, the one with its content in the middle looks composed.
    const offBalance = coverage === 0 ? 0 : Math.abs(moment / coverage) / columns;
    const score = coverage * (1 - EDGE_DISCOUNT * offCentre * offCentre) * (1 - 0.5 * offBalance);
    if (score > best.score) best = { start, score, coverage };
  }
  const left = lastStart === 0 ? 0 : (best.start / lastStart) * (1 - widthShare);
  return { left, coverage: Math.min(1, best.coverage), byMotion };
}
