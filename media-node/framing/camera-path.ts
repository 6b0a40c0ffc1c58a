// The path of a virtual camera that follows a subject sideways within one shot. It stands for as long as its subject
// stays in a dead zone around where it looks, and moves with bounded speed and acceleration. The path is a uniform
// quadratic B-spline: bounds on differences of its control points are bounds on its speed and its changes, it is never
// outside of what its control points span, and each of its pieces is a parabola that ffmpeg can compute. That is the
// constant, linear and parabolic motion of Grundmann et al. (CVPR 2011) with less than its linear program: standing
// places are found greedily, and smoothing stops as soon as the bounds hold.

import type { PathPiece } from "../render/crop-path.ts";
import { clamp } from "../signal/clamp.ts";

export interface CameraRequest {
  readonly startFrame: number;
  /** The subject's centre at each frame of the shot, as a share of the source's width. */
  readonly centres: ArrayLike<number>;
  /** Half of the subject's width, as a share of the source's. */
  readonly halfWidth: number;
  /** The crop's width as a share of the source's. */
  readonly widthShare: number;
  readonly frameRate: number;
}

/** Source widths per second, per second squared, and per second cubed, from one piece of the path to the next. */
export const MAX_SPEED = 0.8;
export const MAX_ACCELERATION = 1.6;
export const MAX_JERK = 5;
const KNOT_S = 0.4;
/** A place is worth standing still for from this time on. */
const MIN_STAND_S = 1.2;
/** Part of the crop's width by which a subject may be off its middle. */
const DEAD_ZONE = 0.2;
/** What stays free beside the subject, as a share of the source. */
const MARGIN = 0.02;
const MIN_TOLERANCE = 0.015;
/** Differences below this are no movement. */
const STILL = 0.004;
const MAX_SMOOTHING = 400;

/** Time on the polyline through which control points are drawn. */
interface Anchor {
  readonly knot: number;
  readonly at: number;
}

interface Band {
  readonly low: number;
  readonly high: number;
  readonly middle: number;
}

/** Where the camera may look while it passes each control point, so that the subject stays in its dead zone. */
function bands(request: CameraRequest, knots: number, framesPerKnot: number): Band[] {
  const { centres, halfWidth, widthShare } = request;
  const free = widthShare / 2 - halfWidth - MARGIN;
  const tolerance = Math.max(MIN_TOLERANCE, Math.min(DEAD_ZONE * widthShare, free));
  return Array.from({ length: knots }, (_, knot) => {
    const middleFrame = (knot - 0.5) * framesPerKnot;
    const from = clamp(Math.round(middleFrame - framesPerKnot), 0, centres.length - 1);
    const to = clamp(Math.round(middleFrame + framesPerKnot), from, centres.length - 1);
    const near = Array.from({ length: to - from + 1 }, (__, index) => centres[from + index] ?? 0.5);
    const [min, max] = [Math.min(...near), Math.max(...near)];
    const middle = (min + max) / 2;
    const [low, high] = [max - tolerance, min + tolerance];
    return low <= high ? { low, high, middle } : { low: middle, high: middle, middle };
  });
}

/** Greedy: each stand lasts as long as one place serves all its knots. Short stands are places to pass through. */
function anchorsOf(all: readonly Band[], minStandKnots: number): Anchor[] {
  const anchors: Anchor[] = [];
  for (let first = 0; first < all.length; ) {
    let { low, high } = all[first] ?? { low: 0.5, high: 0.5 };
    let end = first;
    let sum = 0;
    for (; end < all.length; end += 1) {
      const band = all[end] as Band;
      if (Math.max(low, band.low) > Math.min(high, band.high)) break;
      low = Math.max(low, band.low);
      high = Math.min(high, band.high);
      sum += band.middle;
    }
    const at = clamp(sum / (end - first), low, high);
    const last = end - 1;
    const isStand = end - first >= minStandKnots;
    if (isStand) anchors.push({ knot: first, at }, { knot: last, at });
    else anchors.push({ knot: (first + last) / 2, at: all[Math.round((first + last) / 2)]?.middle ?? at });
    first = end;
  }
  return anchors;
}

function onPolyline(anchors: readonly Anchor[], knot: number): number {
  const after = anchors.findIndex((anchor) => anchor.knot >= knot);
  const [before, next] = [anchors[(after === -1 ? anchors.length : after) - 1], anchors[after]];
  if (before === undefined || next === undefined) return (before ?? next)?.at ?? 0.5;
  return before.at + ((next.at - before.at) * (knot - before.knot)) / (next.knot - before.knot);
}

/** Averages neighbours until speed, acceleration and jerk are within their bounds. */
function bounded(points: number[], knotS: number): number[] {
  const [maxStep, maxBend, maxTwist] = [
    MAX_SPEED * knotS,
    MAX_ACCELERATION * knotS ** 2,
    MAX_JERK * knotS ** 3,
  ];
  const at = (values: readonly number[], index: number): number =>
    values[clamp(index, 0, values.length - 1)] ?? 0.5;
  const isWithin = (values: readonly number[]): boolean =>
    values.every((value, index) => {
      const [before, after, later] = [-1, 1, 2].map((away) => at(values, index + away)) as [
        number,
        number,
        number,
      ];
      return (
        Math.abs(after - value) <= maxStep &&
        Math.abs(before - 2 * value + after) <= maxBend &&
        Math.abs(later - 3 * after + 3 * value - before) <= maxTwist
      );
    });
  let result = points;
  for (let round = 0; round < MAX_SMOOTHING && !isWithin(result); round += 1) {
    const last = result;
    result = last.map((value, index) => (at(last, index - 1) + 2 * value + at(last, index + 1)) / 4);
  }
  return result;
}

function piecesOf(points: readonly number[], startFrame: number, framesPerKnot: number): PathPiece[] {
  const pieces: PathPiece[] = [];
  for (let span = 0; span + 2 < points.length; span += 1) {
    const [first = 0, second = 0, third = 0] = points.slice(span, span + 3);
    const isStill = Math.max(Math.abs(second - first), Math.abs(third - second)) < 1e-4;
    const piece: PathPiece = {
      startFrame: startFrame + span * framesPerKnot,
      at: isStill ? second : (first + second) / 2,
      speed: isStill ? 0 : (second - first) / framesPerKnot,
      half: isStill ? 0 : (first - 2 * second + third) / 2 / (framesPerKnot * framesPerKnot),
    };
    const before = pieces.at(-1);
    const goesOn =
      isStill && before?.speed === 0 && before.half === 0 && Math.abs(before.at - piece.at) < 1e-3;
    if (!goesOn) pieces.push(piece);
  }
  return pieces;
}

/**
 * The camera's centre over a shot, as shares of the source's width, so that the crop never leaves the source.
 * Pieces are parabolas in frames of the clip, each from its `startFrame` to the next. One piece without speed
 * means that the camera stands.
 */
export function planCamera(request: CameraRequest): PathPiece[] {
  const { startFrame, centres, widthShare, frameRate } = request;
  const [lowest, highest] = [widthShare / 2, 1 - widthShare / 2];
  const framesPerKnot = Math.max(1, Math.round(KNOT_S * frameRate));
  const knots = Math.ceil(centres.length / framesPerKnot) + 2;
  const anchors = anchorsOf(bands(request, knots, framesPerKnot), MIN_STAND_S / KNOT_S);
  const drawn = Array.from({ length: knots }, (_, knot) => clamp(onPolyline(anchors, knot), lowest, highest));
  const points = bounded(drawn, framesPerKnot / frameRate);
  const [min, max] = [Math.min(...points), Math.max(...points)];
  if (max - min < STILL) return [{ startFrame, at: (min + max) / 2, speed: 0, half: 0 }];
  return piecesOf(points, startFrame, framesPerKnot);
}
